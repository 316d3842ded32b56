/** The body of a call: decoded, measured and held against everything that the call says about it, while it is read. */
import { createHash } from 'node:crypto';
import { type Checksum, checksumHeaders, base64LengthOf, createChecksum } from './checksums.ts';
import { S3Error } from './errors.ts';
import { unsignedPayload } from './signature.ts';

/** Bytes that come, and what they were once all of them have come. */
export type Payload = {
  /** The size that the call says, which the bytes then have. */
  size: number;
  /** Throws at its end, at the latest, what does not fit: whoever keeps the bytes keeps them only after it. */
  bytes: AsyncIterable<Uint8Array>;
  digests: () => PayloadDigests;
};

/** `md5` and `sha256` in hex; `checksums` in Base64, by the names of their headers: those that came and fitted. */
export type PayloadDigests = { size: number; md5: string; sha256: string; checksums: Record<string, string> };

export type PayloadInput = {
  headers: ReadonlyMap<string, string>;
  /** What was signed in place of the body. */
  payload: string;
  bytes: AsyncIterable<Uint8Array>;
  /** In bytes. */
  largest: number;
};

const streamed = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * @throws S3Error at once for what the headers tell, and from `bytes` XAmzContentSHA256Mismatch, BadDigest or
 *   IncompleteBody
 */
export function verifyPayload({ headers, payload, bytes, largest }: PayloadInput): Payload {
  const isStreamed = payload === streamed;
  if (payload.startsWith('STREAMING-') && !isStreamed) {
    throw new S3Error('NotImplemented', `Of the streamed payloads, ${streamed} is implemented`);
  }
  if (!isStreamed && payload !== unsignedPayload && !/^[0-9a-f]{64}$/.test(payload)) {
    throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a SHA-256 in hex');
  }
  const size = sizeOf(headers, isStreamed);
  if (size > largest)
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  const expected = expectedSums(headers);
  const trailers = new Map<string, string>();
  const trailer = isStreamed ? trailerOf(headers) : undefined;
  const sums = new Map<string, Checksum>();
  for (const name of [...expected.keys(), ...(trailer ? [trailer] : [])]) {
    const sum = createChecksum(name);
    if (sum) sums.set(name, sum);
  }

  let digests: PayloadDigests | undefined;
  async function* verifiedBytes(): AsyncGenerator<Uint8Array> {
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    let read = 0;
    for await (const chunk of isStreamed ? unchunk(bytes, trailers) : bytes) {
      read += chunk.byteLength;
      if (read > size) throw incomplete();
      md5.update(chunk);
      sha256.update(chunk);
      for (const sum of sums.values()) sum.update(chunk);
      yield chunk;
    }
    if (read !== size) throw incomplete();
    const found = { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
    if (!isStreamed && payload !== unsignedPayload && payload !== found.sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch', 'The body is not what x-amz-content-sha256 says');
    }
    const checksums = verifyChecksums(sums, (name) =>
      name === trailer ? trailers.get(name) : expected.get(name),
    );
    digests = { size: read, ...found, checksums };
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

/** A small body as text. @throws S3Error as its bytes do */
export async function readPayloadText({ bytes }: Payload): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function sizeOf(headers: ReadonlyMap<string, string>, isStreamed: boolean): number {
  const length = headers.get(isStreamed ? 'x-amz-decoded-content-length' : 'content-length');
  if (length === undefined) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header');
  }
  if (!/^\d{1,15}$/.test(length)) throw new S3Error('InvalidArgument', 'The length must be a whole number');
  return Number(length);
}

/** The sums that the headers give. @throws S3Error for one that is no such sum, or that this store does not know */
function expectedSums(headers: ReadonlyMap<string, string>): Map<string, string> {
  const notSums = ['x-amz-checksum-algorithm', 'x-amz-checksum-type', 'x-amz-checksum-mode'];
  const sums = [...headers].filter(
    ([name]) => name === 'content-md5' || (name.startsWith('x-amz-checksum-') && !notSums.includes(name)),
  );
  for (const [name, value] of sums) {
    if (!createChecksum(name)) throw new S3Error('NotImplemented', `${name} is not implemented`);
    const isSum =
      value.length === base64LengthOf(name) && Buffer.from(value, 'base64').toString('base64') === value;
    if (isSum) continue;
    throw new S3Error(name === 'content-md5' ? 'InvalidDigest' : 'InvalidRequest', `${name} is not valid`);
  }
  return new Map(sums);
}

function trailerOf(headers: ReadonlyMap<string, string>): string {
  const name = headers.get('x-amz-trailer')?.trim().toLowerCase();
  if (name && checksumHeaders.includes(name)) return name;
  throw new S3Error(name ? 'NotImplemented' : 'InvalidRequest', 'x-amz-trailer must name one known checksum');
}

function verifyChecksums(
  sums: ReadonlyMap<string, Checksum>,
  expected: (name: string) => string | undefined,
): Record<string, string> {
  const found = [...sums].map(([name, sum]) => [name, sum.base64()] as const);
  for (const [name, value] of found) {
    if (expected(name) !== value) throw new S3Error('BadDigest', `The body is not what ${name} says`);
  }
  return Object.fromEntries(found.filter(([name]) => name !== 'content-md5'));
}

const incomplete = () =>
  new S3Error('IncompleteBody', 'You did not provide the number of bytes that the length says');

/** More than any line of it has. */
const longestLine = 1024;

/**
 * The bytes without their frame.
 * @param trailers gets what follows the bytes, by names in small letters
 * @throws S3Error IncompleteBody where it ends early, InvalidRequest where it is no such encoding
 */
async function* unchunk(
  source: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  let stage: 'size' | 'data' | 'afterData' | 'trailer' | 'done' = 'size';
  let left = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    while (rest.length > 0) {
      if (stage === 'data') {
        const data = rest.subarray(0, left);
        rest = rest.subarray(data.length);
        left -= data.length;
        if (left === 0) stage = 'afterData';
        yield data;
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end === -1 && rest.length <= longestLine) break;
      if (end === -1 || end > longestLine || stage === 'done') throw malformed();
      const line = rest.toString('latin1', 0, end);
      rest = rest.subarray(end + 2);
      if (stage === 'afterData') {
        if (line !== '') throw malformed();
        stage = 'size';
      } else if (stage === 'size') {
        left = sizeIn(line);
        stage = left === 0 ? 'trailer' : 'data';
      } else if (line === '') stage = 'done';
      else trailers.set(...trailerIn(line));
    }
  }
  if (stage !== 'done' || rest.length > 0) throw new S3Error('IncompleteBody', 'The body ends early');
}

function sizeIn(line: string): number {
  if (!/^[0-9a-f]{1,8}$/i.test(line)) throw malformed();
  return Number.parseInt(line, 16);
}

function trailerIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw malformed();
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

const malformed = () => new S3Error('InvalidRequest', 'The body is not aws-chunked');
