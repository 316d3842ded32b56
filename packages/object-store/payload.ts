/** The body of a request: measured and checked against all headers about it, while it is read. */
import { createHash } from 'node:crypto';
import { chunksOf } from './durable-files.ts';
import { S3Error } from './errors.ts';
import { unsignedPayload } from './signature.ts';

/** Bytes that come, and what they were once all of them have come. */
export type Payload = {
  /** The size that the call says, which the bytes then have. */
  size: number;
  /** Throws by its end where size or hash is wrong, so the bytes may be stored only after it has ended. */
  bytes: AsyncIterable<Uint8Array>;
  digests: () => PayloadDigests;
};

/** `md5` and `sha256` are in hex. */
export type PayloadDigests = { size: number; md5: string; sha256: string };

export type PayloadInput = {
  headers: ReadonlyMap<string, string>;
  /** The value of x-amz-content-sha256: the body's SHA-256 in hex, or UNSIGNED-PAYLOAD. */
  payload: string;
  bytes: AsyncIterable<Uint8Array>;
  /** The size in bytes. */
  largest: number;
};

/** @throws S3Error at once for errors in the headers, and from `bytes` XAmzContentSHA256Mismatch or IncompleteBody */
export function verifyPayload({ headers, payload, bytes, largest }: PayloadInput): Payload {
  if (payload.startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', 'A payload is signed whole here');
  }
  if (payload !== unsignedPayload && !/^[0-9a-f]{64}$/.test(payload)) {
    throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a SHA-256 in hex');
  }
  const size = sizeOf(headers);
  if (size > largest)
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');

  let digests: PayloadDigests | undefined;
  async function* verifiedBytes(): AsyncGenerator<Uint8Array> {
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    let read = 0;
    for await (const chunk of bytes) {
      read += chunk.byteLength;
      if (read > size) throw incomplete();
      md5.update(chunk);
      sha256.update(chunk);
      yield chunk;
    }
    if (read !== size) throw incomplete();
    const found = { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
    if (payload !== unsignedPayload && payload !== found.sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch', 'The body is not what x-amz-content-sha256 says');
    }
    digests = { size: read, ...found };
  }
  return {
    size,
    bytes: verifiedBytes(),
    digests: () => {
      if (!digests) throw new Error('The body has not been read');
      return digests;
    },
  };
}

/** Returns a content as if it came in a request. */
export const payloadOf = (content: Uint8Array): Payload =>
  verifyPayload({
    headers: new Map([['content-length', String(content.length)]]),
    payload: unsignedPayload,
    bytes: chunksOf(content),
    largest: content.length,
  });

/** Returns a small body as text. @throws S3Error as its bytes do */
export async function readPayloadText({ bytes }: Payload): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function sizeOf(headers: ReadonlyMap<string, string>): number {
  const length = headers.get('content-length');
  if (length === undefined) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header');
  }
  if (!/^\d{1,15}$/.test(length)) throw new S3Error('InvalidArgument', 'The length must be a whole number');
  return Number(length);
}

const incomplete = () =>
  new S3Error('IncompleteBody', 'You did not provide the number of bytes that the length says');
