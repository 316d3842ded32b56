/** Maps errors of Amplify to results. */
import { ok, type StorageFailure, type StorageResult, unreachable } from './storage-result.ts';

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
