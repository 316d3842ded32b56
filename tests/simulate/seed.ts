/**
 * Runs seeds. Each two-hundredth is a whole life, from the first call of the people to thirty days after their last. The
 * others are short: each begins at a moment of the whole life before it, with servers that have just started.
 */
import './prelude.ts';
import { createRandom } from '../fuzz/random.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Fault } from './faults.ts';
import { errandOf, fitsErrand } from './people/errands.ts';
import type { State } from './states.ts';
import { readStates, storeStates } from './stored-states.ts';
import { dayMs } from './times.ts';
import { type RunOptions, World } from './world.ts';

export type SeedResult = {
  seed: number;
  /** The act after which it begins; undefined for a whole life. */
  from: string | undefined;
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

/** How many seeds share a whole life, which is the first of them. */
export const seedsOfLife = 200;
export const lifeOf = (seed: number): number => seed - (seed % seedsOfLife);

const shownLines = 25;

export class SeedRunner {
  /** The latest whole life, and its moments. */
  #life: { seed: number; states: State[] } | undefined;

  constructor(private readonly database: SimulatedDatabase) {}

  /**
   * A seed that breaks a law is run again without one kind of fault after the other, as long as the same law is broken.
   * @returns the run with the fewest faults
   */
  async run(seed: number, only?: readonly Fault[], onLine?: (line: string) => void): Promise<SeedResult> {
    const options = { seed, only, from: await this.#stateFor(seed) };
    const broken = await this.#runOnce(options, onLine);
    let least = broken;
    const law = broken.breaks[0]?.law;
    for (const fault of law === undefined ? [] : broken.faults) {
      const fewer = (least.only ?? broken.faults).filter((one) => one !== fault);
      const tried = await this.#runOnce({ ...options, only: fewer });
      if (tried.breaks[0]?.law === law) least = tried;
    }
    return least;
  }

  async #stateFor(seed: number): Promise<State | undefined> {
    const life = lifeOf(seed);
    if (life === seed) return undefined;
    if (this.#life?.seed !== life) {
      const stored = readStates(life);
      if (stored) this.#life = { seed: life, states: stored };
      else await this.#runOnce({ seed: life });
    }
    const states = this.#life?.states ?? [];
    const fitting = states.filter((state) => fitsErrand(state, errandOf(seed)));
    if (states.length === 0) return undefined;
    return createRandom(seed).pick(fitting.length > 0 ? fitting : states);
  }

  async #runOnce(options: RunOptions, onLine?: (line: string) => void): Promise<SeedResult> {
    const { seed, only, from } = options;
    const states: State[] = [];
    const world = new World(this.database, {
      ...options,
      keep: from ? undefined : (one) => states.push(one),
    });
    world.trace.onLine = onLine;
    await world.run();
    if (!from && !only) {
      this.#life = { seed, states };
      storeStates(seed, states);
    }
    const { scheduler, trace, acts, breaks, faults, people } = world;
    return {
      ...{ seed, only, from: from?.act, hash: trace.hash, steps: scheduler.steps, breaks },
      ...{ days: (scheduler.now - world.started) / dayMs, loans: people.length },
      ...{ acts: Object.fromEntries(acts), faults: [...faults.counts.keys()] },
      lastLines: breaks.length > 0 ? trace.last(shownLines) : [],
    };
  }
}
