/** The headers and byte range of a download. The headers keep browsers from running the content. */
import type { FileHandle } from 'node:fs/promises';
import { S3Error } from './errors.ts';
import type { ObjectEntry } from './folder.ts';
import { parameterOf } from './request.ts';
import type { Query } from './uri.ts';

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

/** The types that may be shown in place: they cannot act under the policy that every download carries. */
const shownInPlace = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/** The headers of every response: uploaded content is neither executed nor cached. */
export const securityHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** @throws S3Error InvalidArgument for an override that is no header */
export function downloadHeaders(entry: ObjectEntry, query: Query): Record<string, string> {
  const type = parameterOf(query, 'response-content-type') ?? entry.contentType;
  const asked = parameterOf(query, 'response-content-disposition') ?? 'attachment';
  if (!isMediaType(type)) throw new S3Error('InvalidArgument', 'response-content-type is no media type');
  if (!/^(inline|attachment)(;[\x20-\x7e]*)?$/i.test(asked)) {
    throw new S3Error('InvalidArgument', 'response-content-disposition must be inline or attachment');
  }
  const disposition = shownInPlace.includes(type.toLowerCase())
    ? asked
    : asked.replace(/^inline/i, 'attachment');
  return {
    'accept-ranges': 'bytes',
    'content-type': type,
    'content-disposition': disposition,
    etag: `"${entry.eTag}"`,
    'last-modified': new Date(entry.lastModified).toUTCString(),
  };
}

export const isMediaType = (text: string): boolean =>
  text.length <= 255 && /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(text);

/**
 * @returns undefined for the whole
 * @throws S3Error InvalidRange where there are no such bytes
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const range = parseByteRange(header, size);
  if (range !== null) return range;
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    'content-range': `bytes */${size}`,
  });
}

const stepBytes = 64 * 1024;

/** Reads the requested range, and closes the content at the end or when the reader cancels. */
export function streamRange(content: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream({
    async pull(controller) {
      const buffer = new Uint8Array(Math.min(stepBytes, end + 1 - at));
      const { bytesRead } = await content.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) {
        await content.close();
        controller.error(new Error('A content is shorter than its entry says'));
        return;
      }
      at += bytesRead;
      controller.enqueue(buffer.subarray(0, bytesRead));
      if (at <= end) return;
      await content.close();
      controller.close();
    },
    cancel: () => content.close(),
  });
}
