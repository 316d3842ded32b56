/** The checksums that a client may send with an upload, as S3 defines them: Base64, by the name of their header. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type Checksum = { update: (chunk: Uint8Array) => void; base64: () => string };

const makers: Record<string, () => Checksum> = {
  'content-md5': () => hashSum('md5'),
  'x-amz-checksum-crc32': () => crcSum(crc32),
  'x-amz-checksum-crc32c': () => crcSum(crc32c),
  'x-amz-checksum-sha1': () => hashSum('sha1'),
  'x-amz-checksum-sha256': () => hashSum('sha256'),
};

/** The names of S3's checksum headers that this store knows. */
export const checksumHeaders = Object.keys(makers).filter((name) => name !== 'content-md5');

/** The length in characters of this checksum in Base64. */
export const base64LengthOf = (name: string): number => createChecksum(name)?.base64().length ?? 0;

/** A new checksum; undefined for an unknown name. */
export const createChecksum = (name: string): Checksum | undefined =>
  Object.hasOwn(makers, name) ? makers[name]?.() : undefined;

function hashSum(algorithm: string): Checksum {
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), base64: () => hash.digest('base64') };
}

function crcSum(step: (chunk: Uint8Array, before: number) => number): Checksum {
  let value = 0;
  return {
    update: (chunk) => {
      value = step(chunk, value);
    },
    base64: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes.toString('base64');
    },
  };
}

/** CRC-32C (Castagnoli), reflected. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(chunk: Uint8Array, before: number): number {
  let value = ~before >>> 0;
  for (const byte of chunk) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
