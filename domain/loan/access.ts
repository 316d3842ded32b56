/** Query mode: which field is open, locked or queried (decision 23). */
import { dependsOn, documentFieldName, rowOf } from '../forms/fields/catalogue.ts';
import { type Lock, lockOf } from './lock.ts';
import { type DocumentLoan, takesDocuments } from './status.ts';
import type { Loan, LoanDocument, Query } from '../values/wire.ts';

export { type Lock, lockOf, openQueries, reviewableStatuses as reviewable } from './lock.ts';

export type Access = 'open' | 'locked' | 'queried';

/** Returns whether a field (full dotted name) is open, locked or queried; what depends on a queried one is open. */
export function fieldAccess(lock: Lock, name: string): Access {
  if (lock.mode !== 'queried') return lock.mode;
  if (lock.queries.some((query) => query.field === name)) return 'queried';
  return lock.queries.some((query) => dependsOn(name, query.field)) ? 'open' : 'locked';
}

/** Returns the changed fields that the lock does not let change. */
export const refusedChanges = (lock: Lock, changed: readonly string[]): string[] =>
  changed.filter((name) => fieldAccess(lock, name) === 'locked');

/** Returns whether changes answer a query: of its field, or of a dependent field that is not a consequence. */
export const isAnsweredBy = (query: Pick<Query, 'field'>, changed: readonly string[]): boolean =>
  changed.some(
    (name) => name === query.field || (dependsOn(name, query.field) && !rowOf(name)?.isConsequence),
  );

/**
 * Returns whether a document is open, locked or queried. The applicant of a sent application may change documents that
 * no submission names: a statement after Submit (section 4), the others until the payout.
 */
export function documentAccess(
  loan: DocumentLoan & Pick<Loan, 'queries'>,
  { type, content }: Pick<LoanDocument, 'type' | 'content'>,
): Access {
  const lock = lockOf(loan);
  const isApplicants = lock.mode === 'locked' && takesDocuments(loan) && !content?.submitted;
  return isApplicants ? 'open' : fieldAccess(lock, documentFieldName(type));
}
