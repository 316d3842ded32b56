/**
 * Encryption of single values in the database: AES-256-GCM with keys that HKDF derives from master keys, one for each
 * purpose. The first master key encrypts, every one decrypts, so that keys can be rotated while servers run.
 *
 * An encrypted value is `v1.KEY_ID.BYTES`. KEY_ID names the master key: 8 hex digits that are derived from it. BYTES are
 * the nonce (12), the tag (16) and the ciphertext, in base64url. Purpose and place are the additional authenticated
 * data, so that a value is of no use in another row.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { platform } from '../platform/platform.ts';

/** The purpose of a value; each purpose has its own keys. */
export type Purpose = 'document password' | 'personal data' | 'search by PAN' | 'second factor';

export type Keyring = {
  /** @param place where the value is stored, such as the primary key of its row */
  encrypt: (purpose: Purpose, place: string, text: string) => string;
  /** The text; undefined where its key is missing, the place is another, or the value was changed. */
  decrypt: (purpose: Purpose, place: string, encrypted: string) => string | undefined;
  /** The hashes by which a text is found that is stored encrypted: one for each key, that of the first key first. */
  hashes: (purpose: Purpose, text: string) => string[];
  /** The prefix of values that the first key has encrypted. */
  currentPrefix: string;
};

/** The numbers of values that were encrypted again and of those that could not be decrypted. */
export type RotationResult = { rotated: number; unreadable: number };

const algorithm = 'aes-256-gcm';
const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

type MasterKey = { id: string; keyFor: (purpose: Purpose) => Buffer };

/** @param secrets at least one; repeated ones count once */
export function createKeyring(secrets: readonly string[]): Keyring {
  const masters = [...new Set(secrets)].map(masterKeyOf);
  const [first] = masters;
  if (!first) throw new Error('A keyring needs a key');
  const currentPrefix = `${version}.${first.id}.`;
  return {
    currentPrefix,
    encrypt(purpose, place, text) {
      const nonce = platform.randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, first.keyFor(purpose), nonce).setAAD(context(purpose, place));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return currentPrefix + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    hashes: (purpose, text) =>
      masters.map(({ keyFor }) => createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')),
    decrypt(purpose, place, encrypted) {
      const [, id, body = ''] = /^v1\.([0-9a-f]{8})\.([\w-]*)$/.exec(encrypted) ?? [];
      const master = masters.find((one) => one.id === id);
      const bytes = Buffer.from(body, 'base64url');
      return master && decryptBytes(master.keyFor(purpose), context(purpose, place), bytes);
    },
  };
}

const context = (purpose: Purpose, place: string): Buffer =>
  Buffer.from([version, purpose, place].join('\n'));

function masterKeyOf(secret: string): MasterKey {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', info, bytes));
  const keys = new Map<Purpose, Buffer>();
  return {
    id: derive('feepath key id', 4).toString('hex'),
    keyFor(purpose) {
      const key = keys.get(purpose) ?? derive(`feepath ${purpose}`, 32);
      keys.set(purpose, key);
      return key;
    },
  };
}

function decryptBytes(key: Buffer, aad: Buffer, bytes: Buffer): string | undefined {
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(aad).setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
