/** The one clock of the product: everything that asks for the time asks here. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that showed `start` when it was made and has run since. */
export function clockStartingAt(start: Date): Clock {
  const offset = start.getTime() - Date.now();
  return { now: () => new Date(Date.now() + offset) };
}

/** A clock that tests move by hand. */
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
