/** The sections with answers from an earlier application that nobody has checked yet. */
import { useSelector } from '@xstate/react';
import { carriedIn, withChecked } from '../../../domain/carried-answers.ts';
import { useDrafts, useLock } from '../wizard.tsx';

const none: readonly string[] = [];

export function useCarriedSections() {
  const draft = useDrafts().applicant;
  const { mode } = useLock();
  const { unchecked } = useSelector(draft, ({ context }) => carriedIn(context.body)) ?? { unchecked: none };
  return {
    unchecked: mode === 'open' ? unchecked : none,
    check: (section: string) => {
      const { body } = draft.getSnapshot().context;
      if (body && carriedIn(body)?.unchecked.includes(section))
        draft.send({ type: 'draft.typed', body: withChecked(body, section) });
    },
  };
}
