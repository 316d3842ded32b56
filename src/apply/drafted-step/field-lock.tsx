/** Locks the fields of a step as far as its loan is locked. */
import { type ReactNode, useMemo } from 'react';
import type { FormStep } from '../../../domain/pages/steps.ts';
import { type FieldLock, LockContext } from '../../form/lock.ts';
import { isInQueryMode } from '../../../machines/wizard.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { type Questions, QuestionsContext, useQuestionsOf } from '../shared/questions.ts';
import { fieldLocks } from '../query-mode/locks.tsx';
import { withReplacedDocument } from '../query-mode/open-queries.ts';
import { answeredQueryIds, queriesOf } from '../query-mode/selectors.ts';
import { useQueryModeState } from '../query-mode/state.ts';
import { Summary } from '../query-mode/summary.tsx';
import { useDrafts, useLock, useWizard, useWizardState } from '../shared/wizard.tsx';

/** Says whether queries are open. */
export const useIsInQueryMode = (): boolean => useWizardState(isInQueryMode);

/** The questions on a step are about fields of both. */
const queryNamespaces = ['query', 'student', 'applicant', 'consumer', 'document'] as const;

export function FieldLockProvider({ step, children }: { step: FormStep; children: ReactNode }) {
  const isAsked = useIsInQueryMode();
  useMessages(...(isAsked ? queryNamespaces : []));
  const answered = useQueryModeState(
    (state) => (isAsked ? answeredQueryIds(state) : none),
    (a, b) => a.length === b.length && a.every((id, index) => id === b[index]),
  );
  const loan = useWizardState(({ context }) => context.loan);
  const all = useMemo(() => (isAsked && loan ? queriesOf(loan) : null), [isAsked, loan]);
  const questions = useQuestionsOf(step, all, answered);
  return (
    <LockContext.Provider value={useFieldLocks(answered, questions)}>
      <QuestionsContext.Provider value={questions}>
        {questions && <Summary answered={answered} step={step} questions={questions} />}
        {children}
      </QuestionsContext.Provider>
    </LockContext.Provider>
  );
}

const none: readonly string[] = [];

function useFieldLocks(
  answered: readonly string[],
  questions: Questions | null,
): (name: string) => FieldLock {
  const wizard = useWizard();
  const drafts = useDrafts();
  const { mode } = useLock();
  const loan = useWizardState(({ context }) => context.loan);
  const unanswered = useWizardState(({ context }) => context.unanswered);
  return useMemo(() => {
    if (!loan || !questions)
      return () => ({ access: mode === 'open' ? 'open' : 'locked', isLockLabelled: false });
    const { answers } = drafts;
    return fieldLocks({
      loan,
      answered,
      unanswered,
      isHidden: questions.isHidden,
      onNavigate: (field) => wizard.send({ type: 'field.requested', field }),
      onReplaced: ({ id }, fileName) => {
        const body = withReplacedDocument(answers.getSnapshot().context.body, id, fileName);
        answers.send({ type: 'draft.typed', body });
      },
    });
  }, [wizard, drafts, mode, loan, answered, unanswered, questions]);
}
