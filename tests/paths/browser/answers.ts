/**
 * What the world answers is arranged: by a fault switch, by the PAN, or by what somebody else does to the loan
 * meanwhile. Nothing is intercepted. Each call waits at the server until the walk lets it go, so that every state in
 * which the app waits can be looked at for as long as that takes.
 */
import type { Place, Step } from '../graph.ts';
import { approve, endOtherPush, type Opened, type World } from './world.ts';

type Switch = Parameters<World['faults']['arm']>[0];
type Operation = Switch['operation'];

const operations: Readonly<Record<string, Operation>> = {
  checkEmail: 'verifyEmail',
  createLoan: 'createLoan',
  readLoan: 'getLoan',
  findInstitution: 'getInstitute',
  saveStudents: 'saveStudents',
  loadEmiOptions: 'listEmiOptions',
  loadEmiOptionsForModal: 'listEmiOptions',
  saveApplication: 'saveApplication',
  askLender: 'createOnLender',
};

/** A browser sends a GET again whose connection was cut, and a call that nobody waits for any more meets a switch too. */
const patience = 50;

const faultFor: Readonly<Record<string, Omit<Switch, 'operation'>>> = {
  unreachable: { fault: 'cut' },
  refused: { fault: 'refused' },
  'gateway timed out': { fault: 'timedOut' },
};

/** What the lender says by itself, because the PAN says so. */
const decisive = new Set(['approved', 'rejected', 'pending', 'in progress', 'code 1001']);

/** The lender's last answer in a walk, which the PAN decides. */
export const lastAnswerOfLender = (steps: readonly Step[]): string | undefined =>
  steps
    .map(({ happening: { answers } }) => (answers?.src === 'askLender' ? answers.variant : undefined))
    .findLast(Boolean);

/** Holds back whatever is asked in this place, until `letGo`. */
export function holdBack(world: World, { snapshot }: Place): void {
  for (const id of Object.keys(snapshot.children)) {
    const operation = operations[id];
    if (operation) world.faults.arm({ operation, fault: 'held', times: patience });
  }
}

/** Lets go what waits for this answer, and holds back what will be asked next. */
export async function letGo(
  world: World,
  { happening: { answers }, to }: Step,
  loan: Opened | null,
  isLast: boolean,
): Promise<void> {
  if (!answers) return;
  const operation = operations[answers.id];
  if (!operation) throw new Error(`No operation answers for ${answers.id}`);
  const { variant } = answers;
  if (variant === 'already with the lender' && loan) await approve(world, loan);
  const isReal =
    answers.src === 'askLender' && (decisive.has(variant) || (isLast && variant !== 'unreachable'));
  const fault = isReal ? undefined : faultOf(answers.src, variant);
  const isDefinite = isReal || variant === 'refused';
  if (answers.src === 'askLender' && isDefinite && loan) await endOtherPush(world, loan);
  world.faults.disarmAll();
  if (fault) world.faults.arm({ operation, ...fault, times: patience });
  for (const id of Object.keys(to.snapshot.children)) {
    const next = operations[id];
    if (next && next !== operation) world.faults.arm({ operation: next, fault: 'held', times: patience });
  }
}

function faultOf(src: string, variant: string): Omit<Switch, 'operation'> | undefined {
  if (src === 'findInstitution' && variant === 'not found')
    return { fault: 'refused', status: 404, message: 'There is no such institution' };
  return faultFor[variant];
}
