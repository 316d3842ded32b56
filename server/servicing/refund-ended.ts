/** Money that was paid for a loan which ended before its disbursal goes back to where it came from. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { payments } from '../db/schema/servicing.ts';
import { ofLenderLoan } from '../lender-loan-key.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { isEndedStage, type LenderLoanRow } from './lender-loans.ts';
import { checkNow } from './provider-checks.ts';

/**
 * Orders the refund of all that counts, also of what is reported after the end. The job that asks about the order makes
 * it; a refund that the provider refuses goes to staff (decision 92).
 */
export async function refundEnded(tx: Database, row: LenderLoanRow, now: Date): Promise<void> {
  if (!isEndedStage(row.stage) || row.disbursedOn !== null) return;
  const { loanId, lenderId } = row;
  const counted = await tx
    .select()
    .from(payments)
    .where(and(ofLenderLoan(payments, row), eq(payments.state, 'captured')));
  for (const { id, orderId, amountPaise, currency } of counted) {
    await tx
      .update(payments)
      .set({ state: 'held', decision: 'refund', decidedPaise: amountPaise, refundRefusedAt: null })
      .where(eq(payments.id, id));
    if (orderId !== null) await checkNow(tx, 'payments', orderId, now);
    await appendToTimeline(tx, {
      ...{ loanId, at: now, by: 'system', act: 'payment.refund_ordered' },
      details: { lender_id: lenderId, amount_paise: amountPaise, currency },
    });
  }
}
