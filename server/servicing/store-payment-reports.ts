/** Stores what the provider reports of payments, and reads a payment as it was reported. */
import { eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import {
  mergeReports,
  lessDisputes,
  type ProviderPayment,
  type ReportedPayment,
  takenPaise,
} from '../../domain/servicing/order-payments.ts';
import type { OrderReading } from '../adapters/payments.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import { caseFact, openCase } from './cases.ts';
import { newDisputes, appendDisputes } from './disputes.ts';

export type OrderRow = typeof paymentOrders.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

/**
 * Stores what is new of each payment; one of another order's, or of another loan's, is left. What goes back, and what comes
 * again, is in the timeline.
 * @returns the payments that went back whole by now, and were not paid back before; the ids of those of which a won dispute
 *   has given something back that was known to be taken; and whether anything was new
 */
export async function storeReports(
  tx: Database,
  order: Pick<OrderRow, 'id' | 'loanId' | 'lenderId' | 'payee'>,
  { reading, before }: { reading: OrderReading; before: readonly PaymentRow[] },
  now: Date,
): Promise<{ refunded: ProviderPayment[]; returned: string[]; isNews: boolean }> {
  const receivedAt = await timeOfReport(tx, order.id, now);
  const refunded: ProviderPayment[] = [];
  const returned: string[] = [];
  let isNews = false;
  for (const reported of reading.payments) {
    const known = before.find((one) => one.providerPaymentId === reported.id);
    const stored = known && reportOf(known);
    const report = stored ? mergeReports<ProviderPayment>(stored, reported) : reported;
    const otherPayee =
      reported.payee === undefined ? (known?.otherPayee ?? null) : otherPayeeOf(order, reported);
    const isPayeeNews = otherPayee !== (known?.otherPayee ?? null);
    if (known && (known.orderId !== order.id || (report === stored && !isPayeeNews))) continue;
    const { state, amountPaise } = lessDisputes(report);
    const { currency, method, paidAt } = reported;
    const disputes = [...(report.disputes ?? [])];
    const news = newDisputes(known?.disputes ?? [], disputes);
    const refundedPaise = refundedBy(known, report);
    const isReturned = takenPaise(disputes) < takenPaise(known?.disputes ?? []);
    const goesBack = refundedPaise > 0 || news.some(({ state: is }) => is === 'open');
    const [row] = known
      ? await tx
          .update(payments)
          .set({
            ...{ state, amountPaise, disputes, otherPayee },
            ...((reported.changedOn ?? '') > (known.changedOn ?? '') && { changedOn: reported.changedOn }),
            // An attempt that has failed may be paid later after all, and otherwise.
            ...(known.state === 'failed' && { currency, method, paidAt, receivedAt }),
            ...(refundedPaise > 0 && { refundedPaise: known.refundedPaise + refundedPaise, refundedAt: now }),
            // The rest that goes back besides is to be settled as well.
            ...(goesBack &&
              known.decision === 'double_refund_settled' && { decision: 'refunded_by_lender' as const }),
            // Something else may have been paid since staff have counted it.
            ...(isReturned && known.decision === 'count' && { decision: null, countsFor: null }),
          })
          .where(eq(payments.id, known.id))
          .returning({ id: payments.id })
      : await tx
          .insert(payments)
          .values({
            ...{ id: platform.uuid(), orderId: order.id, loanId: order.loanId, lenderId: order.lenderId },
            ...{ providerPaymentId: report.id, amountPaise, currency, state, disputes },
            ...{ method, paidAt, receivedAt, refundedPaise, refundedAt: refundedPaise > 0 ? now : null },
            ...{ changedOn: reported.changedOn ?? null, otherPayee },
          })
          .onConflictDoNothing()
          .returning({ id: payments.id });
    if (!row) continue;
    isNews = true;
    // A failed attempt has moved no money.
    if (otherPayee !== null && state !== 'failed' && (isPayeeNews || known?.state === 'failed'))
      await openCaseOfPayee(tx, order, { id: report.id, otherPayee, amountPaise }, now);
    if (isReturned) returned.push(report.id);
    if (refundedPaise > 0)
      await appendLenderAct(tx, order, 'payment.refunded', now, { amount_paise: refundedPaise, currency });
    await appendDisputes(tx, order, { disputes: news, currency }, now);
    // The customer was told already of a payment that the lender has paid back.
    const isGone = state === 'refunded' || state === 'disputed';
    if (isGone && known?.state !== state && !known?.refundReference) refunded.push(report);
  }
  return { refunded, returned, isNews };
}

/** Returns the account that a payment has gone to; null where it is its order's, or either names none. */
const otherPayeeOf = ({ payee }: Pick<OrderRow, 'payee'>, { payee: paidTo }: ProviderPayment) =>
  payee && paidTo !== undefined && paidTo !== payee.id ? paidTo : null;

async function openCaseOfPayee(
  tx: Database,
  { payee, ...key }: LenderLoanKey & Pick<OrderRow, 'payee'>,
  { id, otherPayee, amountPaise }: Pick<PaymentRow, 'id' | 'otherPayee' | 'amountPaise'>,
  now: Date,
): Promise<void> {
  const details = [
    caseFact('entry_id', id, id),
    caseFact('payee', payee?.id, otherPayee),
    caseFact('amount_paise', amountPaise, amountPaise),
  ];
  await openCase(tx, key, { kind: 'payee_differs', subject: id, details }, now);
}

/** Returns how much of a payment has gone back since it was stored; the provider reports of all that it has had. */
function refundedBy(
  known: PaymentRow | undefined,
  { state, amountPaise }: Pick<ProviderPayment, 'state' | 'amountPaise'>,
): number {
  if (known?.state === 'refunded') return 0;
  const left = state === 'refunded' ? 0 : amountPaise;
  const before = known && known.state !== 'failed' ? reportOf(known).amountPaise : amountPaise;
  return before - left;
}

/** Returns the time of a report: not before its order has ended, whatever the clocks of two servers say. */
async function timeOfReport(tx: Database, orderId: string, now: Date): Promise<Date> {
  const [order] = await tx
    .select({ endedAt: paymentOrders.endedAt })
    .from(paymentOrders)
    .where(eq(paymentOrders.id, orderId));
  return order?.endedAt && order.endedAt > now ? order.endedAt : now;
}

/** Returns a payment as the provider has reported it; what it does not count for, and why, is known here alone. */
export const reportOf = ({
  providerPaymentId,
  orderId,
  state,
  decision,
  disputes,
  ...payment
}: PaymentRow): ReportedPayment => ({
  id: providerPaymentId,
  orderId: orderId ?? '',
  // The state of a payment that went back whole names the whole amount.
  amountPaise: payment.amountPaise + (namesAll(state) ? 0 : takenPaise(disputes)),
  currency: payment.currency,
  state: state === 'failed' || state === 'refunded' ? state : 'captured',
  disputes,
  method: payment.method,
  paidAt: payment.paidAt,
  receivedAt: payment.receivedAt,
  countedPaise: decision === 'count' ? payment.decidedPaise : null,
  isRefundOrdered: decision === 'refund',
  isPaidElsewhere: payment.otherPayee !== null,
  isRefundedByLender: payment.refundReference !== null,
});

const namesAll = (state: PaymentRow['state']): boolean =>
  state === 'failed' || state === 'refunded' || state === 'disputed';
