/** Ends the asking of a lender that has not decided when a consent of Submit is withdrawn (decision 56). */
import { decidingAnswer, isFinal } from '../../domain/lending/lender-verdicts.ts';
import { verdictCanChange } from '../../domain/loan/status.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { cancelJob } from '../jobs/queue.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { answersOf } from '../loans/lenders-of-loan.ts';
import { statusAfter } from '../loans/row.ts';
import type { LoanRow } from '../loans/tokens.ts';
import type { MessageSite } from '../outbox/queue.ts';
import type { LockedLenderLoan } from '../servicing/lender-loans.ts';
import { type NewTimelineEntry, appendToTimeline } from '../timeline/timeline.ts';
import { announceVerdict, endOpenVerdict, recordDecision, statusChange } from './record.ts';

/**
 * A lender that has not decided yet is not asked any more; what the others have answered may decide then. Where none of
 * them has, the application waits for their answers, or for the next Submit.
 * @param entry of the timeline about the withdrawal, which says how the status has changed by it
 */
export async function stopAsking(
  tx: Database,
  { loan, row }: LockedLenderLoan,
  entry: NewTimelineEntry,
  config: MessageSite,
): Promise<void> {
  const after = isFinal(row.result) ? loan : await withoutLender(tx, loan, row, entry.at);
  const { status } = statusChange(loan, after);
  await appendToTimeline(tx, { ...entry, ...(status && { before: loan.status, after: status }) });
  if (status && after.lenderResult) await announceVerdict(tx, after, entry.at, config);
}

async function withoutLender(tx: Database, loan: LoanRow, key: LenderLoanKey, now: Date): Promise<LoanRow> {
  await cancelJob(tx, 'lender.push', key);
  // The next Submit asks it anew.
  await tx.update(lenderLoans).set({ result: null }).where(ofLenderLoan(lenderLoans, key));
  const isWaiting = loan.status === 'submitted';
  if (!isWaiting && !verdictCanChange(loan.status)) return loan;
  const decided = decidingAnswer(await answersOf(tx, loan));
  const pushed = statusAfter('submitted', { type: 'push.started' });
  if (decided) return recordDecision(tx, isWaiting ? { ...loan, status: pushed } : loan, decided, now);
  return endOpenVerdict(tx, loan, 'consent.withdrawn', now);
}
