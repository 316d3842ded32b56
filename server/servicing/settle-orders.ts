/** Stores what the provider reports of an order, and what follows from it for all orders of the lender loan. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { paiseText } from '../../domain/servicing/document-text.ts';
import {
  isPrepayment,
  supersededOrders,
  type ProviderPayment,
  settleOrders,
} from '../../domain/servicing/order-payments.ts';
import type { OrderReading } from '../adapters/payments.ts';
import { type Database, transaction } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import { openCasesForWonDisputes } from './disputes.ts';
import type { LockedLenderLoan } from './lender-loans.ts';
import { openCaseOfReversal } from './prepayments.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { type OrderRow, type PaymentRow, reportOf, storeReports } from './store-payment-reports.ts';
import { enqueueReceipts } from './receipts.ts';
import { advanceStage, isAdvanceReversed, lockLenderLoan } from './stage.ts';
import type { StepNeeds } from './steps.ts';
import { tellCustomer, type Telling } from './tell-customer.ts';

type Money = Pick<ProviderPayment, 'amountPaise' | 'currency'>;

/** @returns the changed order */
export const recordOrder = (
  { db, clock, config }: Pick<StepNeeds, 'db' | 'clock' | 'config'>,
  ordered: OrderRow,
  reading: OrderReading,
): Promise<OrderRow> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockLenderLoan(tx, ordered, now);
    if (!locked) throw new Error('An order has no lender loan');
    const before = await paymentsOf(tx, ordered);
    const { refunded, returned, isNews } = await storeReports(tx, ordered, { reading, before }, now);
    const { orders, held, counted } = await settleStoredPayments(tx, ordered, now, before);
    const after = await advanceStage(tx, locked, { now, config });
    // The lender is not to collect what is paid, nor to pay out what is not.
    if (isNews) await enqueueLenderPoll(tx, ordered, now);
    // The customer is told with the reason that the advance payment is due again.
    const run = { now, config };
    if (!isAdvanceReversed(locked.row, after)) {
      const isBack = ({ state }: ProviderPayment) => state === 'refunded';
      const taken = refunded.filter((one) => !isBack(one));
      await tellOfPayments(tx, locked, 'servicing.paymentRefunded', refunded.filter(isBack), run);
      await tellOfPayments(tx, locked, 'servicing.paymentDisputed', taken, run);
    }
    await tellOfPayments(tx, locked, 'servicing.paymentHeld', held, run);
    const countsAgain = counted.filter((one) => returned.includes(one.providerPaymentId));
    await tellOfPayments(tx, locked, 'servicing.disputeWon', countsAgain, run);
    await openCasesForWonDisputes(tx, ordered, returned, now);
    const order = orders.find((one) => one.id === ordered.id);
    if (!order) throw new Error('An order is gone');
    if (isPrepayment(order.purpose)) {
      const went = before.filter(
        ({ providerPaymentId, state }) =>
          state === 'captured' && refunded.some((report) => report.id === providerPaymentId),
      );
      for (const payment of went) await openCaseOfReversal(tx, payment, now);
    }
    return order;
  });

/** Sends a message for each payment. */
async function tellOfPayments(
  tx: Database,
  locked: LockedLenderLoan,
  template: `servicing.${'paymentRefunded' | 'paymentDisputed' | 'paymentHeld' | 'disputeWon'}`,
  told: readonly Money[],
  telling: Telling,
): Promise<void> {
  if (locked.loan.customerId === null) return;
  for (const payment of told)
    await tellCustomer(tx, locked, template, { amount: moneyText(payment) }, telling);
}

/** An amount with its currency, which of a payment can be any. */
export const moneyText = ({ amountPaise, currency }: Money): string =>
  currency === 'INR' ? paiseText(amountPaise) : `${currency} ${(amountPaise / 100).toFixed(2)}`;

/** Says whether a refund is ordered that the provider has not refused. */
export const isRefunding = (payment: Pick<PaymentRow, 'decision' | 'refundRefusedAt'>): boolean =>
  payment.decision === 'refund' && payment.refundRefusedAt === null;

