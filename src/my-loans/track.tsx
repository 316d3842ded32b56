/** How far a loan is, from the application to the last instalment. */
import { loanSteps, type LoanStep, stepsDone } from '../../domain/loan/next-act.ts';
import type { MyLoan } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { t } from '../i18n/text.tsx';
import { hasEnded, loanState } from './loan-state.ts';
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

/** Shows nothing where the loan has ended. On a narrow screen what is going on alone stands below the dots. */
export function LoanTrack({ loan }: { loan: MyLoan }) {
  if (hasEnded(loan)) return null;
  const done = stepsDone(loan);
  const count = loanSteps.length;
  const steps = loanSteps.map((step, index): TrackedStep => {
    if (index < done) return { label: labels[step], state: 'done' };
    // The name of a step is that of its end.
    return index === done
      ? { label: loanState(loan), state: 'current' }
      : { label: labels[step], state: 'todo' };
  });
  return (
    <div>
      <StepTrack steps={steps} layout="row" compact />
      <p className="loan-track-step" aria-hidden="true">
        {t(done < count ? 'account.step.next' : 'account.step.last', {
          number: done + 1,
          count,
          step: <strong>{t(loanState(loan))}</strong>,
        })}
      </p>
    </div>
  );
}
