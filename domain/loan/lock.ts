/** The lock says whether a loan can be changed; domain/loan/access.ts has the single fields. */
import { isEditable } from './status.ts';
import type { Loan, LoanStatus, Query } from '../values/wire.ts';

export type Lock = { mode: 'open' } | { mode: 'locked' } | { mode: 'queried'; queries: readonly Query[] };

/** The statuses in which a reviewer can raise queries (decision 23). */
export const reviewableStatuses: readonly LoanStatus[] = [
  'submitted',
  'pending',
  'in_progress',
  'under_review',
];

/** The code of a query without an answer; its issue is solved by answering, on whichever step the field is. */
export const unansweredCode = 'applicant.error.query.unanswered';

/** Returns the queries that wait for an answer. */
export const openQueries = (loan: Pick<Loan, 'queries'>): Query[] =>
  loan.queries.filter((query) => query.state === 'raised');

/** Returns whether a query was raised, other than one withdrawn before its answer. */
export const hasBeenQueried = (loan: Pick<Loan, 'queries'>): boolean =>
  loan.queries.some(({ state, answered_at }) => state !== 'withdrawn' || answered_at !== null);

/** The facts that make a submitted application editable again although a reviewer has queried it. */
export type Reopened = Pick<Loan, 'consents_withdrawn' | 'lender_refused'>;

/**
 * Returns the editable part of a loan: everything until the lender has it, the flagged fields in query mode, otherwise
 * nothing. Answered queries stay locked for the reviewer, also before the push. The loan is open if only another Submit
 * can continue it: no lender may be asked, or each has refused it for good.
 */
export function lockOf(loan: Pick<Loan, 'status' | 'queries'> & Reopened): Lock {
  const queries = openQueries(loan);
  if (queries.length > 0 && reviewableStatuses.includes(loan.status)) return { mode: 'queried', queries };
  const isReopened = loan.consents_withdrawn === true || loan.lender_refused === true;
  return { mode: isEditable(loan.status) && (isReopened || !hasBeenQueried(loan)) ? 'open' : 'locked' };
}
