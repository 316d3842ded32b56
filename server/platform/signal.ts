/** Wakes background work within one process, so that it need not wait for its next poll. */

import { platform } from './platform.ts';

/** A signal for one waiter; a notification without a waiter ends the next wait at once. */
export function createSignal() {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    /** Resolves at the next notification, or after `ms`. */
    async wait(ms: number) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = platform.startTimer(resolve, ms);
          wake = () => {
            timer.close();
            resolve();
          };
        });
      }
      isNotified = false;
    },
  };
}

/** Notifies every subscriber: `subscribe` returns the function that ends the subscription. */
export function createNotifier() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}
