/** Shows the progress of a loan, from the application to the last instalment. */
import { loanSteps, type LoanStep, stepsDone } from '../../domain/loan/next-act.ts';
import type { MyLoan } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { hasEnded, loanState } from './loan-state.ts';
import { StepTrack, type TrackedStep } from './step-track.tsx';

const labels = {
  applied: 'account.step.applied',
  checked: 'account.step.checked',
  lender: 'account.step.lender',
  decided: 'account.step.decided',
  paid_out: 'account.step.paidOut',
  repaid: 'account.step.repaid',
} as const satisfies Record<LoanStep, MessageId>;

const isDecided = (step: LoanStep): boolean => step === 'paid_out' || step === 'repaid';

/** Renders nothing if the loan has ended. */
export function LoanTrack({ loan }: { loan: MyLoan }) {
  if (hasEnded(loan)) return null;
  const done = stepsDone(loan);
  const steps = loanSteps.flatMap((step, index): TrackedStep[] => {
    if (index < done) return [{ label: labels[step], state: 'done' }];
    const todo: TrackedStep = { label: labels[step], state: 'todo' };
    if (index > done) return [todo];
    // A step is named after its end; before it, a decided loan has more detailed states, and the current one is shown.
    const current: TrackedStep = { label: loanState(loan), state: 'current' };
    return isDecided(step) ? [current, todo] : [current];
  });
  return <StepTrack steps={steps} layout="row" />;
}
