/** Ends the mandates of a loan that has ended, or is erased: nothing is debited by them any more. */
import { and, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { mandates } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { scheduleCheck } from './provider-checks.ts';

/**
 * The job of each registered mandate withdraws it at its provider.
 * @param states those of what is ended; one that is requested is cancelled before the bank registers it
 */
export async function endMandates(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  now: Date,
  states: ('requested' | 'registered')[] = ['registered'],
): Promise<void> {
  const ended = await tx
    .update(mandates)
    .set({ withdrawalRequestedAt: now })
    .where(
      and(
        ofLenderLoan(mandates, { loanId, lenderId }),
        inArray(mandates.state, states),
        isNull(mandates.withdrawalRequestedAt),
      ),
    )
    .returning({ id: mandates.id });
  for (const { id } of ended) await scheduleCheck(tx, 'mandate', id, now);
}
