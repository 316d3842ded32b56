/** Which names objects may have: stricter than S3, so that a name means the same to whoever meets it. */
import { S3Error } from './errors.ts';

/** In bytes of UTF-8. */
const longestKey = 1024;

/** Control characters, and what XML cannot say. */
const unspeakable = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** @throws S3Error KeyTooLongError, or InvalidArgument for empty segments, `.`, `..` and control characters */
export function holdKey(key: string): void {
  if (Buffer.byteLength(key) > longestKey) throw new S3Error('KeyTooLongError', 'Your key is too long');
  const segments = key.split('/');
  if (segments.some((segment) => ['', '.', '..'].includes(segment)) || unspeakable.test(key)) {
    throw new S3Error('InvalidArgument', 'This store takes no such key');
  }
}

/** The order in which S3 lists: by the bytes of UTF-8. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What the keys that lie together begin with: the first two folders of a key. */
export const groupOf = (key: string): string => key.split('/').slice(0, -1).slice(0, 2).join('/');

/** The group that has every key with this prefix; undefined where several may. */
export const groupWithin = (prefix: string): string | undefined =>
  prefix.split('/').length > 2 ? groupOf(prefix) : undefined;
