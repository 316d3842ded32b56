/** Locks the fields of a step according to its loan's lock. */
import { type ReactNode, useMemo } from 'react';
import type { FormStep } from '../../../domain/pages/steps.ts';
import { type FieldLock, LockContext, type FieldQuery } from '../../form/lock.ts';
import { isInQueryMode } from '../../../machines/wizard.ts';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { type Questions, QuestionsContext, useQuestionsOf } from '../shared/questions.ts';
import { withReplacedDocument, unansweredIssue } from '../query-mode/open-queries.ts';
import { answeredQueryIds, queriesOf } from '../query-mode/selectors.ts';
import { useQueryModeState } from '../query-mode/state.ts';
import { Summary } from '../query-mode/summary.tsx';
import { useDrafts, useLock, useWizard, useWizardState } from '../shared/wizard.tsx';
import { fieldAccess, lockOf } from '../../../domain/loan/access.ts';
import type { Loan, Query } from '../../../domain/values/wire.ts';
import { FieldTitle, QueryAnswerControls, QueryNotice } from '../query-mode/field-queries.tsx';

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

interface FieldLocksInput {
  loan: Loan;
  /** The ids of the queries that are answered. */
  answered: readonly string[];
  /** The fields whose query had no answer at the last Submit. */
  unanswered: readonly string[];
  isHidden: (name: string) => boolean;
  onNavigate: (field: string) => void;
  /** Called with the file name after the query's document was replaced. */
  onReplaced: (query: Query, fileName: string) => void;
}

/** Returns the lock of each of a step's fields in query mode, by its full dotted name, with the query of the field. */
function fieldLocks(input: FieldLocksInput): (name: string) => FieldLock {
  const { loan, answered, unanswered, isHidden, onNavigate, onReplaced } = input;
  const lock = lockOf(loan);
  const queryByField = new Map(
    queriesOf(loan).map((query): [string, FieldQuery] => {
      const isMissing = unanswered.includes(query.field) && !answered.includes(query.id);
      return [
        query.field,
        {
          isAnswered: answered.includes(query.id),
          notice: <QueryNotice query={query} />,
          answerControls: <QueryAnswerControls query={query} />,
          issue: isMissing ? unansweredIssue(query) : undefined,
          onReplace: (fileName) => onReplaced(query, fileName),
        },
      ];
    }),
  );
  return (name) => ({
    access: fieldAccess(lock, name),
    isLockLabelled: true,
    isHidden: isHidden(name),
    query: queryByField.get(name),
    title: t('app.query.about', { title: <FieldTitle field={name} /> }),
    navigate: () => onNavigate(name),
  });
}
