/** Ends the asking of a lender that has not decided when a consent of Submit is withdrawn (decision 56). */
import { decidingAnswer, isFinal } from '../../domain/lending/lender-verdicts.ts';
import { verdictCanChange } from '../../domain/loan/status.ts';
import type { Database } from '../db/open.ts';
import { cancelJob } from '../jobs/queue.ts';
import { answersOf } from '../loans/lenders-of-loan.ts';
import { changeLoan, statusAfter } from '../loans/row.ts';
import type { MessageSite } from '../outbox/queue.ts';
import type { LockedLenderLoan } from '../servicing/lender-loans.ts';
import { announceVerdict, recordDecision } from './record.ts';

/** A lender that has not decided yet is not asked any more; what the others have answered may decide then. */
export async function stopAsking(
  tx: Database,
  { loan, row }: Pick<LockedLenderLoan, 'loan' | 'row'>,
  { now, config }: { now: Date; config: MessageSite },
): Promise<void> {
  if (isFinal(row.result)) return;
  await cancelJob(tx, 'lender.push', row);
  const decided = decidingAnswer(await answersOf(tx, loan));
  if (!decided || (loan.status !== 'submitted' && !verdictCanChange(loan.status))) return;
  const asked =
    loan.status === 'submitted'
      ? await changeLoan(tx, loan, { status: statusAfter(loan.status, { type: 'push.started' }) }, now)
      : loan;
  await announceVerdict(tx, await recordDecision(tx, asked, decided, now), now, config);
}
