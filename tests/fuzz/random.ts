/** A random generator that a seed repeats, and what to draw with it. */

export type Random = {
  /** Returns a whole number from 0 to below `below`. */
  whole: (below: number) => number;
  /** True in so many of a hundred draws. */
  percent: (chance: number) => boolean;
  /** Returns one of several. */
  pick: <One>(several: readonly One[]) => One;
};

/** Mulberry32: small, quick, and good enough to choose inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    percent: (chance) => next() * 100 < chance,
    pick: <One>(several: readonly One[]) => several[whole(several.length)] as One,
  };
}
