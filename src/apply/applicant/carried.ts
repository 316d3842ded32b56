/** The sections with unchecked answers from an earlier application. */
import { shallowEqual, useSelector } from '@xstate/react';
import { carriedIn, withChecked } from '../../../domain/forms/carried-answers.ts';
import { uncheckedSections } from '../../../domain/forms/unchecked-sections.ts';
import { useDrafts, useLock } from '../shared/wizard.tsx';
import { useApplicantStep } from './step.ts';

export function useCarriedSections() {
  const draft = useDrafts().applicant;
  const { mode } = useLock();
  const { table } = useApplicantStep();
  const unchecked = useSelector(
    draft,
    ({ context }) => (mode === 'open' ? uncheckedSections(table, context.body) : []),
    shallowEqual,
  );
  return {
    unchecked,
    check: (section: string) => {
      const { body } = draft.getSnapshot().context;
      if (body && carriedIn(body)?.unchecked.includes(section))
        draft.send({ type: 'draft.typed', body: withChecked(body, section) });
    },
  };
}
