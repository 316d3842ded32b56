/** Steps with what is done, what is next and what is to come. */
import type { MessageId } from '../../locales/index.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { t } from '../i18n/i18n.tsx';
import './step-track.css';

export interface TrackedStep {
  label: MessageId;
  /** 'skipped' is a step that the loan went on without. */
  state: 'done' | 'current' | 'todo' | 'skipped';
}

const notes = {
  done: 'account.step.done',
  current: 'account.step.current',
  todo: 'account.step.todo',
  skipped: 'account.step.skipped',
} as const satisfies Record<TrackedStep['state'], MessageId>;

export interface StepTrackProps {
  steps: readonly TrackedStep[];
  /** A phone shows the dots in a row, and names the current step alone. */
  layout: 'row' | 'column';
}

export function StepTrack({ steps, layout }: StepTrackProps) {
  const current = steps.find(({ state }) => state === 'current');
  return (
    <div>
      <ol className="step-track" data-layout={layout}>
        {steps.map(({ label, state }) => (
          <li key={label} className="step-track-step" data-state={state}>
            <span className="step-track-dot" aria-hidden="true">
              {state === 'done' && <CheckIcon />}
            </span>
            <span className="step-track-name">
              {t(label)}
              <StepNote state={state} />
            </span>
          </li>
        ))}
      </ol>
      <p className="step-track-current" aria-hidden="true">
        {current
          ? t('account.step.next', {
              number: steps.indexOf(current) + 1,
              count: steps.length,
              step: <strong>{t(current.label)}</strong>,
            })
          : steps.every(({ state }) => state === 'done') && t('account.step.last', { count: steps.length })}
      </p>
    </div>
  );
}

/** Names the state of a step for screen readers; visible for a skipped step, whose sign alone says nothing. */
function StepNote({ state }: Pick<TrackedStep, 'state'>) {
  const isShown = state === 'skipped';
  return <span className={isShown ? 'text-small' : 'visually-hidden'}> ({t(notes[state])})</span>;
}
