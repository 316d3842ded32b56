/** The timeout of an adapter's calls. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` with a signal that is aborted after `ms`, or with `signal`.
 * Not AbortSignal.timeout: its timer is unreferenced, so a process without other handles would end before the timeout.
 */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const timeout = new AbortController();
  const stop = new AbortController();
  void pause(ms, undefined, { signal: stop.signal }).then(
    () => timeout.abort(),
    () => undefined,
  );
  try {
    return await work(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
  } finally {
    stop.abort();
  }
}