/** A refund that the provider does not make: staff decide anew. */
export const recordRefusedRefund = (
  { db, clock }: Pick<StepNeeds, 'db' | 'clock'>,
  key: LenderLoanKey,
  providerPaymentId: string,
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    await lockLenderLoan(tx, key, now);
    const [refused] = await tx
      .update(payments)
      .set({ refundRefusedAt: now })
      .where(
        and(
          eq(payments.providerPaymentId, providerPaymentId),
          eq(payments.decision, 'refund'),
          eq(payments.state, 'held'),
          isNull(payments.refundRefusedAt),
        ),
      )
      .returning({ amountPaise: payments.amountPaise, currency: payments.currency });
    if (!refused) return;
    const { amountPaise, currency } = refused;
    await appendLenderAct(tx, key, 'payment.refund_refused', now, { amount_paise: amountPaise, currency });
  });

/**
 * Brings the states of all orders and payments of a lender loan in line with one another, with a receipt for what counts.
 * Orders end once a payment counts that they were made without.
 * @param before the payments as they were before the latest reports
 * @returns the orders then; the payments that are held since these reports: they have arrived with them, or have counted
 *   until another one was reported that was paid before; and those that count since then
 */
export async function settleStoredPayments(
  tx: Database,
  key: LenderLoanKey,
  now: Date,
  before?: readonly PaymentRow[],
): Promise<{ orders: OrderRow[]; held: PaymentRow[]; counted: PaymentRow[] }> {
  const orders = await tx
    .select()
    .from(paymentOrders)
    .where(ofLenderLoan(paymentOrders, key))
    .orderBy(asc(paymentOrders.createdAt), asc(paymentOrders.id));
  const stored = await paymentsOf(tx, key);
  const settled = settleOrders(orders, stored.map(reportOf), now);
  const stateOf = ({ providerPaymentId, state }: PaymentRow) =>
    settled.payments.get(providerPaymentId) ?? state;
  for (const payment of stored) {
    const state = stateOf(payment);
    if (state !== payment.state) await tx.update(payments).set({ state }).where(eq(payments.id, payment.id));
  }
  const stateBefore = ({ id }: PaymentRow) =>
    (before ?? stored).find((one) => one.id === id)?.state ?? 'failed';
  // An order is never reopened, since another may be open by now: an amount due again gets a new order.
  const stateOfOrder = ({ id, state }: OrderRow) => {
    const latest = settled.orders.get(id) ?? state;
    return latest === 'open' && state !== 'open' ? 'expired' : latest;
  };
  let after = orders.map((order) => ({ ...order, state: stateOfOrder(order) }));
  const counted = stored.filter((one) => stateOf(one) === 'captured' && stateBefore(one) !== 'captured');
  for (const { orderId, decision, receivedAt } of counted) {
    const order = decision === 'count' ? undefined : after.find(({ id }) => id === orderId);
    after = await endOrders(tx, after, order ? { ...order, receivedAt } : null, now);
  }
  for (const [index, { id, state }] of after.entries()) {
    if (state !== orders[index]?.state)
      await tx.update(paymentOrders).set({ state }).where(eq(paymentOrders.id, id));
  }
  await enqueueReceipts(tx, key, now);
  const amountBefore = ({ id }: PaymentRow) => before?.find((one) => one.id === id)?.amountPaise;
  // The amount left after a partial refund is reported with the refund.
  const isNew = (one: PaymentRow) =>
    stateBefore(one) === 'failed' ||
    (stateBefore(one) === 'disputed' && !isRefunding(one)) ||
    (stateBefore(one) === 'captured' && amountBefore(one) === one.amountPaise);
  const held = stored.filter((one) => stateOf(one) === 'held' && isNew(one));
  return { orders: after, held, counted };
}

/**
 * Ends the orders that something else overtakes; nothing that is paid of them from now on counts.
 * @param orders all of a lender loan, with their states
 * @param purchase what is ordered or paid; null for money that staff count
 * @returns all of them then
 */
export async function endOrders(
  tx: Database,
  orders: readonly OrderRow[],
  purchase: Parameters<typeof supersededOrders>[2],
  now: Date,
): Promise<OrderRow[]> {
  const states = new Map(orders.map(({ id, state }) => [id, state]));
  const ended = supersededOrders(orders, states, purchase).map(({ id }) => id);
  const change = { state: 'expired', endedAt: now } as const;
  if (ended.length > 0) await tx.update(paymentOrders).set(change).where(inArray(paymentOrders.id, ended));
  return orders.map((order) => (ended.includes(order.id) ? { ...order, ...change } : order));
}

const paymentsOf = (tx: Database, key: LenderLoanKey): Promise<PaymentRow[]> =>
  tx.select().from(payments).where(ofLenderLoan(payments, key));
