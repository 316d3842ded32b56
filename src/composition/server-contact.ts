/** Tracks if the server answers a page that the device itself has opened (decision 80). */
import type { ServerContact } from '../account/services.ts';
import type { Call } from '../api/call.ts';

/**
 * A page that came from the server has reached it. A stored page has not, until a call is answered.
 * @param options.isStoredPage true if the service worker has opened the page from its cache
 */
export function createServerContact({ isStoredPage }: { isStoredPage: boolean }): ServerContact & {
  /** Wraps a call, so that its responses count as contact. */
  observe: (call: Call) => Call;
  /** Called when the device has a network again; the server counts as reached until a call fails. */
  setReached: () => void;
} {
  let isReached = !isStoredPage;
  const listeners = new Set<() => void>();
  const setReached = () => {
    if (isReached) return;
    isReached = true;
    for (const listener of listeners) listener();
  };
  return {
    isReached: () => isReached,
    setReached,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    observe: (call) => async (id, params, options) => {
      const outcome = await call(id, params, options);
      if (outcome.kind !== 'unreachable') setReached();
      return outcome;
    },
  };
}
