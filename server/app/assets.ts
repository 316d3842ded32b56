/** The built app's files, read into memory at the start: nothing outside the folder can be asked for. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { compress } from '../platform/threads.ts';

export type Asset = {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
  /** True if the name changes with the content, so that it may be cached for ever. */
  hashed: boolean;
  /** The bytes as the client likes them best, packed once. */
  packed: (accepted: string) => Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding?: 'br' | 'gzip' }>;
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const packable = /^(text|application)\/|svg/;

/** @returns the files by their address (`/assets/index-x1y2z3.js`); none where the app is not built */
export function readAssets(folder: string): Map<string, Asset> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names
      .map((path) => [`/${path.slice(folder.length + 1).replaceAll('\\', '/')}`, path] as const)
      .filter(
        ([address]) => types[extname(address)] && !address.startsWith('/.') && !address.endsWith('.map'),
      )
      .map(([address, path]) => [address, createAsset(address, readFileSync(path))]),
  );
}

/** An asset from bytes that are at hand. @param quality of Brotli: 9 for what is packed once, less for one request */
export function createAsset(address: string, content: string | Uint8Array, quality = 9): Asset {
  const bytes = new Uint8Array(Buffer.from(content));
  const type = types[extname(address)] ?? 'application/octet-stream';
  const packedByEncoding = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const pack = (encoding: 'br' | 'gzip') => {
    const known =
      packedByEncoding.get(encoding) ??
      compress[encoding](bytes, quality).then((packed) => new Uint8Array(packed));
    packedByEncoding.set(encoding, known);
    return known;
  };
  return {
    type,
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    hashed: /^\/assets\/.+-[\w-]{6,}\.\w+$/.test(address),
    async packed(accepted) {
      const encoding = packable.test(type) && bytes.length > 512 ? bestEncoding(accepted) : undefined;
      return encoding ? { bytes: await pack(encoding), encoding } : { bytes };
    },
  };
}

function bestEncoding(accepted: string): 'br' | 'gzip' | undefined {
  const offered = accepted
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (offered.includes('br')) return 'br';
  return offered.includes('gzip') ? 'gzip' : undefined;
}
