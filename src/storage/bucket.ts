/** Where the bucket is, as the answer with its credentials says. */
import type { StorageCredentials } from '../../domain/wire.ts';

export interface Bucket {
  /** Below it lie the keys. */
  base: URL;
  bucket: string;
  region: string;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @param site the page's own origin
 * @returns null for an endpoint that is no site of TLS or of this machine
 */
export function bucketOf(
  { endpoint, bucket, region }: StorageCredentials,
  pageOrigin: string,
): Bucket | null {
  if (endpoint === null) {
    const host = `s3.${region}.amazonaws.com`;
    // A name with dots fits into no certificate.
    const base = bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
    return { base: new URL(base), bucket, region };
  }
  if (endpoint === '/') return { base: new URL(`/${bucket}`, pageOrigin), bucket, region };
  try {
    const { protocol, hostname, origin } = new URL(endpoint);
    const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));
    return isSafe ? { base: new URL(`/${bucket}`, origin), bucket, region } : null;
  } catch {
    return null;
  }
}
