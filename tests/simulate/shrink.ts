/** Finds the least of a seed that still breaks the same law: the fewest kinds of faults, then the fewest steps. */
import type { Fault } from './faults.ts';

/** The part of a seed to run, unless all of it is run. */
export type Part = {
  /** The only faults that may happen. */
  only?: readonly Fault[] | undefined;
  /** The number of steps after which no person acts and no fault happens. */
  mostSteps?: number | undefined;
};

export type Run = {
  breaks: readonly { law: string }[];
  /** Kinds of faults that have happened. */
  faults: readonly Fault[];
  /** The number of steps until the last act, or until the law was broken. */
  actedSteps: number;
};

/** Enough for the steps of a whole life. */
const mostBisections = 15;

/**
 * A smaller part counts where its first break is of the same law. Fewer steps need not break where more do, so the
 * least that is found is one of those that break, not surely the smallest.
 */
export async function shrink<One extends Run>(
  broken: One,
  given: Part,
  runAgain: (part: Part) => Promise<One>,
): Promise<{ run: One; part: Part }> {
  const law = broken.breaks[0]?.law;
  let least = { run: broken, part: given };
  if (law === undefined) return least;
  const tryPart = async (part: Part): Promise<boolean> => {
    const run = await runAgain(part);
    const isSame = run.breaks[0]?.law === law;
    if (isSame) least = { run, part };
    return isSame;
  };
  for (const fault of broken.faults) {
    const only = (least.part.only ?? broken.faults).filter((one) => one !== fault);
    await tryPart({ ...least.part, only });
  }
  let tooFew = -1;
  for (let bisection = 0; bisection < mostBisections; bisection += 1) {
    const enough = least.part.mostSteps ?? least.run.actedSteps;
    const mostSteps = Math.floor((tooFew + enough) / 2);
    if (mostSteps <= tooFew || mostSteps >= enough) break;
    if (!(await tryPart({ ...least.part, mostSteps }))) tooFew = mostSteps;
  }
  return least;
}
