import { platform } from './platform.ts';

/** The one clock of a server: everything that asks for the time asks here. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date(platform.now()) };

/** A clock that showed `start` when it was made and has run since. */
export function clockStartingAt(start: Date): Clock {
  const offset = start.getTime() - platform.now();
  return { now: () => new Date(platform.now() + offset) };
}
