/** How the fields of a step are locked in query mode, and what stands at those that a query is about. */
import { FormattedMessage } from 'react-intl';
import { fieldAccess, lockOf } from '../../../domain/access.ts';
import type { Loan, Query } from '../../../domain/wire.ts';
import type { FieldLock, FieldQuery } from '../../form/lock.ts';
import { FieldTitle, QueryAnswerControls, QueryNotice } from './field-queries.tsx';
import { openQueriesOf, unansweredIssue } from './open-queries.ts';
import { queriesOf } from './selectors.ts';

export interface FieldLocksInput {
  loan: Loan;
  /** The ids of the queries that are answered. */
  answered: readonly string[];
  /** The fields about which a question had no answer when Submit was last pressed. */
  unanswered: readonly string[];
  onNavigate: (field: string) => void;
  /** A file was sent in place of the document that the query is about. */
  onReplaced: (query: Query, fileName: string) => void;
}

/** The lock of each field, by its full dotted name. */
export function fieldLocks(input: FieldLocksInput): (name: string) => FieldLock {
  const { loan, answered, unanswered, onNavigate, onReplaced } = input;
  const lock = lockOf(loan);
  const queryByField = new Map(
    openQueriesOf(loan, queriesOf(loan)).map((openQuery): [string, FieldQuery] => {
      const { query } = openQuery;
      const isMissing = unanswered.includes(query.field) && !answered.includes(query.id);
      return [
        query.field,
        {
          notice: <QueryNotice openQuery={openQuery} />,
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
    query: queryByField.get(name),
    title: <FormattedMessage id="app.query.about" values={{ title: <FieldTitle field={name} /> }} />,
    navigate: () => onNavigate(name),
  });
}
