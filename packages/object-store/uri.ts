/** Addresses as Signature V4 reads and writes them: RFC 3986, decoded once and encoded once. */
import { S3Error } from './errors.ts';

/** Encodes the bytes other than RFC 3986's unreserved characters as %XX, in capitals. */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Does the same as `uriEncode`, with the slashes left unencoded. */
export const uriEncodePath = (path: string): string => path.split('/').map(uriEncode).join('/');

/** @throws S3Error InvalidURI for a lone % or for bytes that are no UTF-8 */
export function uriDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'The address is not percent-encoded UTF-8');
  }
}

export type Query = readonly (readonly [name: string, value: string])[];

/**
 * Returns the query in its own order; `a`, `a=` and `a&` are alike, and a plus is a space, as forms write it.
 * @param query without its question mark
 * @throws S3Error InvalidURI
 */
export const parseQuery = (query: string): Query =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
      return [uriDecode(name), uriDecode(value.join('='))] as const;
    });

/** Returns the query encoded and sorted by name and then by value, as in the signed text. */
export const canonicalQuery = (query: Query): string =>
  query
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
    .map((pair) => ({ pair, order: pair.replace('=', '\0') }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .map(({ pair }) => pair)
    .join('&');
