/** A page of a list of objects, as S3 pages and groups it. */
import { S3Error } from './errors.ts';
import type { ObjectEntry } from './folder.ts';
import { compareByBytes } from './object-keys.ts';

export type ListObjectsParams = {
  prefix: string;
  /** Keys that have it after the prefix are told once, up to it. Empty for none. */
  delimiter: string;
  /** 0 to 1000. */
  maxKeys: number;
  /** The page begins after it: a key, or what several keys begin with. */
  after: string;
};

export type ListPage = {
  entries: ObjectEntry[];
  /** What several keys begin with. */
  prefixes: string[];
  /** Where the next page begins after; undefined on the last. */
  next: string | undefined;
};

/** @param entries in any order, all of them with the prefix */
export function listPageOf(
  entries: ObjectEntry[],
  { prefix, delimiter, maxKeys, after }: ListObjectsParams,
): ListPage {
  const page: ListPage = { entries: [], prefixes: [], next: undefined };
  const isPast = (key: string) =>
    compareByBytes(key, after) <= 0 ||
    (delimiter !== '' && after.endsWith(delimiter) && key.startsWith(after));
  const waiting = entries.filter(({ key }) => !isPast(key)).sort((a, b) => compareByBytes(a.key, b.key));
  let last = after;
  for (const entry of waiting) {
    const common = commonPrefix(entry.key, prefix, delimiter);
    if (common !== undefined && common === page.prefixes.at(-1)) continue;
    if (page.entries.length + page.prefixes.length === maxKeys) {
      return maxKeys === 0 ? page : { ...page, next: last };
    }
    if (common === undefined) page.entries.push(entry);
    else page.prefixes.push(common);
    last = common ?? entry.key;
  }
  return page;
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return at === -1 ? undefined : key.slice(0, at + delimiter.length);
}

/** A place in a list as a client carries it to the next page. */
export const encodeContinuationToken = (after: string): string => Buffer.from(after).toString('base64url');

/** @throws S3Error InvalidArgument */
export function decodeContinuationToken(token: string): string {
  const after = Buffer.from(token, 'base64url').toString('utf8');
  if (token !== '' && encodeContinuationToken(after) === token) return after;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}
