/** How far a loan is, from the application to the last instalment. */
import { FormattedMessage } from 'react-intl';
import { loanSteps, type LoanStep, stepsDone } from '../../domain/next-act.ts';
import type { MyLoan } from '../../domain/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { StepTrack, type TrackedStep } from './step-track.tsx';
import './track.css';

const labels = {
  applied: 'account.step.applied',
  checked: 'account.step.checked',
  lender: 'account.step.lender',
  decided: 'account.step.decided',
  paid_out: 'account.step.paidOut',
  repaid: 'account.step.repaid',
} as const satisfies Record<LoanStep, MessageId>;

/** On a narrow screen the name of the next step alone stands below its dots. */
export function LoanTrack({ loan }: { loan: MyLoan }) {
  const done = stepsDone(loan);
  const isRejected = loan.status === 'rejected';
  // Nothing comes after a rejection.
  const steps = loanSteps.slice(0, isRejected ? done : undefined);
  const stateOf = (index: number): TrackedStep['state'] => {
    if (index < done) return isRejected && index === done - 1 ? 'rejected' : 'done';
    return index === done ? 'current' : 'todo';
  };
  const shown = steps[done] ?? steps[done - 1];
  return (
    <div>
      <StepTrack
        steps={steps.map((step, index) => ({ label: labels[step], state: stateOf(index) }))}
        layout="row"
        compact
      />
      {shown && !isRejected && (
        <p className="loan-track-step" aria-hidden="true">
          <FormattedMessage
            id={done < steps.length ? 'account.step.next' : 'account.step.last'}
            values={{
              number: Math.min(done + 1, steps.length),
              count: steps.length,
              step: (
                <strong>
                  <FormattedMessage id={labels[shown]} />
                </strong>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}
