/**
 * Random walks: whatever can happen next, again and again, by fast-check's commands over the same machines. What fails
 * is shrunk to the shortest path that still fails, and told so that `--path` replays it.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type GraphEvent,
  graphEventsOf,
  type GraphNode,
  type Step,
  type GraphConstraints,
  describeStep,
  type Walk,
} from './graph.ts';
import { runMachine, type Running } from './machine-driver.ts';
import { brokenInvariant, type Failure, messageOf } from './machine-run.ts';
import { type Stepper, stepperOf } from './stepper.ts';
import type { AnySubject } from './subject.ts';

/** The state of a random walk, as the machine's definition says. */
interface Model {
  stepper: Stepper;
  place: GraphNode;
  steps: Step[];
}

/** One step: the number picks one of the possible events. */
class Pick implements fc.AsyncCommand<Model, Running | null> {
  readonly #number: number;
  readonly #all: readonly GraphEvent[];
  readonly #subject: AnySubject;
  constructor(subject: AnySubject, all: readonly GraphEvent[], number: number) {
    this.#subject = subject;
    this.#all = all;
    this.#number = number;
  }

  check = ({ stepper, place }: Readonly<Model>): boolean =>
    this.#all.some((graphEvent) => stepper.canHappen(place, graphEvent));

  /** @param running the machine driver, or null where the walk is only being made */
  async run(model: Model, running: Running | null): Promise<void> {
    const { stepper, place } = model;
    const possible = this.#all.filter((graphEvent) => stepper.canHappen(place, graphEvent));
    const graphEvent = possible[this.#number % possible.length];
    if (!graphEvent) return;
    model.place = stepper.after(place, graphEvent);
    model.steps.push({ graphEvent, to: model.place });
    if (!running) return;
    const before = running.taken.length;
    const seen = await running.happens(graphEvent);
    if (!isDeepStrictEqual(seen.value, model.place.snapshot.value))
      throw new Error(`${JSON.stringify(seen.value)}, by ${running.taken.slice(before).join('; ')}`);
    const broken = brokenInvariant(this.#subject, seen);
    if (broken) throw new Error(`this invariant is broken: ${broken}`);
  }

  toString = (): string => String(this.#number);
}

export interface RandomTerms {
  seed: number;
  runs: number;
  /** The maximum number of steps of each walk. */
  steps: number;
}

/** The number of steps walked, and the shortest failing path, if one fails. */
export interface RandomResult {
  steps: number;
  failure: Failure | null;
}

/** A failed walk of another driver. */
class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.seen);
    this.failure = failure;
  }
}

/** Random walks of the machine driver: it must go where the definition says, and obey the invariants. */
export async function walkAtRandom(subject: AnySubject, terms: RandomTerms): Promise<RandomResult> {
  return search(subject, undefined, terms, 'machine', async (start, run) => {
    const running = runMachine(subject, start);
    try {
      await run(running);
    } finally {
      running.stop();
    }
  });
}

/**
 * Random walks for another driver, such as the browser.
 * @param budgetMs for how long a failing path is made shorter
 */
export async function walkFromOtherStarts<ExtraState>(
  subject: AnySubject,
  among: GraphConstraints<ExtraState>,
  terms: RandomTerms & { budgetMs: number },
  walkIt: (walk: Walk) => Promise<Failure | null>,
): Promise<RandomResult> {
  return search(subject, among, terms, 'browser', async (_, run, walk) => {
    await run(null);
    const failure = await walkIt(walk());
    if (failure) throw new Failed(failure);
  });
}

async function search<ExtraState>(
  subject: AnySubject,
  among: GraphConstraints<ExtraState> | undefined,
  { seed, runs, steps, budgetMs }: RandomTerms & { budgetMs?: number },
  by: Failure['by'],
  walkOne: (
    start: string,
    run: (running: Running | null) => Promise<void>,
    walk: () => Walk,
  ) => Promise<void>,
): Promise<RandomResult> {
  const all = graphEventsOf(subject);
  let walked = 0;
  let failure: Failure | null = null;
  const pick = fc.nat({ max: 1_000 }).map((number) => new Pick(subject, all, number));
  const commands = fc.commands<Model, Running | null, false>([pick], { maxCommands: steps, size: 'max' });
  const property = fc.asyncProperty(
    fc.constantFrom(...Object.keys(subject.starts)),
    commands,
    async (start, picks) => {
      const stepper = stepperOf(subject, start, among);
      const model: Model = { stepper, place: stepper.first, steps: [] };
      const walk = (): Walk => ({ start, from: stepper.first, steps: model.steps });
      try {
        await walkOne(start, (running) => fc.asyncModelRun(() => ({ model, real: running }), picks), walk);
      } catch (error) {
        // The steps after the failing one are irrelevant.
        const elsewhere = error instanceof Failed ? error.failure : null;
        const steps = model.steps.slice(0, elsewhere?.after);
        failure = {
          machine: subject.name,
          by,
          after: steps.length,
          expected: JSON.stringify((steps.at(-1)?.to ?? stepper.first).snapshot.value),
          seen: messageOf(error),
          ...elsewhere,
          path: describeStep({ start, steps }),
        };
        throw error;
      } finally {
        walked += model.steps.length;
      }
    },
  );
  await fc.check(property, {
    seed,
    numRuns: runs,
    ...(budgetMs !== undefined && { interruptAfterTimeLimit: budgetMs, markInterruptAsFailure: false }),
  });
  return { steps: walked, failure };
}
