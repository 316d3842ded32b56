/** Locks the fields of a step as far as its loan is locked. */
import { type ReactNode, use, useMemo } from 'react';
import type { DraftedStep } from '../../domain/steps.ts';
import { type FieldLock, LockContext } from '../form/lock.ts';
import { isInQueryMode } from '../../machines/wizard.ts';
import { loadQueryMode } from './load-query-mode.ts';
import { type Questions, QuestionsContext, useQuestionsOf } from './questions.ts';
import type { QueryMode } from './query-mode/chunk.ts';
import { useQueryModeState } from './query-mode/state.ts';
import { useDrafts, useLock, useWizard, useWizardState } from './wizard.tsx';

/** The code of query mode, while queries are open; suspends until it is there. */
export function useQueryMode(): QueryMode | null {
  return useWizardState(isInQueryMode) ? use(loadQueryMode()) : null;
}

export function FieldLockProvider({ step, children }: { step: DraftedStep; children: ReactNode }) {
  const queryMode = useQueryMode();
  const answered = useQueryModeState(
    (state) => queryMode?.answeredQueryIds(state) ?? none,
    (a, b) => a.length === b.length && a.every((id, index) => id === b[index]),
  );
  const loan = useWizardState(({ context }) => context.loan);
  const all = useMemo(() => queryMode && loan && queryMode.queriesOf(loan), [queryMode, loan]);
  const questions = useQuestionsOf(step, all, answered);
  return (
    <LockContext.Provider value={useFieldLocks(queryMode, answered, questions)}>
      <QuestionsContext.Provider value={questions}>
        {queryMode && questions && (
          <queryMode.Summary answered={answered} step={step} questions={questions} />
        )}
        {children}
      </QuestionsContext.Provider>
    </LockContext.Provider>
  );
}

const none: readonly string[] = [];

function useFieldLocks(
  queryMode: QueryMode | null,
  answered: readonly string[],
  questions: Questions | null,
): (name: string) => FieldLock {
  const wizard = useWizard();
  const drafts = useDrafts();
  const { mode } = useLock();
  const loan = useWizardState(({ context }) => context.loan);
  const unanswered = useWizardState(({ context }) => context.unanswered);
  return useMemo(() => {
    if (!queryMode || !loan || !questions)
      return () => ({ access: mode === 'open' ? 'open' : 'locked', isLockLabelled: false });
    const { answers } = drafts;
    return queryMode.fieldLocks({
      loan,
      answered,
      unanswered,
      isHidden: questions.isHidden,
      onNavigate: (field) => wizard.send({ type: 'field.requested', field }),
      onReplaced: ({ id }, fileName) => {
        const body = queryMode.withReplacedDocument(answers.getSnapshot().context.body, id, fileName);
        answers.send({ type: 'draft.typed', body });
      },
    });
  }, [wizard, drafts, queryMode, mode, loan, answered, unanswered, questions]);
}
