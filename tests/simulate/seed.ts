/** One seed, and the fewest faults with which it still breaks the same law. */
import './prelude.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Fault } from './faults.ts';
import { dayMs } from './times.ts';
import { type RunOptions, startMs, World } from './world.ts';

export type SeedResult = {
  seed: number;
  hash: string;
  steps: number;
  days: number;
  loans: number;
  acts: Record<string, number>;
  breaks: { law: string; what: string }[];
  /** Kinds of faults that have happened. */
  faults: Fault[];
  /** The faults that it was run with, where not all that it has. */
  only: readonly Fault[] | undefined;
  lastLines: string[];
};

const shownLines = 25;

export async function runSeed(
  database: SimulatedDatabase,
  options: RunOptions,
  onLine?: (line: string) => void,
): Promise<SeedResult> {
  const world = new World(database, options);
  world.trace.onLine = onLine;
  await world.run();
  const { scheduler, trace, acts, breaks, faults, people } = world;
  return {
    ...{ seed: options.seed, hash: trace.hash, steps: scheduler.steps, only: options.only },
    ...{ days: (scheduler.now - startMs) / dayMs, loans: people.length, acts: Object.fromEntries(acts) },
    ...{
      breaks,
      faults: [...faults.counts.keys()],
      lastLines: breaks.length > 0 ? trace.last(shownLines) : [],
    },
  };
}

/** Leaves out one kind of fault after the other, as long as the same law is broken without it. */
export async function shrink(database: SimulatedDatabase, broken: SeedResult): Promise<SeedResult> {
  let least = broken;
  const law = broken.breaks[0]?.law;
  for (const fault of broken.faults) {
    const only = (least.only ?? broken.faults).filter((one) => one !== fault);
    const tried = await runSeed(database, { seed: broken.seed, only });
    if (tried.breaks[0]?.law === law) least = tried;
  }
  return least;
}
