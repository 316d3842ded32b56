/** Requests that Amplify's storage API does not offer, signed by Amplify. */
import {
  authenticatedHandler,
  EMPTY_SHA256_HASH,
  extendedEncodeURIComponent,
  presignUrl,
  UNSIGNED_PAYLOAD,
} from '@aws-amplify/core/internals/aws-client-utils';
import { clientFor, signingKeysOf, type ObjectStoreContext } from './client.ts';
import { retryableStatuses, withTimeout } from './storage-result.ts';

/** The service name in signatures; S3 paths are encoded only once. */
const service = { name: 's3', uriEscapePath: false };

const timeoutMs = 30_000;

/** Sends a request about an object. @returns its status; undefined without a response or after a temporary failure */
export async function requestStatus(
  context: ObjectStoreContext,
  method: 'DELETE' | 'GET',
  query: Record<string, string> = {},
): Promise<number | undefined> {
  const url = urlOf(context);
  url.search = new URLSearchParams(query).toString();
  const { name, uriEscapePath } = service;
  const options = { ...clientFor(context), service: name, uriEscapePath };
  const headers = { 'x-amz-content-sha256': EMPTY_SHA256_HASH };
  const answering = authenticatedHandler({ method, url, headers }, options);
  const answer = await withTimeout(timeoutMs, answering).catch(() => undefined);
  return answer && !retryableStatuses.includes(answer.statusCode) ? answer.statusCode : undefined;
}

/** Returns a presigned URL, valid for so many seconds or until the credentials expire. @throws StorageError */
export async function presignedUrl(context: ObjectStoreContext, expiresIn: number) {
  const { access, bucket } = context;
  const stored = await access.current(expiresIn * 1000);
  const credentials = signingKeysOf(stored);
  const now = context.now();
  const ends = stored.kind === 'ok' ? Date.parse(stored.value.expires_at) : 0;
  const expiration = Math.max(1, Math.min(expiresIn, Math.floor((ends - now.getTime()) / 1000)));
  const address = presignUrl(
    { method: 'GET', url: urlOf(context), body: UNSIGNED_PAYLOAD },
    {
      credentials,
      signingDate: now,
      signingRegion: bucket.region,
      signingService: service.name,
      uriEscapePath: service.uriEscapePath,
      expiration,
    },
  );
  return { address: address.href, expiresAt: new Date(now.getTime() + expiration * 1000).toISOString() };
}

function urlOf({ bucket: { base }, key }: Pick<ObjectStoreContext, 'bucket' | 'key'>): URL {
  const url = new URL(base);
  const path = key.split('/').map(extendedEncodeURIComponent).join('/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  return url;
}
