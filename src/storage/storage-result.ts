/** Results of operations on the object store; failure is a value. */

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

/** Resolves once the signal is aborted. */
export const whenAborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });

/** Returns an ETag without its quotes. */
export const unquoteETag = (eTag = ''): string => eTag.replaceAll('"', '');
