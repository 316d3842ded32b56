/** Whether a password opens a locked PDF, so that a wrong one is reported at once and not by the reviewer. */
import { findPdfEncryption } from '../../domain/values/content.ts';
import { entryBytes, isPdfPassword, type PdfEncryption } from './pdf-encryption.ts';
import {
  type Dictionary,
  findDictionary,
  openPdf,
  type PdfFile,
  type PdfValue,
  readDictionary,
} from './pdf-syntax.ts';

/** `unknown`: locked in a way that is not understood, by a certificate for one, or damaged. */
export type PdfLock = PdfEncryption | 'notLocked' | 'unknown';

/** How the PDF is locked, as the first trailer says that can be read. Never throws. */
export function readPdfLock(pdf: Uint8Array): PdfLock {
  const file = openPdf(pdf);
  let isLocked = false;
  for (const at of findPdfEncryption(pdf)) {
    const lock = lockOf(file, readDictionary(file, at));
    if (lock) return lock;
    isLocked = true;
    if (file.lookupsLeft === 0) break;
  }
  return isLocked ? 'unknown' : 'notLocked';
}

/** Says whether `password` opens it, as its user's or as its owner's; '' tells whether it opens without one. */
export function checkPdfPassword(
  lock: PdfLock,
  password: string,
): 'open' | 'wrong' | 'notLocked' | 'unknown' {
  if (typeof lock === 'string') return lock;
  return isPdfPassword(lock, password) ? 'open' : 'wrong';
}

function lockOf(file: PdfFile, trailer: Dictionary | undefined): PdfEncryption | undefined {
  const encryption = trailer && encryptionOf(file, trailer.get('Encrypt'));
  if (!encryption || nameIn(encryption, 'Filter') !== 'Standard') return undefined;
  const revision = numberIn(encryption, 'R') ?? 0;
  const keyBytes = keyBytesOf(encryption);
  const owner = bytesIn(encryption.get('O'));
  const user = bytesIn(encryption.get('U'));
  const permissions = numberIn(encryption, 'P');
  if (!revisions.includes(revision) || !keyBytes || !owner || !user || permissions === undefined)
    return undefined;
  if (Math.min(owner.length, user.length) < entryBytes(revision)) return undefined;
  const ids = trailer.get('ID');
  const metadata = encryption.get('EncryptMetadata');
  return {
    revision,
    keyBytes,
    owner,
    user,
    permissions,
    fileId: (ids?.is === 'array' ? bytesIn(ids.values[0]) : undefined) ?? Buffer.alloc(0),
    encryptsMetadata: !(metadata?.is === 'word' && metadata.value === 'false'),
  };
}

const revisions = [2, 3, 4, 5, 6];

function encryptionOf(file: PdfFile, value: PdfValue | undefined): Dictionary | undefined {
  if (value?.is === 'dictionary') return value.entries;
  return value?.is === 'reference' ? findDictionary(file, value.number, value.generation) : undefined;
}

/** Undefined for an algorithm that is not known. A length below 40 is one in bytes, as some programs write it. */
function keyBytesOf(encryption: Dictionary): number | undefined {
  const length = numberIn(encryption, 'Length') ?? 40;
  const bytes = length < 40 ? length : length / 8;
  switch (numberIn(encryption, 'V')) {
    case 1:
      return 5;
    case 2:
    case 3:
      return Number.isInteger(bytes) && bytes >= 5 && bytes <= 16 ? bytes : undefined;
    case 4:
      return 16;
    case 5:
      return 32;
    default:
      return undefined;
  }
}

const bytesIn = (value: PdfValue | undefined) => (value?.is === 'string' ? value.value : undefined);

function numberIn(dictionary: Dictionary, key: string): number | undefined {
  const value = dictionary.get(key);
  return value?.is === 'number' ? value.value : undefined;
}

function nameIn(dictionary: Dictionary, key: string): string | undefined {
  const value = dictionary.get(key);
  return value?.is === 'name' ? value.value : undefined;
}
