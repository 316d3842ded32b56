/**
 * Runs seeds. One in two hundred is a whole life, from the first call of the people to thirty days after their last.
 * The others are short: each begins at a moment of the whole life before it, with servers that have just started.
 */
import './prelude.ts';
import { createRandom } from '../fuzz/random.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Fault } from './faults.ts';
import { errandOf, fitsErrand } from './people/errands.ts';
import type { State } from './states.ts';
import { type Part, shrink } from './shrink.ts';
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
  actedSteps: number;
  /** The part that was run, unless all of it was. */
  part: Part;
  lastLines: string[];
};

/** The number of seeds that share a whole life, which is the first of them. */
export const seedsOfLife = 200;
export const lifeOf = (seed: number): number => seed - (seed % seedsOfLife);

const shownLines = 25;

export class SeedRunner {
  /** The latest whole life, and its moments. */
  #life: { seed: number; states: State[] } | undefined;

  constructor(private readonly database: SimulatedDatabase) {}

  /** A seed that breaks a law is run again by its parts, as long as the same law is broken. */
  async run(seed: number, given: Part = {}, onLine?: (line: string) => void): Promise<SeedResult> {
    const options = { seed, from: await this.#stateFor(seed) };
    const broken = await this.#runOnce({ ...options, ...given }, onLine);
    const { run, part } = await shrink(broken, given, (less) => this.#runOnce({ ...options, ...less }));
    return { ...run, part };
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
    const { seed, only, mostSteps, from } = options;
    const states: State[] = [];
    const world = new World(this.database, {
      ...options,
      keep: from ? undefined : (one) => states.push(one),
    });
    world.trace.onLine = onLine;
    await world.run();
    if (!from && !only && mostSteps === undefined) {
      this.#life = { seed, states };
      storeStates(seed, states);
    }
    const { scheduler, trace, acts, breaks, faults, people } = world;
    return {
      ...{
        seed,
        part: { only, mostSteps },
        actedSteps: world.actedSteps,
        from: from?.act,
        hash: trace.hash,
        steps: scheduler.steps,
        breaks,
      },
      ...{ days: (scheduler.now - world.started) / dayMs, loans: people.length },
      ...{ acts: Object.fromEntries(acts), faults: [...faults.counts.keys()] },
      lastLines: breaks.length > 0 ? trace.last(shownLines) : [],
    };
  }
}
