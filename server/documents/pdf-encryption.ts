/**
 * Whether a password fits what a PDF's standard security handler has stored of it: revisions 2 to 4 with MD5 and
 * RC4, revisions 5 and 6 with SHA-2 and AES (ISO 32000-2, 7.6.4).
 */
import { createCipheriv, createHash } from 'node:crypto';

export interface PdfEncryption {
  revision: number;
  /** Of the key, in bytes; revisions 5 and 6 know one length alone. */
  keyBytes: number;
  owner: Buffer;
  user: Buffer;
  permissions: number;
  /** The first of the file's two identifiers; empty where it has none. */
  fileId: Buffer;
  encryptsMetadata: boolean;
}

/** The shortest `owner` and `user` that can be told apart from others, in bytes. */
export const entryBytes = (revision: number): number => (revision < 5 ? 32 : 48);

/** Whether `password` is the user's or the owner's. */
export function isPdfPassword(lock: PdfEncryption, password: string): boolean {
  const opens = lock.revision < 5 ? opensByRc4 : opensBySha2;
  return encodingsOf(lock, password).some((bytes) => opens(lock, bytes));
}

/** Old handlers know single bytes, new ones UTF-8; some programs take their own system's way. */
function encodingsOf({ revision }: PdfEncryption, password: string): Buffer[] {
  const forms = [password.normalize('NFKC'), password.normalize('NFC'), password];
  const wide = forms.map((form) => Buffer.from(form, 'utf8').subarray(0, 127));
  const single = forms.filter((form) => /^[\0-\xff]*$/.test(form)).map((form) => Buffer.from(form, 'latin1'));
  const all = revision < 5 ? [...single, ...wide] : wide;
  return all.filter((one, index) => all.findIndex((other) => other.equals(one)) === index);
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const padded = (password: Buffer) => Buffer.concat([password, padding]).subarray(0, 32);

const hash = (algorithm: string, ...parts: Buffer[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash(algorithm)).digest();

function repeated(times: number, start: Buffer, step: (value: Buffer) => Buffer): Buffer {
  let value = start;
  for (let count = 0; count < times; count += 1) value = step(value);
  return value;
}

function opensByRc4(lock: PdfEncryption, password: Buffer): boolean {
  if (isUser(lock, padded(password))) return true;
  // For keys shorter than a hash the standard and what many programs write differ.
  return [16, lock.keyBytes].some((hashed) => isUser(lock, userByOwner(lock, password, hashed)));
}

/** Algorithms 4 to 6. */
function isUser(lock: PdfEncryption, paddedPassword: Buffer): boolean {
  const key = keyOf(lock, paddedPassword);
  if (lock.revision === 2) return rc4(key, padding).equals(lock.user.subarray(0, 32));
  const start = hash('md5', padding, lock.fileId);
  return rc4InTurns(upwards, key, start).equals(lock.user.subarray(0, 16));
}

/** Algorithm 2. */
function keyOf(
  { revision, keyBytes, owner, permissions, fileId, encryptsMetadata }: PdfEncryption,
  password: Buffer,
): Buffer {
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(permissions | 0);
  const mark = Buffer.alloc(revision >= 4 && !encryptsMetadata ? 4 : 0, 0xff);
  const start = hash('md5', password, owner.subarray(0, 32), rights, fileId, mark);
  const key = repeated(revision >= 3 ? 50 : 0, start, (value) => hash('md5', value.subarray(0, keyBytes)));
  return key.subarray(0, keyBytes);
}

/** Algorithm 7: the padded password of the user, as the owner's password tells it. */
function userByOwner({ revision, keyBytes, owner }: PdfEncryption, password: Buffer, hashed: number): Buffer {
  const start = hash('md5', padded(password));
  const sum = repeated(revision >= 3 ? 50 : 0, start, (value) => hash('md5', value.subarray(0, hashed)));
  const key = sum.subarray(0, keyBytes);
  const stored = owner.subarray(0, 32);
  return revision === 2 ? rc4(key, stored) : rc4InTurns(upwards.toReversed(), key, stored);
}

const upwards = Array.from({ length: 20 }, (_, turn) => turn);

const rc4InTurns = (turns: number[], key: Buffer, data: Buffer): Buffer =>
  turns.reduce((value, turn) => rc4(Buffer.from(key.map((byte) => byte ^ turn)), value), data);

/** Node's OpenSSL has it no more. Enciphers and deciphers alike. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}

/** Algorithms 11 and 12: 32 bytes of hash, and behind them 8 of salt. */
function opensBySha2({ revision, owner, user }: PdfEncryption, password: Buffer): boolean {
  const sum = revision === 5 ? sumOfRevision5 : sumOfRevision6;
  const isOf = (entry: Buffer, extra: Buffer) =>
    sum(password, entry.subarray(32, 40), extra).equals(entry.subarray(0, 32));
  return isOf(user, Buffer.alloc(0)) || isOf(owner, user.subarray(0, 48));
}

type Sum = (password: Buffer, salt: Buffer, extra: Buffer) => Buffer;

const sumOfRevision5: Sum = (password, salt, extra) => hash('sha256', password, salt, extra);

const hashes = ['sha256', 'sha384', 'sha512'];

/** Algorithm 2.B: ends by itself after 287 rounds at the latest. */
const sumOfRevision6: Sum = (password, salt, extra) => {
  let key = sumOfRevision5(password, salt, extra);
  for (let rounds = 1; ; rounds += 1) {
    const once = Buffer.concat([password, key, extra]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(once)));
    const remainder = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0) % 3;
    key = hash(hashes[remainder] ?? '', encrypted);
    if (rounds >= 64 && (encrypted.at(-1) ?? 0) <= rounds - 32) return key.subarray(0, 32);
  }
};
