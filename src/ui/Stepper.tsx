/** The named steps: which are done, which is now, which are to come, and where a reviewer asked something. */
import type { ReactNode } from 'react';
import { CheckIcon, QueryIcon } from './icons.tsx';
import './stepper.css';

export type Step = {
  id: string;
  name: ReactNode;
  state: 'done' | 'current' | 'todo';
  /** For screen readers: 'done', 'to come', 'a question'; the current step is announced by aria-current. */
  note?: ReactNode;
  queried?: boolean;
  /** Makes the step a button that leads there. */
  onOpen?: (() => void) | undefined;
};

export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <nav className="stepper" aria-label={label}>
      <ol className="stepper-steps">
        {steps.map((step, index) => (
          <li
            key={step.id}
            className="step"
            data-state={step.state}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            {step.onOpen ? (
              <button type="button" className="step-body" onClick={step.onOpen}>
                <StepBody step={step} number={index + 1} />
              </button>
            ) : (
              <span className="step-body">
                <StepBody step={step} number={index + 1} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepBody({ step, number }: { step: Step; number: number }) {
  return (
    <>
      <span className="step-dot" data-queried={step.queried || undefined} aria-hidden="true">
        {step.queried ? <QueryIcon /> : step.state === 'done' ? <CheckIcon /> : number}
      </span>
      <span className="step-name">{step.name}</span>
      {step.note && <span className="unseen">({step.note})</span>}
    </>
  );
}
