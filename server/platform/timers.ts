/** Implements timers and time limits. */
import { platform } from './platform.ts';

/** Resolves after `ms`; rejects when `signal` is aborted. @param ref false where the process may end before */
export function sleep(
  ms: number,
  { signal, ref = true }: { signal?: AbortSignal | undefined; ref?: boolean } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      timer.close();
      reject(signal?.reason);
    };
    const timer = platform.startTimer(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (!ref) timer.unref();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Runs `work` with a signal that is aborted after `ms`, or with `signal`. */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const timeout = new AbortController();
  const timer = platform.startTimer(() => timeout.abort(), ms);
  try {
    return await work(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
  } finally {
    timer.close();
  }
}
