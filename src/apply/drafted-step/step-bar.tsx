/** The bar at the foot of a step: how far it is, where what was typed is, and the buttons that lead on. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { DraftedStep } from '../../../domain/pages/steps.ts';
import { Button } from '../../ui/button.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/i18n.tsx';
import { DraftSaveStatus } from './draft.tsx';
import './step-bar.css';

export interface Progress {
  done: number;
  total: number;
}

interface StepBarProps {
  step: DraftedStep;
  /** The state of the step: in a few words for a narrow bar, and in full unless the page has that elsewhere. */
  summary: { short: ReactNode; full?: ReactNode } | null;
  /** The progress drawn along the edge; the page also states it for screen readers. */
  progress?: Progress | undefined;
  /** A `StepBarNote`. */
  note?: ReactNode;
  onPrevious?: (() => void) | null | undefined;
  /** The button that leads on. */
  children: ReactNode;
}

export function StepBar({ step, summary, progress, note, onPrevious, children }: StepBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusAbove(bar);
  return (
    <div className="step-bar" ref={bar}>
      {progress && (
        <span
          className="step-bar-progress"
          aria-hidden="true"
          style={{ width: `${(100 * progress.done) / progress.total}%` }}
        />
      )}
      {note}
      <div className="step-bar-state">
        {summary && (
          <p className="step-bar-summary">
            <span className="step-bar-short" aria-hidden="true">
              {summary.short}
            </span>
            {summary.full && <span className="step-bar-full">{summary.full}</span>}
          </p>
        )}
        <DraftSaveStatus step={step} />
      </div>
      {onPrevious && (
        <Button onPress={onPrevious}>
          <BackIcon />
          <span className="step-bar-full">{t('applicant.previous')}</span>
        </Button>
      )}
      {children}
    </div>
  );
}

/** A sentence above the row; one that is not seen describes a button to screen readers alone. */
export const StepBarNote = ({
  id,
  isSeen,
  children,
}: {
  id: string;
  isSeen: boolean;
  children: ReactNode;
}) => (
  <p className={isSeen ? 'step-bar-note' : 'visually-hidden'} id={id}>
    {children}
  </p>
);

/** The delay in milliseconds after which the field that was left shows its error. */
const errorsDelayMs = 100;

/** Scrolls the focused element above the bar or into the window: the error of the field before may push it out. */
function useFocusAbove(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer = 0;
    const showFocused = () => {
      const focused = document.activeElement;
      if (!focused || !bar.current || bar.current.contains(focused)) return;
      const isFollowing = bar.current.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
      // The bar of a low window is at the end of the page.
      const edge = Math.min(bar.current.getBoundingClientRect().top, window.innerHeight);
      const isCovered = focused.getBoundingClientRect().bottom > edge;
      if (isCovered && !isFollowing) focused.scrollIntoView({ block: 'nearest' });
    };
    const afterErrors = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(showFocused, errorsDelayMs);
    };
    document.addEventListener('focusin', afterErrors);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('focusin', afterErrors);
    };
  }, [bar]);
}
