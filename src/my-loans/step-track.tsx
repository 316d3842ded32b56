/** Steps with what is done, what is next and what is to come. */
import type { MessageId } from '../../locales/index.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { t } from '../i18n/text.tsx';
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
  layout: 'row' | 'column';
  /** Without the names of the steps on a phone. */
  compact?: boolean;
}

export function StepTrack({ steps, layout, compact = false }: StepTrackProps) {
  return (
    <ol className="step-track" data-layout={layout} data-compact={compact}>
      {steps.map(({ label, state }) => (
        <li key={label} className="step-track-step" data-state={state}>
          <span className="step-track-dot" aria-hidden="true">
            {state === 'done' && <CheckIcon />}
          </span>
          <span>
            {t(label)}
            <StepNote state={state} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Beside the sign of its state, which alone says nothing of a step that was not done. */
function StepNote({ state }: Pick<TrackedStep, 'state'>) {
  const isShown = state === 'skipped';
  return <span className={isShown ? 'step-track-note' : 'visually-hidden'}> ({t(notes[state])})</span>;
}
