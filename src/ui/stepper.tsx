/** The steps with their state, and a mark on steps that have queries. */
import type { ReactNode } from 'react';
import { CheckIcon, QueryIcon } from './icons.tsx';
import './stepper.css';

export type Step = {
  id: string;
  name: ReactNode;
  state: 'done' | 'current' | 'todo';
  /** The state for screen readers, such as 'done' or 'to come'; the current step is announced by aria-current. */
  note?: ReactNode;
  queried?: boolean;
  /** Makes the step a button that leads there. */
  onOpen?: (() => void) | undefined;
};

const stepBody = 'step-body stack-s1 text-muted text-small';

export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <nav aria-label={label}>
      <ol className="stepper-steps">
        {steps.map(({ id, name, state, note, queried, onOpen }, index) => {
          const body = (
            <>
              <span className="step-dot" data-queried={queried || undefined} aria-hidden="true">
                {queried ? <QueryIcon /> : state === 'done' ? <CheckIcon /> : index + 1}
              </span>
              <span>{name}</span>
              {note && <span className="visually-hidden">({note})</span>}
            </>
          );
          return (
            <li
              key={id}
              className="step"
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              {onOpen ? (
                <button type="button" className={stepBody} onClick={onOpen}>
                  {body}
                </button>
              ) : (
                <span className={stepBody}>{body}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
