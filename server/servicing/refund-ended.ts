/** Money of loans that have ended: what was paid before a disbursal goes back, and what was paid beyond the loan is owed. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import { paiseText } from '../../domain/servicing/document-text.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { ofLenderLoan } from '../db/lender-loan-key.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import { caseFact, openCase, reportCases } from './cases.ts';
import { type Account, exitOf, overpaidOf } from './ledger.ts';
import { isEndedStage, type LenderLoanRow, type LockedLenderLoan } from './lender-loans.ts';
import { checkNow } from './provider-checks.ts';
import { tellCustomer, type Telling } from './tell-customer.ts';

/**
 * Ends the orders, and orders the refund of all that has arrived, also of what is reported after the end. The job that
 * asks about the order makes it; a refund that the provider refuses goes to staff (decision 92).
 */
export async function refundEnded(tx: Database, row: LenderLoanRow, now: Date): Promise<void> {
  if (!isEndedStage(row.stage) || row.disbursedOn !== null) return;
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
    await appendLenderAct(tx, row, 'payment.refund_ordered', now, { amount_paise: amountPaise, currency });
  }
}

/**
 * Puts before staff, and tells the customer, that more was paid of a loan than it asked for. Only the lender can give it
 * back; another amount is another case, and so is the same one after nothing was owed.
 */
export async function reportOverpaid(
  tx: Database,
  { loan, row }: Pick<LockedLenderLoan, 'loan' | 'row'>,
  account: Account,
  telling: Telling,
): Promise<void> {
  const { now } = telling;
  const overpaid = overpaidOf(account, row, todayInIndia(now));
  const details = [caseFact('amount_paise', overpaid)];
  const current = overpaid === 0 ? [] : [{ subject: String(overpaid), details }];
  const isNew = await reportCases(tx, row, 'overpaid', current, now);
  if (!isNew || loan.customerId === null) return;
  await tellCustomer(tx, { loan, row }, 'servicing.overpaid', { amount: paiseText(overpaid) }, telling);
}

/** Puts before staff that a payment has gone back on which the sum rested by which the loan was left. */
export async function reportUnpaidExit(
  tx: Database,
  row: LenderLoanRow,
  account: Account,
  now: Date,
): Promise<void> {
  const owed = account.exitedOn === null ? 0 : (exitOf(account, account.exitedOn)?.total ?? 0);
  if (owed === 0) return;
  const details = [caseFact('amount_paise', 0, owed)];
  await openCase(tx, row, { kind: 'reopened', subject: `exit ${owed}`, details }, now);
}
