/** The draft of a step: stored in the tab at once and on the server after a pause in typing. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DraftedStep } from '../../../domain/pages/steps.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { ValuesByStep } from '../../../domain/forms/step-values.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import type { DraftActorRef } from '../../../machines/draft.ts';
import { Button } from '../../ui/button.tsx';
import { SaveStatus, type SaveState } from '../../ui/save-status.tsx';
import { useIsInQueryMode } from './field-lock.tsx';
import { mergeEditableFields } from '../query-mode/selectors.ts';
import { useDrafts, useLock } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';

export interface Draft<T> {
  /** True until the server's draft was read or that failed: show a skeleton, then mount the form once. */
  reading: boolean;
  /** The form's first values; the same object until `resetKey` changes. */
  initial: T;
  /** The form's React key: it starts again when the server's draft replaces the local one. */
  resetKey: number;
  /** Call it with all values at every change; it debounces. */
  store(values: T): void;
}

export interface DraftOptions<Step extends DraftedStep> {
  step: Step;
  loan: Loan;
  /** The form's values without a draft: those of the saved loan. */
  saved: ValuesByStep[Step];
  /** Maps a draft of the tab or the server to today's fields; null if it is no draft of this step. */
  fromDraft: (body: unknown, loan: Loan) => ValuesByStep[Step] | null;
}

/** Returns the step's draft; a locked loan has none. The wizard sends it an event at each save. */
export function useDraft<Step extends DraftedStep>({
  step,
  loan,
  saved,
  fromDraft,
}: DraftOptions<Step>): Draft<ValuesByStep[Step]> {
  const drafts = useDrafts();
  const { mode } = useLock();
  const open = mode !== 'locked';
  const actor = drafts[step];
  const resetKey = useSelector(actor, ({ context }) => context.resetKey);
  const isInQueryMode = useIsInQueryMode();
  // Query mode shows the queries of all steps in each step.
  const shown = useMemo(
    () => (isInQueryMode ? Object.values(drafts) : [actor]),
    [isInQueryMode, drafts, actor],
  );
  const reading = useAnyReading(shown);

  useEffect(() => {
    if (open) for (const draft of shown) draft.send({ type: 'draft.opened' });
  }, [shown, open]);

  const initial = useMemo(() => {
    const typed = fromDraft(actor.getSnapshot().context.body, loan);
    if (!open || !typed) return saved;
    return isInQueryMode ? mergeEditableFields(step, loan, saved, typed) : typed;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the form starts with is read once a start
  }, [actor, open, reading, resetKey]);

  const store = useCallback(
    (values: ValuesByStep[Step]) => {
      // The mark of answers from an earlier application stays in the body (domain/forms/carried-answers.ts).
      const { carried } = actor.getSnapshot().context.body ?? {};
      if (open) actor.send({ type: 'draft.typed', body: { ...values, ...(carried ? { carried } : null) } });
    },
    [actor, open],
  );

  return { reading: open && reading, initial, resetKey, store };
}

/** Says whether one of these drafts is being read. */
function useAnyReading(drafts: readonly DraftActorRef[]): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscriptions = drafts.map((draft) => draft.subscribe(notify));
      return () => subscriptions.forEach((one) => one.unsubscribe());
    },
    [drafts],
  );
  return useSyncExternalStore(subscribe, () => drafts.some((one) => one.getSnapshot().hasTag('reading')));
}

type Snapshot = ReturnType<DraftActorRef['getSnapshot']>;

const savedStates: Partial<Record<Snapshot['value'], SaveState>> = {
  debouncing: 'saving',
  flushing: 'saving',
  sending: 'saving',
  refetching: 'saving',
  retryScheduled: 'kept',
  refused: 'refused',
  // The person decides about the conflict in a dialog.
  conflict: 'none',
};

const savedState = ({ value, context }: Snapshot): SaveState =>
  savedStates[value] ?? (context.body !== null && context.sent ? 'saved' : 'none');

const messages = {
  none: null,
  saving: 'app.draft.saving',
  saved: 'app.draft.saved',
  kept: 'app.draft.kept',
  refused: 'app.draft.refused',
} as const satisfies Record<SaveState, MessageId | null>;

/**
 * Shows if a step's typed values are being sent, on the server, or only in this tab, for now or for good. It subscribes
 * to the draft itself, as its state changes at every pause in typing and the form need not render again.
 */
export function DraftSaveStatus({ step }: { step: DraftedStep }) {
  const isOpen = useLock().mode !== 'locked';
  const saved = useSelector(useDrafts()[step], savedState);
  const state = isOpen ? saved : 'none';
  const id = messages[state];
  return (
    <>
      <SaveStatus state={state}>{id && t(id)}</SaveStatus>
      {state === 'refused' && (
        <Button onPress={() => window.location.reload()}>{t('app.draft.reload')}</Button>
      )}
    </>
  );
}
