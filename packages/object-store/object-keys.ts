/**
 * The place of the objects, and the keys that they may have: stricter than S3, so that no client or proxy normalizes a key
 * to another one.
 */
import { S3Error } from './errors.ts';

/** The length in bytes of UTF-8. */
const longestKey = 1024;

/** Control characters, and characters that XML cannot contain. */
const forbiddenCharacters = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** @throws S3Error KeyTooLongError, or InvalidArgument for empty segments, `.`, `..` and control characters */
export function validateKey(key: string): void {
  if (Buffer.byteLength(key) > longestKey) throw new S3Error('KeyTooLongError', 'Your key is too long');
  const segments = key.split('/');
  if (segments.some((segment) => ['', '.', '..'].includes(segment)) || forbiddenCharacters.test(key)) {
    throw new S3Error('InvalidArgument', 'This store takes no such key');
  }
}

/** The order in which S3 lists: by the bytes of UTF-8. */
export const compareByBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Returns the group of a key: its first two folders. Entries of a group are stored in one folder. */
export const groupOf = (key: string): string => key.split('/').slice(0, -1).slice(0, 2).join('/');

/** Returns the group that contains every key with this prefix; undefined where several groups may. */
export const groupOfPrefix = (prefix: string): string | undefined =>
  prefix.split('/').length > 2 ? groupOf(prefix) : undefined;

/**
 * The path, bucket and region of the embedded store, as its addresses and signatures name them. An object is at
 * `base/bucket/KEY`, and at `/bucket/KEY` too, which is the only form that Amplify's client takes for its own.
 */
export const bucketLocation = {
  base: '/storage',
  bucket: 'feepath-documents',
  region: 'ap-south-1',
} as const;
