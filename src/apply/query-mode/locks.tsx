/** The locks of a step's fields in query mode, with the query of each field. */
import { fieldAccess, lockOf } from '../../../domain/loan/access.ts';
import type { Loan, Query } from '../../../domain/values/wire.ts';
import type { FieldLock, FieldQuery } from '../../form/lock.ts';
import { t } from '../../i18n/i18n.tsx';
import { FieldTitle, QueryAnswerControls, QueryNotice } from './field-queries.tsx';
import { unansweredIssue } from './open-queries.ts';
import { queriesOf } from './selectors.ts';

export interface FieldLocksInput {
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

/** The lock of each field, by its full dotted name. */
export function fieldLocks(input: FieldLocksInput): (name: string) => FieldLock {
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
