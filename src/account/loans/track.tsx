/** How far a loan is, as a row of steps. */
import { currentStepOf, loanSteps, type LoanStep } from '../../../domain/my-loans.ts';
import type { LoanStatus } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { StepTrack } from '../step-track.tsx';

const labels = {
  applied: 'account.step.applied',
  checked: 'account.step.checked',
  lender: 'account.step.lender',
  decided: 'account.step.decided',
} as const satisfies Record<LoanStep, MessageId>;

export function LoanTrack({ status }: { status: LoanStatus }) {
  const current = currentStepOf(status);
  const position = current === null ? loanSteps.length : loanSteps.indexOf(current);
  const stateOf = (step: LoanStep) => {
    const index = loanSteps.indexOf(step);
    if (index < position) return status === 'rejected' && step === 'decided' ? 'rejected' : 'done';
    return index === position ? 'current' : 'todo';
  };
  return (
    <StepTrack
      steps={loanSteps.map((step) => ({ label: labels[step], state: stateOf(step) }))}
      layout="row"
    />
  );
}
