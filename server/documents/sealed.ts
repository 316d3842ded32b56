/**
 * What opens a locked PDF, sealed so that the database alone tells nobody: AES-256-GCM with a key of its own made from
 * the object store's. A seal belongs to one content and opens nowhere else.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * @param key the server's, see `settleObjectsKey`
 * @param place the key of the content that it is for
 */
export function seal(key: string, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(key), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text again; undefined where the key or the place is another one, or the seal was changed. */
export function unseal(key: string, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, sealingKey(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const sealingKey = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'feepath document password', 32));
