/** The kinds of faults, each with its frequency in ten thousand. The seed draws those that a run has; see `quiet`. */
import type { Random } from '../fuzz/random.ts';

const rates = {
  /** A server ends at a yield point; its memory is lost. */
  'server.crash': 8,
  /** A server is frozen for a while, its leases run out, and it continues. */
  'server.pause': 5,
  'database.refused': 5,
  /** The statement is done, and the server does not learn it. */
  'database.answerLost': 5,
  'answer.lost': 150,
  /** Faults of calls to companies outside. */
  'call.unreached': 300,
  'call.lost': 200,
  'call.answerLost': 300,
  'call.late': 200,
  'call.slow': 400,
  'call.stale': 200,
  'event.never': 1000,
  'event.twice': 1500,
  'event.late': 3000,
  'object.failed': 100,
  'message.notAccepted': 400,
  'message.unknown': 400,
  'message.refused': 60,
} as const;

export type Fault = keyof typeof rates;

export const allFaults = Object.keys(rates) as Fault[];

export class Faults {
  readonly #counts = new Map<Fault, number>();
  /** Says that faults have stopped. */
  isQuiet = false;
  readonly #chosen: ReadonlySet<Fault>;

  /** @param only the faults that may happen; all of the seed's if absent */
  constructor(
    private readonly random: Random,
    only?: readonly Fault[],
  ) {
    const drawn = allFaults.filter(() => random.percent(60));
    this.#chosen = new Set(only ? drawn.filter((one) => only.includes(one)) : drawn);
  }

  get chosen(): Fault[] {
    return [...this.#chosen];
  }

  happens(fault: Fault): boolean {
    // Drawn also where it cannot happen, so that a run with fewer faults stays near the one with all.
    const isDrawn = this.random.whole(10_000) < rates[fault];
    if (!isDrawn || this.isQuiet || !this.#chosen.has(fault)) return false;
    this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1);
    return true;
  }

  /** Counts of those that have happened. */
  get counts(): ReadonlyMap<Fault, number> {
    return this.#counts;
  }
}
