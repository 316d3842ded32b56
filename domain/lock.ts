/** What may be changed in a loan as a whole; field by field, domain/access.ts says it. */
import { isEditable } from './status.ts';
import type { Loan, LoanStatus, Query } from './wire.ts';

export type Lock = { mode: 'open' } | { mode: 'locked' } | { mode: 'queried'; queries: readonly Query[] };

/** The statuses in which a reviewer can raise queries (decision 26). */
export const reviewable: readonly LoanStatus[] = ['submitted', 'pending', 'in_progress', 'under_review'];

/** The queries that wait for an answer. */
export const openQueries = (loan: Pick<Loan, 'queries'>): Query[] =>
  loan.queries.filter((query) => query.state === 'raised');

/** True once a reviewer has asked something that was not taken back before it was answered. */
export const isAsked = (loan: Pick<Loan, 'queries'>): boolean =>
  loan.queries.some(({ state, answered_at }) => state !== 'withdrawn' || answered_at !== null);

/**
 * What may be changed in a loan: all while it is the applicant's, flagged fields in query mode, else nothing. What
 * has been answered is the reviewer's to read, even where it has not reached the lender yet.
 */
export function lockOf(loan: Pick<Loan, 'status' | 'queries'>): Lock {
  const queries = openQueries(loan);
  if (queries.length > 0 && reviewable.includes(loan.status)) return { mode: 'queried', queries };
  return { mode: isEditable(loan.status) && !isAsked(loan) ? 'open' : 'locked' };
}
