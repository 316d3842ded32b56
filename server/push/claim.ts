/** Claims the push of a loan to a lender: everything is stored before the lender is called (decision 27). */
import { eq } from 'drizzle-orm';
import { openQueries } from '../../domain/loan/lock.ts';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import type { LenderResult, Loan, PushRequest } from '../../domain/values/wire.ts';
import type { LenderRequest } from '../adapters/lender.ts';
import type { LenderId } from '../adapters/lenders.ts';
import type { Database } from '../db/open.ts';
import { pushes } from '../db/schema/lenders.ts';
import { readLoan } from '../loans/read.ts';
import { changeLoan, loanClosed, lockLoan, requireReadVersion, statusAfter } from '../loans/row.ts';
import { isUnchangedSinceSubmission, submissionsOf } from '../loans/submissions.ts';
import { consentWithdrawn, Problem, shapeError, refusal } from '../http/problem.ts';
import { type TimelineActor, type NewTimelineEntry, appendToTimeline } from '../timeline/timeline.ts';
import { acquirePushLease, findLenderLoan, type Lease } from '../loans/lease.ts';
import { lendersOf, withdrawnLenders } from '../loans/lenders-of-loan.ts';
import { type PushDelay, schedulePush } from './schedule.ts';
import { insertPush, type Push, unansweredPush } from './pushes.ts';

export type PushOrder = {
  loanId: string;
  lenderId: LenderId;
  by: TimelineActor;
  /** Aborted once the caller has stopped waiting. */
  hungUp?: AbortSignal | undefined;
  /** The request that the client expects to send; checked if present. */
  body?: PushRequest;
  /** The version of the loan that a reviewer has read: a reviewer pushes only what was submitted and read. */
  version?: number;
};

/** A push that this process has the lease for. */
export type ClaimedPush = {
  lease: Lease;
  by: TimelineActor;
  hungUp: AbortSignal | undefined;
  reference: string;
  /** The submission without an answer: a new one, or the one that an earlier push left unanswered. */
  push: Push;
  /** True if the lender may have booked that submission already. */
  mayBeBooked: boolean;
  /** The request with the loan's current data, which may differ from that submission. */
  request: LenderRequest;
};

export type Claim =
  | { kind: 'answered'; result: LenderResult }
  | { kind: 'in flight' }
  | { kind: 'claimed'; claimed: ClaimedPush };

/**
 * The loan's status follows its own lenders; a push to another does not change it.
 * @throws Problem 409 where the body differs from the saved loan, a query is open, the loan was not submitted, or
 *   a reviewer has not read what it says now
 */
export async function claimPush(
  tx: Database,
  { loanId, lenderId, by, hungUp, body, version, now, config }: PushOrder & { now: Date; config: PushDelay },
): Promise<Claim> {
  const row = await lockLoan(tx, loanId, now);
  const loan = await readLoan(tx, row);
  const request = checkedRequest(loan, body);
  if (version !== undefined) {
    requireReadVersion(row, version);
    if (!(await isUnchangedSinceSubmission(tx, loan, await submissionsOf(tx, loanId))))
      throw new Problem(409, 'The applicant is changing the application');
  }
  const lenderLoan = await findLenderLoan(tx, { loanId, lenderId });
  if (lenderLoan?.leased) return { kind: 'in flight' };
  if (lenderLoan?.result) return { kind: 'answered', result: lenderLoan.result };

  if ((await withdrawnLenders(tx, row)).includes(lenderId)) throw consentWithdrawn();
  // The last Submit may have named others, whom alone the applicant has consented to.
  if (row.lenderIds.length > 0 && !lendersOf(row).includes(lenderId))
    throw new Problem(409, 'The application does not go to this lender');

  // A loan with several lenders may have the status already by the first push or answer.
  const isFirst = row.lenderIds.length === 0 || row.status === 'submitted';
  if (lendersOf(row).includes(lenderId) && isFirst) {
    await changeLoan(tx, row, { status: statusAfter(row.status, { type: 'push.started' }) }, now);
  }
  // The job asks the lender until it has answered, even if this process dies.
  await schedulePush(tx, { loanId, lenderId }, { now, config, ifAbsent: true });
  const { lease, reference } = await acquirePushLease(tx, { loanId, lenderId }, now);
  const unanswered = await unansweredPush(tx, lease);
  const push = unanswered ?? (await insertPush(tx, lease, request, now));
  if (unanswered) await tx.update(pushes).set({ result: null }).where(eq(pushes.id, unanswered.id));
  await appendToTimeline(tx, pushStartedEntry(push, by, now));
  const mayBeBooked = unanswered !== undefined;
  return { kind: 'claimed', claimed: { lease, by, hungUp, reference, push, mayBeBooked, request } };
}

/** The request out of the saved loan. @throws Problem 409 naming every member that the body has differently */
function checkedRequest(loan: Loan, body: PushRequest | undefined): LenderRequest {
  if (loan.status === 'draft') throw loanClosed('draft');
  if (openQueries(loan).length > 0)
    throw refusal(409, 'refusal.unanswered', 'The application waits for answers of its applicant');
  if (loan.loan_details.emi_tenure_id === null) {
    const error = shapeError('course_tenure_id', 'is not the one that is saved');
    throw refusal(409, 'refusal.planNeeded', 'The application has no EMI tenure', [error]);
  }
  const saved = pushRequestOf(loan);
  const { loan_id: _, ...request } = saved;
  if (!body) return request;
  // Optional members may be left out.
  const differing = (Object.keys(body) as (keyof PushRequest)[]).filter((name) => saved[name] !== body[name]);
  if (differing.length > 0) {
    throw new Problem(
      409,
      `${differing.join(', ')}: not what is saved`,
      differing.map((name) => shapeError(name, 'is not what is saved')),
    );
  }
  return request;
}

/** The timeline's entry for a submission that goes to the lender. */
export const pushStartedEntry = (
  { loanId, lenderId, submission }: Push,
  by: TimelineActor,
  now: Date,
): NewTimelineEntry => ({
  loanId,
  at: now,
  by,
  act: 'lender.asked',
  details: { lender_id: lenderId, submission },
});
