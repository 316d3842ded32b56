/** A request as received, before its address is normalised or its headers are joined. */
import type { IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';
import { parseQuery, type Query } from './uri.ts';

export type S3Request = {
  method: string;
  /** The path of the request line, still encoded, without the query. */
  path: string;
  query: Query;
  /** The headers by their names in small letters; repeated ones are joined by a comma. */
  headers: ReadonlyMap<string, string>;
};

/** Returns the path of the request line, without the query: `/storage/a/../b` is unchanged. */
export const rawPathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** @throws S3Error InvalidURI */
export function readRequest({ method, url = '', rawHeaders }: IncomingMessage): S3Request {
  const path = rawPathOf(url);
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before},${value}`);
  }
  return { method: method ?? '', path, query: parseQuery(url.slice(path.length + 1)), headers };
}

/** Returns the only value of a parameter, or undefined. @throws S3Error InvalidArgument if it is repeated */
export function parameterOf(query: Query, name: string): string | undefined {
  const [first, ...others] = query.filter(([one]) => one === name);
  if (others.length > 0) throw new S3Error('InvalidArgument', `${name} is given more than once`);
  return first?.[1];
}
