/** What was typed in a step and not yet saved: in the tab at once, on the server when it answers. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import type { DraftedStep } from '../../domain/steps.ts';
import type { MessageId } from '../../locales/index.ts';
import { SavedMark, type SavedState } from '../ui/SavedMark.tsx';
import { type DraftActor, draftsOf } from './drafts.ts';
import { useQueried } from './locked.tsx';
import { useServices } from './services.ts';
import { useLock, useWizard } from './wizard.tsx';

export interface Draft<T> {
  /** True until the server's draft was read, or could not be: show a skeleton, then mount the form once. */
  reading: boolean;
  /** What the form starts with; the same object until `round` changes. */
  initial: T;
  /** Counts the starts: give it to the form as its key, so that it starts anew when theirs was taken. */
  round: number;
  /** Call it with everything the inputs hold, at every change; it waits for a pause by itself. */
  keep(values: T): void;
  /** Another tab or device kept something else meanwhile, and the person chooses. */
  conflict: null | { keepMine(): void; takeTheirs(): void };
}

export interface DraftOptions<T> {
  step: DraftedStep;
  /** What the inputs hold where nothing was typed: of the loan as it was saved. */
  saved: T;
  /** Whether something read from the tab or the server can be put into the inputs. */
  isTyped: (body: unknown) => body is T;
}

/** The step's draft; a locked loan has none. It needs no word of a save: it listens to the wizard's own. */
export function useDraft<T extends object>({ step, saved, isTyped }: DraftOptions<T>): Draft<T> {
  const drafts = draftsOf(useWizard(), useServices());
  const open = useLock().mode !== 'locked';
  const actor = drafts.of(step);
  const round = useSelector(actor, ({ context }) => context.round);
  const theirs = useSelector(actor, ({ context }) => context.theirs?.body);
  const readsOwn = useSelector(actor, (now) => now.matches('reading'));
  const queried = useQueried();
  const reading = queried ? queried.now.reading : readsOwn;

  useEffect(() => {
    if (open) drafts.start(step);
  }, [drafts, step, open]);

  const initial = useMemo(() => {
    const { body } = actor.getSnapshot().context;
    if (!open || !isTyped(body)) return saved;
    return queried ? queried.mode.limited(step, saved, body) : body;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the form starts with is read once a start
  }, [actor, open, reading, round]);

  const keep = useCallback(
    (values: T) => {
      if (open) actor.send({ type: 'draft.typed', body: { ...values } as Record<string, unknown> });
    },
    [actor, open],
  );

  return {
    reading: open && reading,
    initial,
    round,
    keep,
    conflict: isTyped(theirs)
      ? {
          keepMine: () => actor.send({ type: 'mine.chosen' }),
          takeTheirs: () => actor.send({ type: 'theirs.chosen' }),
        }
      : null,
  };
}

type Snapshot = ReturnType<DraftActor['getSnapshot']>;

const savedStates: Partial<Record<Snapshot['value'], SavedState>> = {
  pausing: 'saving',
  due: 'saving',
  sending: 'saving',
  asking: 'saving',
  keptForLater: 'kept',
  keptHere: 'kept',
  differing: 'kept',
};

const savedState = ({ value, context }: Snapshot): SavedState =>
  savedStates[value] ?? (context.body !== null && context.sent ? 'saved' : 'none');

const messages = {
  none: null,
  saving: 'app.draft.saving',
  saved: 'app.draft.saved',
  kept: 'app.draft.kept',
} as const satisfies Record<SavedState, MessageId | null>;

/**
 * Says where what was typed in a step is: on its way, on the server, or only in this tab. It subscribes to the draft
 * itself, because its state changes at every pause in typing and the form need not render again for that.
 */
export function DraftMark({ step }: { step: DraftedStep }) {
  const isOpen = useLock().mode !== 'locked';
  const saved = useSelector(draftsOf(useWizard(), useServices()).of(step), savedState);
  const state = isOpen ? saved : 'none';
  const id = messages[state];
  return <SavedMark state={state}>{id && <FormattedMessage id={id} />}</SavedMark>;
}
