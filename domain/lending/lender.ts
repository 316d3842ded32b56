/** Interprets the lender's answer, for the screen and the server (specification, sections 4 and 7). */
import type { LenderResult } from '../values/wire.ts';

export type Verdict = 'approved' | 'rejected' | 'pending' | 'in_progress' | 'under_review';

const verdicts: Record<string, Verdict> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  PENDING: 'pending',
  IN_PROGRESS: 'in_progress',
};

const gatewayTimeOut = 504;
const invitesToExplore: readonly number[] = [1001, 400];

/** The code of a push that the lender has refused, and would refuse again with the same answers. */
export const lenderRefusalCode = 'refusal.lender';

/** Returns the answer's code, which lenders send under two names. */
export const lenderCode = (result: LenderResult): number | null =>
  result.status_code ?? result.statusCode ?? null;

/** Returns whether the lender's own gateway gave up: no verdict was reached and asking again is safe. */
export const lenderTimedOut = (result: LenderResult): boolean => lenderCode(result) === gatewayTimeOut;

/** Returns the loan's status after this answer; an answer with an unknown status is under review. */
export const verdictOf = (result: LenderResult): Verdict => verdicts[result.status ?? ''] ?? 'under_review';

/** Returns whether the code is 1001 and the statusCode 400, for which the modal offers 'Explore More'. */
export const offersExploreMore = (result: LenderResult): boolean =>
  verdictOf(result) === 'under_review' && invitesToExplore.includes(lenderCode(result) ?? 0);
