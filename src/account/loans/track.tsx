/** How far a loan is, as a row of steps. */
import { FormattedMessage } from 'react-intl';
import { currentStepOf, loanSteps, type LoanStep } from '../../../domain/my-loans.ts';
import type { LoanStatus } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { CheckIcon } from '../../ui/icons/check.tsx';
import './track.css';

const names = {
  applied: 'account.step.applied',
  checked: 'account.step.checked',
  lender: 'account.step.lender',
  decided: 'account.step.decided',
} as const satisfies Record<LoanStep, MessageId>;

const notes = {
  done: 'account.step.done',
  current: 'account.step.current',
  todo: 'account.step.todo',
} as const satisfies Record<string, MessageId>;

export function LoanTrack({ status }: { status: LoanStatus }) {
  const current = currentStepOf(status);
  const position = current === null ? loanSteps.length : loanSteps.indexOf(current);
  return (
    <ol className="loan-track">
      {loanSteps.map((step, index) => {
        const state = index < position ? 'done' : index === position ? 'current' : 'todo';
        return (
          <li key={step} className="loan-track-step" data-state={state}>
            <span className="loan-track-dot" aria-hidden="true">
              {state === 'done' && <CheckIcon />}
            </span>
            <span>
              <FormattedMessage id={names[step]} />
              <span className="visually-hidden">
                {' '}
                (<FormattedMessage id={notes[state]} />)
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
