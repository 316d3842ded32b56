/**
 * Arranges the server's answers by a fault switch, by the PAN, or by another person's change to the loan; requests
 * are not intercepted. A call waits at the server until the walk releases it, so that the states in which the app
 * waits can be checked for as long as needed.
 */
import type { GraphNode, Step } from '../graph.ts';
import { approve, endOtherPush, type Opened, type World } from './fixtures.ts';

type Switch = Parameters<World['faults']['arm']>[0];
type Operation = Switch['operation'];

const operations: Readonly<Record<string, readonly Operation[]>> = {
  // The search waits for the applications of the device; where it has none, the next call waits.
  findEarlierLoan: ['getLoan', 'verifyEmail'],
  checkEmail: ['verifyEmail'],
  createLoan: ['createLoan'],
  readLoan: ['getLoan'],
  findInstitution: ['getInstitute'],
  saveStudents: ['saveStudents'],
  loadEmiOptions: ['listEmiOptions'],
  saveApplication: ['saveApplication'],
  pushToLender: ['createOnLender'],
  refreshVerdict: ['refreshVerdict'],
  checkVerdict: ['refreshVerdict'],
};

/** A fault switch fires this often: a browser repeats a GET whose connection was cut, and cancelled calls count. */
const faultTimes = 50;

const faultFor: Readonly<Record<string, Omit<Switch, 'operation'>>> = {
  unreachable: { fault: 'cut' },
  refused: { fault: 'refused' },
  'gateway timed out': { fault: 'timedOut' },
};

/** The lender's own answers in a walk: the others are made by fault switches. */
export interface LenderAnswers {
  /** The answer that the PAN selects. */
  says: string;
  steps: ReadonlySet<Step>;
}

/** The last answer is the lender's own, and a 504 right before an approval is: it has booked the loan by then. */
export function lenderAnswersOf(steps: readonly Step[]): LenderAnswers {
  const asked = steps.filter(({ graphEvent }) => graphEvent.answers?.src === 'pushToLender');
  const variants = asked.map(({ graphEvent }) => graphEvent.answers?.variant ?? '');
  const [before, last] = [variants.at(-2), variants.at(-1)];
  if (before === 'gateway timed out' && last === 'approved')
    return { says: `${before}, then ${last}`, steps: new Set(asked.slice(-2)) };
  if (last === undefined || last === 'unreachable') return { says: 'approved', steps: new Set() };
  return { says: last, steps: new Set(asked.slice(-1)) };
}

/** The ids of the actors that wait for the server; a draft's own requests are not held back. */
export const requestsOf = ({ snapshot }: GraphNode): string[] =>
  Object.keys(snapshot.children).filter((id) => id in operations);

/** Holds the requests of this place until `letGo`. */
export function holdRequests(testApp: World, { snapshot }: GraphNode): void {
  for (const id of Object.keys(snapshot.children)) {
    for (const operation of operations[id] ?? [])
      testApp.faults.arm({ operation, fault: 'held', times: faultTimes });
  }
}

/** Lets go what waits for this answer, and holds back what will be asked next. */
export async function releaseRequests(
  testApp: World,
  step: Step,
  loan: Opened | null,
  lender: LenderAnswers,
): Promise<void> {
  const { answers } = step.graphEvent;
  if (!answers) return;
  const [operation] = operations[answers.id] ?? [];
  if (!operation) throw new Error(`No operation answers for ${answers.id}`);
  const { src, variant } = answers;
  const isApprovedMeanwhile =
    variant === 'already with the lender' || (src === 'refreshVerdict' && variant === 'approved');
  if (isApprovedMeanwhile && loan) await approve(testApp, loan);
  const fault = lender.steps.has(step) ? undefined : faultOf(src, variant);
  const isDefinite = lender.steps.has(step) || variant === 'refused';
  if (src === 'pushToLender' && isDefinite && loan) await endOtherPush(testApp, loan);
  testApp.faults.disarmAll();
  if (fault) testApp.faults.arm({ operation, ...fault, times: faultTimes });
  for (const id of Object.keys(step.to.snapshot.children)) {
    for (const next of operations[id] ?? [])
      if (next !== operation) testApp.faults.arm({ operation: next, fault: 'held', times: faultTimes });
  }
}

function faultOf(src: string, variant: string): Omit<Switch, 'operation'> | undefined {
  if (src === 'findInstitution' && variant === 'not found')
    return { fault: 'refused', status: 404, message: 'There is no such institution' };
  return faultFor[variant];
}
