/** The jobs that push a submitted application, and ask again about a verdict, until the lender has decided. */
import { eq } from 'drizzle-orm';
import { hasOpenVerdict, verdictCanChange } from '../../domain/loan/status.ts';
import { isLenderId } from '../adapters/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { Problem } from '../http/problem.ts';
import { answersOf } from '../loans/lenders-of-loan.ts';
import { pushForReply, type PushNeeds, refreshVerdict } from './push.ts';

/** The job `lender.push`. While an earlier push has no answer, the lender is asked by reference first. */
export async function pushByJob(
  needs: PushNeeds,
  { loanId, lenderId }: { loanId: string; lenderId: number },
  { signal }: JobRun,
): Promise<JobResult> {
  if (!isLenderId(lenderId) || !needs.adapters.lenders[lenderId]) return 'retry';
  try {
    const reply = await pushForReply(needs, { loanId, lenderId, by: 'system' }, signal);
    if (reply.kind === 'answered') return 'done';
    // Staff sees it among the failed jobs; what the applicant or a reviewer mends is a submission of its own.
    return reply.kind === 'failed' && reply.isFinal ? 'failed' : 'retry';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The loan is gone, or waits for its applicant: the next Submit enqueues another push.
    if ([404, 409, 410].includes(error.status)) return 'done';
    return 'retry';
  }
}

/** The job `lender.refresh`. It asks no lender while a reviewer waits for the applicant. */
export async function refreshByJob(needs: PushNeeds, { loanId }: { loanId: string }): Promise<JobResult> {
  const canChange = async (): Promise<boolean> => {
    const [row] = await needs.db.select().from(loans).where(eq(loans.id, loanId));
    if (!row || row.erasedAt) return false;
    const isOpen = hasOpenVerdict(await answersOf(needs.db, row));
    return verdictCanChange(row.status) || (row.status === 'approved' && isOpen);
  };
  if (!(await canChange())) return 'done';
  await refreshVerdict(needs, loanId, { by: 'system' });
  return (await canChange()) ? 'retry' : 'done';
}
