/** A clock that tests move by hand. */
import type { Clock } from '../platform/clock.ts';

export function manualClock(start: Date): Clock & { set: (to: Date) => void; pass: (ms: number) => void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (to) => {
      at = to.getTime();
    },
    pass: (ms) => {
      at += ms;
    },
  };
}
