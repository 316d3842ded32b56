/** How long an adapter waits. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` with a signal that is aborted after `ms`, or with `signal`.
 * The platform's own time-out stops with the process's last handle; this one is cleared when the answer is here.
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const patience = new AbortController();
  const stop = new AbortController();
  void pause(ms, undefined, { signal: stop.signal }).then(
    () => patience.abort(),
    () => undefined,
  );
  try {
    return await work(signal ? AbortSignal.any([signal, patience.signal]) : patience.signal);
  } finally {
    stop.abort();
  }
}
