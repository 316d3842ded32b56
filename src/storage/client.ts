/** Configures Amplify's S3 client: credentials, endpoint, clock and retries. */
import { type AmplifyContext, createAmplifyContext, type LibraryOptions } from '@aws-amplify/core';
import {
  type authenticatedHandler,
  getRetryDecider,
  jitteredBackoff,
} from '@aws-amplify/core/internals/aws-client-utils';
import type { StorageCredentials } from '../../domain/wire.ts';
import type { CredentialsProvider } from './credentials.ts';
import { failureOf, StorageError } from './storage-error.ts';
import type { Bucket } from './bucket.ts';
import type { StorageFailure, StorageResult } from './storage-result.ts';

/** What an operation on one object, or on all below a prefix, works with. */
export interface ObjectStoreContext {
  bucket: Bucket;
  access: CredentialsProvider;
  /** Now, by the server's clock. */
  now: () => Date;
  /** Whole, with its level. */
  key: string;
}

/** For whoever signs: `forceRefresh` where the store has refused the last ones as expired. */
export type Sign = (options?: { forceRefresh?: boolean }) => Promise<ReturnType<typeof signingKeysOf>>;

/** @returns a function that throws `StorageError` where there are none */
export const createSigner =
  ({ access }: Pick<ObjectStoreContext, 'access'>): Sign =>
  async ({ forceRefresh = false } = {}) =>
    signingKeysOf(await (forceRefresh ? access.refresh() : access.current()));

/** @throws StorageError */
export function signingKeysOf(stored: StorageResult<StorageCredentials>) {
  if (stored.kind !== 'ok') throw new StorageError(stored);
  const { access_key_id, secret_access_key, session_token } = stored.value;
  return { accessKeyId: access_key_id, secretAccessKey: secret_access_key, sessionToken: session_token };
}

/** Options of one operation. */
export interface ClientOverrides {
  sign?: Sign;
  /** Called when a call has failed and is not retried. */
  onFinalFailure?: (failure: StorageFailure) => void;
}

/** scripts/amplify.ts lets these through. */
type Options = LibraryOptions & { Storage: { S3: { client: ReturnType<typeof clientFor> } } };

/** What Amplify's operations want as their first. */
export function amplifyContextFor(context: ObjectStoreContext, overrides?: ClientOverrides): AmplifyContext {
  const { bucket, region } = context.bucket;
  const options: Options = { Storage: { S3: { client: clientFor(context, overrides) } } };
  return createAmplifyContext({ Storage: { S3: { bucket, region } } }, options);
}

/** A call that fails in passing is tried again after about 0.2 and 0.4 seconds. */
const maxAttempts = 3;

export const clientFor = (
  context: ObjectStoreContext,
  { sign = createSigner(context), onFinalFailure }: ClientOverrides = {},
) => ({
  region: context.bucket.region,
  credentials: sign,
  endpointResolver: () => ({ url: new URL(context.bucket.base) }),
  // What is signed by a wrong clock is refused once all its bytes are sent.
  systemClockOffset: context.now().getTime() - Date.now(),
  maxAttempts,
  computeDelay: jitteredBackoff,
  retryDecider: deciderFor(onFinalFailure),
});

type Decide = Parameters<typeof authenticatedHandler>[1]['retryDecider'];

const deciderFor =
  (onFailure?: ClientOverrides['onFinalFailure']): Decide =>
  async (response, error, context) => {
    const { statusCode: status = 0, body } = response ?? {};
    // S3 tells of a failed completion under status 200.
    const name = s3ErrorCode((await body?.text()) ?? '');
    const parsed = name ? Object.assign(new Error(name), { name, $metadata: {} }) : undefined;
    const usual = await getRetryDecider(async () => parsed)(response, error);
    const isCredentialsExpiredError = name === 'ExpiredToken';
    const mayRenew = isCredentialsExpiredError && !context?.isCredentialsExpired;
    const retryable = usual.retryable || mayRenew || (status === 200 && name !== '');
    const hasFailed = !response || status >= 300 || name !== '';
    if (hasFailed && (!retryable || (context?.attemptsCount ?? 0) >= maxAttempts)) {
      onFailure?.(failureOf(error ?? { name, metadata: { httpStatusCode: status } }));
    }
    return { retryable, isCredentialsExpiredError };
  };

/** S3's code in the XML of a refusal; empty where there is none. */
export const s3ErrorCode = (xml: string): string => /<Error>.*?<Code>(\w+)<\/Code>/s.exec(xml)?.[1] ?? '';
