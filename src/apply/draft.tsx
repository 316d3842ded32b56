/** What was typed in a step and not yet saved: in the tab at once, on the server when it answers. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import type { StateFrom } from 'xstate';
import type { draftMachine } from '../../machines/draft.ts';
import type { DraftStep } from '../api/types.ts';
import { draftsOf } from './drafts.ts';
import { useServices } from './services.ts';
import { useLock, useWizard } from './wizard.tsx';

/** Where what was typed is: nothing to keep, on its way, on the server, or only in this tab. */
export type DraftMark = 'none' | 'saving' | 'saved' | 'kept';

export interface Draft<T> {
  /** True until the server's draft was read, or could not be: show a skeleton, then mount the form once. */
  reading: boolean;
  /** What the form starts with; the same object until `round` changes. */
  initial: T;
  /** Counts the starts: give it to the form as its key, so that it starts anew when theirs was taken. */
  round: number;
  /** Call it with everything the inputs hold, at every change; it waits for a pause by itself. */
  keep(values: T): void;
  mark: DraftMark;
  /** Another tab or device kept something else meanwhile, and the person chooses. */
  conflict: null | { theirs: T; keepMine(): void; takeTheirs(): void };
  /** The step was saved, its draft is gone. Nobody needs to call it after the wizard's own saves: it listens. */
  done(): void;
}

export interface DraftOptions<T> {
  step: DraftStep;
  /** What the inputs hold where nothing was typed: of the loan as it was saved. */
  saved: T;
  /** Whether something read from the tab or the server can be put into the inputs. */
  isTyped: (body: unknown) => body is T;
}

/** The step's draft; a locked loan has none. */
export function useDraft<T extends object>({ step, saved, isTyped }: DraftOptions<T>): Draft<T> {
  const drafts = draftsOf(useWizard(), useServices());
  const open = useLock().mode !== 'locked';
  const actor = drafts.of(step);
  const round = useSelector(actor, ({ context }) => context.round);
  const theirs = useSelector(actor, ({ context }) => context.theirs?.body ?? null);
  const mark = useSelector(actor, markOf);
  const reading = useSelector(actor, (now) => now.matches('reading'));

  useEffect(() => {
    if (open) drafts.start(step);
  }, [drafts, step, open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form starts with is read once a start, on purpose
  const initial = useMemo(() => {
    const { body } = actor.getSnapshot().context;
    return open && isTyped(body) ? body : saved;
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
    mark: open ? mark : 'none',
    conflict: isTyped(theirs)
      ? {
          theirs,
          keepMine: () => actor.send({ type: 'mine.chosen' }),
          takeTheirs: () => actor.send({ type: 'theirs.chosen' }),
        }
      : null,
    done: () => actor.send({ type: 'step.saved' }),
  };
}

function markOf(now: StateFrom<typeof draftMachine>): DraftMark {
  if (now.matches('pausing') || now.matches('due') || now.matches('sending') || now.matches('asking'))
    return 'saving';
  if (now.matches('keptForLater') || now.matches('keptHere') || now.matches('differing')) return 'kept';
  return now.context.body !== null && now.context.sent ? 'saved' : 'none';
}
