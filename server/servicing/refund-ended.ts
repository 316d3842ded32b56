/** Money that was paid for a loan which ended before its disbursal goes back to where it came from. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { ofLenderLoan } from '../lender-loan-key.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { isEndedStage, type LenderLoanRow } from './lender-loans.ts';
import { checkNow } from './provider-checks.ts';

/**
 * Ends the orders, and orders the refund of all that has arrived, also of what is reported after the end. The job that
 * asks about the order makes it; a refund that the provider refuses goes to staff (decision 92).
 */
export async function refundEnded(tx: Database, row: LenderLoanRow, now: Date): Promise<void> {
  if (!isEndedStage(row.stage) || row.disbursedOn !== null) return;
  const { loanId, lenderId } = row;
  await tx
    .update(paymentOrders)
    .set({
      state: 'expired',
      endedAt: sql`coalesce(${paymentOrders.endedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(ofLenderLoan(paymentOrders, row), inArray(paymentOrders.state, ['open', 'paid'])));
  const kept = await tx
    .update(payments)
    .set({ state: 'held', decision: 'refund', decidedPaise: payments.amountPaise, refundRefusedAt: null })
    .where(
      and(
        ofLenderLoan(payments, row),
        inArray(payments.state, ['captured', 'held']),
        or(isNull(payments.decision), eq(payments.decision, 'count')),
      ),
    )
    .returning();
  for (const { orderId, amountPaise, currency } of kept) {
    if (orderId !== null) await checkNow(tx, 'payments', orderId, now);
    await appendToTimeline(tx, {
      ...{ loanId, at: now, by: 'system', act: 'payment.refund_ordered' },
      details: { lender_id: lenderId, amount_paise: amountPaise, currency },
    });
  }
}
