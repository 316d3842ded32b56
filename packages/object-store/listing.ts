/** A page of a list of objects, as S3 pages it. */
import { S3Error } from './errors.ts';
import type { ObjectEntry } from './folder.ts';
import { compareByBytes } from './object-keys.ts';

/**
 * @param entries in any order
 * @param maxKeys 0 to 1000
 * @param after the page begins after this key
 * @returns the page, and the key after which the next one begins: undefined on the last
 */
export function listPageOf(
  entries: ObjectEntry[],
  maxKeys: number,
  after: string,
): { page: ObjectEntry[]; next: string | undefined } {
  const waiting = entries
    .filter(({ key }) => compareByBytes(key, after) > 0)
    .sort((a, b) => compareByBytes(a.key, b.key));
  const page = waiting.slice(0, maxKeys);
  return { page, next: waiting.length > page.length ? page.at(-1)?.key : undefined };
}

/** Returns a place in a list as a client carries it to the next page. */
export const encodeContinuationToken = (after: string): string => Buffer.from(after).toString('base64url');

/** @throws S3Error InvalidArgument */
export function decodeContinuationToken(token: string): string {
  const after = Buffer.from(token, 'base64url').toString('utf8');
  if (token !== '' && encodeContinuationToken(after) === token) return after;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}
