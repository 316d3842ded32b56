/** Configures Amplify's S3 client: credentials, endpoint, clock and retries. */
import {
  type authenticatedHandler,
  getRetryDecider,
  jitteredBackoff,
} from '@aws-amplify/core/internals/aws-client-utils';
import { type AmplifyContext, createAmplifyContext } from 'aws-amplify';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import type { CredentialsProvider } from './credentials.ts';
import type { Bucket } from './bucket.ts';
import { type StorageFailure, type StorageResult, failureOf, StorageError } from './storage-result.ts';

/** The context of an operation on an object or a prefix. */
export interface ObjectStoreContext {
  bucket: Bucket;
  access: CredentialsProvider;
  /** Returns the current time by the server's clock. */
  now: () => Date;
  /** The full key, with its access level. */
  key: string;
}

/** Provides signing keys; `forceRefresh` after the store rejected the last ones as expired. */
export type Sign = (options?: { forceRefresh?: boolean }) => Promise<ReturnType<typeof signingKeysOf>>;

/** @returns a function that throws `StorageError` if there are none */
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

/** scripts/amplify.ts patches Amplify to accept these. */
type Options = NonNullable<Parameters<typeof createAmplifyContext>[1]> & {
  Storage: { S3: { client: ReturnType<typeof clientFor> } };
};

/** Returns the first argument of Amplify's operations. */
export function amplifyContextFor(context: ObjectStoreContext, overrides?: ClientOverrides): AmplifyContext {
  const { bucket, region } = context.bucket;
  const options: Options = { Storage: { S3: { client: clientFor(context, overrides) } } };
  return createAmplifyContext({ Storage: { S3: { bucket, region } } }, options);
}

/** A temporary failure is retried after about 0.2 and 0.4 seconds. */
const maxAttempts = 3;

export const clientFor = (
  context: ObjectStoreContext,
  { sign = createSigner(context), onFinalFailure }: ClientOverrides = {},
) => ({
  region: context.bucket.region,
  credentials: sign,
  endpointResolver: () => ({ url: new URL(context.bucket.base) }),
  // The store rejects a signature with a wrong time, but only after the whole body was sent.
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
    // S3 can report a failed completion with status 200.
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

/** Returns the error code in S3's XML response; empty if there is none. */
export const s3ErrorCode = (xml: string): string => /<Error>.*?<Code>(\w+)<\/Code>/s.exec(xml)?.[1] ?? '';
