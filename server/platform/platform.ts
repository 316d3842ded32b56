/**
 * Defines the server's access to the machine: time, randomness, threads and the network (decision 128). A process has
 * one platform: Node's, or in a simulation one that follows from a seed.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

export type Timer = {
  close: () => unknown;
  /** Lets the process end before the timer does. */
  unref: () => unknown;
};

const node = {
  /** Milliseconds since 1970. The time of a server is its `Clock`, which may differ from this one. */
  now: () => Date.now(),
  /** Milliseconds since some moment, which no change of the clock moves: for deadlines and durations. */
  elapsedMs: () => performance.now(),
  startTimer: (work: () => void, ms: number): Timer => setTimeout(work, ms),
  startInterval: (work: () => void, ms: number): Timer => setInterval(work, ms),
  /** Resolves when the event loop has had a turn. */
  nextTurn: (): Promise<void> => setImmediate(),
  randomBytes: (length: number): Buffer => randomBytes(length),
  /** Draws a whole number from 0, and less than `end`. */
  randomInt: (end: number): number => randomInt(end),
  /** Version 4. */
  uuid: (): string => randomUUID(),
  fetch: (address: string | URL, init: RequestInit): Promise<Response> => fetch(address, init),
  /** Runs `work`, which another thread or process does: a simulated time stands still until its answer is there. */
  offload: <T>(work: () => Promise<T>): Promise<T> => work(),
};

export type Platform = typeof node;

/** The platform of this process is read at each use, so none of its functions is kept. */
export let platform: Platform = node;

/** Installs another platform, for simulations and tests. @returns installs the former again */
export function installPlatform(instead: Platform): () => void {
  const former = platform;
  platform = instead;
  return () => {
    platform = former;
  };
}
