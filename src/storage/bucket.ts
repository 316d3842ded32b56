/** The bucket's address, from the response with the credentials. */
import type { StorageCredentials } from '../../domain/values/wire.ts';

export interface Bucket {
  /** The URL that keys are appended to. */
  base: URL;
  bucket: string;
  region: string;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @param site the page's own origin
 * @returns null for an endpoint that is neither https nor on the loopback interface
 */
export function bucketOf(
  { endpoint, bucket, region }: StorageCredentials,
  pageOrigin: string,
): Bucket | null {
  if (endpoint === null) {
    const host = `s3.${region}.amazonaws.com`;
    // The wildcard certificate does not cover a bucket name with dots.
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
