/** Objects of the store, and the results of its operations; failure is a value, and so are errors of Amplify. */

/** The access level of an object; `protected` and `private` objects belong to one identity. */
export type AccessLevel = 'public' | 'protected' | 'private';

export interface ObjectName {
  /** The default is `limits.storage.defaultLevel`. */
  level?: AccessLevel;
  /** The key within the level. */
  key: string;
}

export interface ListedObject {
  /** The whole key, with its level. */
  key: string;
  /** The entity tag, without quotes. */
  eTag: string;
  /** The time of the last change, ISO 8601. */
  lastModified: string;
  /** The size in bytes. */
  size: number;
}

export interface PutOptions {
  contentType: string;
  /** Called with whole percent, in rising order; 100 once the object is stored. */
  onProgress: (percent: number) => void;
  /**
   * Cancels the upload and deletes all of it. If it is aborted from the start, what an earlier call has left is deleted.
   */
  signal: AbortSignal;
}

/** The specification's faults (section 8): no credentials, no plugin, upload cancelled, clean up failed. */
export type StorageFault = 'noCredentials' | 'noProvider' | 'cancelled' | 'cleanUpFailed';

/**
 * - `failed`: it could not start, or was cancelled.
 * - `refused`: the store, or the issuer of its credentials, refused; `code` is the store's or the issuer's, or empty.
 * - `unreachable`: it is unknown what arrived; a retry may help.
 */
export type StorageFailure =
  | { kind: 'failed'; fault: StorageFault }
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'unreachable' };

export type StorageResult<T> = { kind: 'ok'; value: T } | StorageFailure;

export const ok = <T>(value: T): StorageResult<T> => ({ kind: 'ok', value });
export const failed = (fault: StorageFault): StorageFailure => ({ kind: 'failed', fault });
export const unreachable: StorageFailure = { kind: 'unreachable' };

/** Carries a failure through Amplify as an exception; `failureOf` unwraps it. */
export class StorageError extends Error {
  constructor(readonly failure: StorageFailure) {
    super(failure.kind);
  }
}

/** Statuses of temporary failures: a retry may succeed. */
export const retryableStatuses = [429, 500, 502, 503, 504];
/** S3 codes that mean a lost connection, with any status. */
const connectionErrorCodes = ['RequestTimeout', 'IncompleteBody'];

/** The properties of an Amplify error: S3's code, and the status if there was a response. */
interface AmplifyError {
  name?: string;
  metadata?: { httpStatusCode?: number };
}

export function failureOf(error: unknown): StorageFailure {
  if (error instanceof StorageError) return error.failure;
  const { name = '', metadata } = (error ?? {}) as AmplifyError;
  const status = metadata?.httpStatusCode ?? 0;
  return status < 400 || retryableStatuses.includes(status) || connectionErrorCodes.includes(name)
    ? unreachable
    : { kind: 'refused', status, code: name };
}

/** Returns the operation's result; `unreachable` after the timeout. */
export const resultWithin = <T>(ms: number, operation: PromiseLike<T>): Promise<StorageResult<T>> =>
  withTimeout(ms, operation).then(ok, failureOf);

/** @throws StorageError `unreachable` if it takes longer */
export function withTimeout<T>(ms: number, operation: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StorageError(unreachable)), ms);
    operation.then(resolve, reject).then(() => clearTimeout(timer));
  });
}

/** Resolves once the signal is aborted. */
export const whenAborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });

/** Returns an ETag without its quotes. */
export const unquoteETag = (eTag = ''): string => eTag.replaceAll('"', '');
