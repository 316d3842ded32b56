/** The part of a file that a `Range` header asks for. */

/** The bytes from `start` to `end`, both of them included. */
export type ByteRange = { start: number; end: number };

/** @returns undefined for the whole: no range, or none that means anything; null where there are no such bytes */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? null : { start, end };
}
