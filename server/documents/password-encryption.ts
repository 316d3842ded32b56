/**
 * Encryption of the passwords of locked PDFs in the database: AES-256-GCM with a key derived from the object store's.
 * The content's object key is the additional authenticated data, so a password is of no use for another content.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * @param key the server's, see `loadOrCreateObjectsKey`
 * @param contentKey the object key of the PDF that the password opens
 */
export function encryptPassword(key: string, contentKey: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, encryptionKey(key), nonce).setAAD(Buffer.from(contentKey));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The password; undefined where the key or the contentKey differs, or the ciphertext was changed. */
export function decryptPassword(key: string, contentKey: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, encryptionKey(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(contentKey)).setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const encryptionKey = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'feepath document password', 32));
