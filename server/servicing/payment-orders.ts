/**
 * Orders of payments (decision 92): one for each thing that is due, charged once however often it is pressed, and read
 * at the provider until it is known what became of it. Amounts are whole paise.
 */
import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import { isPrepayment, isQuoted, type PaymentPurpose } from '../../domain/servicing/order-payments.ts';
import type { PaymentOrder } from '../../domain/values/wire.ts';
import type { OrderReading, PaymentRequest, Payments } from '../adapters/payments.ts';
import type { ProviderReply } from '../adapters/provider.ts';
import { insertOne } from '../db/insert-one.ts';
import { type Database, transaction } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { notFound, Problem } from '../http/problem.ts';
import { type Account, amountDue, nextInstalment, readAccount } from './ledger.ts';
import { findAccepted, isAcceptedStage } from './lender-loans.ts';
import { hasOpenDispute } from './disputes.ts';
import { limitsOfPrepayment } from './prepayments.ts';
import { chargebackMs, isCheckedLongEnough, recheckMs, scheduleCheck } from './provider-checks.ts';
import { isFailure, providerFailed, requireProvider, requireReading } from './provider-replies.ts';
import { orderOnWire } from './customer-payments.ts';
import type { OrderRow } from './store-payment-reports.ts';
import { endOrders, recordOrder, recordRefusedRefund, settleStoredPayments } from './settle-orders.ts';
import { servicingRefusal } from './refusals.ts';
import {
  isCancelling,
  lockAccepted,
  type LockedServicing,
  requirePayee,
  returnAddress,
  type StepNeeds,
  untilTimeout,
} from './steps.ts';

export type Purchase = {
  purpose: PaymentPurpose;
  instalment: number | null;
  /** The sum of a part-prepayment; of anything else what was shown to be due, where that is known. */
  amountPaise?: number | undefined;
};

const validMs = 30 * 60_000;

/**
 * The order for what is due: the one of this idempotency key, else the one that is open, else a new one, which ends
 * those for anything else.
 * @throws Problem 404 and 409 as the contract says, 502 and 504 for the provider's failures
 */
export async function createPaymentOrder(
  needs: StepNeeds,
  loanId: string,
  { idempotencyKey, ...purchase }: Purchase & { idempotencyKey: string },
): Promise<PaymentOrder> {
  const provider = requireProvider(needs.adapters.payments);
  await readOtherOrders(needs, provider, loanId, purchase);
  const now = needs.clock.now();
  const order = await transaction(needs.db, async (tx) => {
    const servicing = await lockAccepted(tx, loanId, now);
    return openOrder(tx, servicing, { ...purchase, idempotencyKey }, { now, config: needs.config });
  });
  if (order.state !== 'open') return orderOnWire(needs.db, order, null);
  const reading = requireReading(await provider.createOrder(await requestOf(needs, order), untilTimeout()));
  if (reading.kind === 'none') throw providerFailed();
  return orderOnWire(needs.db, await recordOrder(needs, order, reading), reading.url);
}

/**
 * Reads the open orders, but the one that is answered again, because what has been paid of them is not due again. Where
 * the provider does not answer, they end all the same, and what was paid of them is held.
 */
async function readOtherOrders(
  needs: StepNeeds,
  provider: Payments,
  loanId: string,
  purchase: Purchase,
): Promise<void> {
  const orders = await ordersOf(needs.db, loanId);
  for (const order of orders.filter(({ state }) => state === 'open')) {
    if (isFor(order, purchase) && isOfToday(order, needs.clock.now())) continue;
    const reply = await provider.readOrder(order.providerReference ?? order.id, untilTimeout());
    if (!isFailure(reply) && reply.kind !== 'none') await recordOrder(needs, order, reply);
  }
}

/**
 * The order as it is at the provider, where it is open; as it is here, where the provider does not answer.
 * @throws Problem 404 where the loan has no such order
 */
export async function readPaymentOrder(
  needs: StepNeeds,
  { loanId, orderId }: { loanId: string; orderId: string },
): Promise<PaymentOrder> {
  const order = (await ordersOf(needs.db, loanId)).find(({ id }) => id === orderId);
  if (!order) throw notFound();
  if (order.state !== 'open' || !needs.adapters.payments) return orderOnWire(needs.db, order, null);
  const reply = await readAtProvider(needs, needs.adapters.payments, order, untilTimeout());
  if (isFailure(reply) || reply.kind === 'none') return orderOnWire(needs.db, order, null);
  return orderOnWire(needs.db, await recordOrder(needs, order, reply), reply.url);
}

/**
 * The job of an order. A paid one is asked about too: it may be paid again, late, or refunded; and once a week as long as
 * the customer's bank can take the money back.
 */
export async function checkPayments(needs: StepNeeds, id: string, run: JobRun): Promise<JobResult> {
  const [order] = await needs.db.select().from(paymentOrders).where(eq(paymentOrders.id, id));
  if (!order || !needs.adapters.payments) return 'done';
  const reply = await readAfterRefunds(needs, needs.adapters.payments, order, run);
  if (!isFailure(reply)) await recordOrder(needs, order, reply.kind === 'none' ? neverOpened : reply);
  const now = needs.clock.now();
  const isSettled = isCheckedLongEnough(order, now) && (await orderedRefunds(needs.db, order)).length === 0;
  if (isFailure(reply) || !isSettled) return 'retry';
  return (await hasMoneyThatCanGoBack(needs.db, order, now))
    ? { runAt: new Date(now.getTime() + recheckMs) }
    : 'done';
}

/** Held money can go back until staff have decided, and disputed money come again, whenever it was paid. */
async function hasMoneyThatCanGoBack(db: Database, { id }: OrderRow, now: Date): Promise<boolean> {
  const isRecent = gt(payments.paidAt, new Date(now.getTime() - chargebackMs));
  const canChange = inArray(payments.state, ['captured', 'refunded_by_lender', 'disputed']);
  const waits = or(eq(payments.state, 'held'), hasOpenDispute, and(canChange, isRecent));
  const which = and(eq(payments.orderId, id), waits);
  return (await db.$count(payments, which)) > 0;
}

/**
 * Makes the refunds that staff have ordered; the provider makes each once, however often it is asked. One that it
 * refuses for good, or has not made by the last attempt, goes back to staff. The order is read whatever becomes of
 * them: it may be paid again meanwhile, or only the reply about a refund was lost.
 */
async function readAfterRefunds(
  needs: StepNeeds,
  provider: Payments,
  order: OrderRow,
  { signal, isLastAttempt }: JobRun,
): Promise<ProviderReply<OrderReading>> {
  const reference = order.providerReference ?? '';
  for (const paymentId of await orderedRefunds(needs.db, order)) {
    const reply = await provider.refundPayment(reference, paymentId, signal);
    const isRefused = reply.kind === 'none' || (reply.kind === 'failed' && reply.isFinal);
    if (isRefused || (isLastAttempt && isFailure(reply))) await recordRefusedRefund(needs, order, paymentId);
  }
  return provider.readOrder(reference, signal);
}

/** The provider's ids of the payments that staff give back. One that counts by now is not given back. */
async function orderedRefunds(db: Database, order: OrderRow): Promise<string[]> {
  const rows = await db
    .select({ id: payments.providerPaymentId })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.state, 'held'),
        eq(payments.decision, 'refund'),
        isNull(payments.refundRefusedAt),
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Inside a transaction that has the lender loan locked. A job asks about a new order from now on, whatever becomes of
 * this process.
 * @throws Problem 409 where nothing is due for the purpose, or its lender has no account
 */
async function openOrder(
  tx: Database,
  servicing: LockedServicing,
  { idempotencyKey, ...purchase }: Purchase & { idempotencyKey: string },
  { now, config }: { now: Date; config: StepNeeds['config'] },
): Promise<OrderRow> {
  const { row } = servicing;
  const { purpose, instalment } = purchase;
  const { orders } = await settleStoredPayments(tx, row, now);
  const repeated = orders.find((order) => order.idempotencyKey === idempotencyKey);
  if (repeated && !isFor(repeated, purchase))
    throw new Problem(409, 'This idempotency key belongs to an order for something else');
  if (repeated) return repeated;
  const account = await readAccount(tx, servicing, now);
  const amountPaise = isPrepayment(purpose)
    ? await prepayable(tx, account, servicing, purchase, now)
    : orderableAmount(account, servicing, purchase, now);
  if (amountPaise === null) throw servicingRefusal('servicing.payment.notDue');
  // The customer must not pay an amount that was not shown.
  if (amountPaise !== (purchase.amountPaise ?? amountPaise))
    throw servicingRefusal('servicing.payment.amountChanged');
  const payee = requirePayee(config, { lenderId: row.lenderId, by: 'payments' });
  const isLateCharge =
    purpose === 'instalment' && nextInstalment(account, todayInIndia(now))?.kind === 'late_payment';
  const debt = { purpose, instalment, isLateCharge, amountPaise };
  const open = orders.find(
    (order) =>
      order.state === 'open' &&
      isFor(order, debt) &&
      order.isLateCharge === isLateCharge &&
      order.amountPaise === amountPaise,
  );
  if (open?.payee?.id === payee.id) return open;
  // An order for an account that the lender no longer has is ended as well.
  await endOrders(tx, orders, open ? null : debt, now);
  const order = await insertOne(tx, paymentOrders, {
    ...{ id: platform.uuid(), loanId: row.loanId, lenderId: row.lenderId, idempotencyKey },
    ...{ ...debt, payee, state: 'open', providerReference: platform.uuid() },
    ...{ createdAt: now, expiresAt: expiryOf(purpose, now) },
  });
  await scheduleCheck(tx, 'payments', order.id, now);
  return order;
}

/** Returns a loan's orders, the oldest first. */
const ordersOf = (db: Database, loanId: string): Promise<OrderRow[]> =>
  db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.loanId, loanId))
    .orderBy(asc(paymentOrders.createdAt), asc(paymentOrders.id));

const isFor = (order: OrderRow, { purpose, instalment, amountPaise }: Purchase): boolean =>
  order.purpose === purpose &&
  order.instalment === instalment &&
  (!isPrepayment(purpose) || order.amountPaise === amountPaise);

/** Says whether an order has not expired, and is of the day on which its amount was due. */
const isOfToday = ({ createdAt, expiresAt }: OrderRow, now: Date): boolean =>
  expiresAt > now && todayInIndia(createdAt) === todayInIndia(now);

/** @returns null where nothing can be prepaid now, or not that much or that little */
async function prepayable(
  tx: Database,
  account: Account,
  servicing: LockedServicing,
  { amountPaise = 0 }: Purchase,
  now: Date,
): Promise<number | null> {
  const limits = await limitsOfPrepayment(tx, servicing, account, now);
  if (typeof limits === 'string') return null;
  return limits.least <= amountPaise && amountPaise <= limits.most ? amountPaise : null;
}

/** Null where nothing is due, as of a loan that has ended. A loan is left only by who has asked for it. */
export function orderableAmount(
  account: Account,
  { row }: Pick<LockedServicing, 'row'>,
  { purpose, instalment }: Purchase,
  now: Date,
): number | null {
  if (!isAcceptedStage(row.stage) || isCancelling(row)) return null;
  if (purpose === 'cooling_off' && row.cancelledAt === null) return null;
  return amountDue(account, purpose, instalment, todayInIndia(now));
}

/** A quote is good on its day alone. */
function expiryOf(purpose: PaymentPurpose, now: Date): Date {
  const soon = new Date(now.getTime() + validMs);
  if (!isQuoted({ purpose })) return soon;
  const midnight = new Date(`${addDays(todayInIndia(now), 1)}T00:00:00+05:30`);
  return soon < midnight ? soon : midnight;
}

async function requestOf({ db, config }: StepNeeds, order: OrderRow): Promise<PaymentRequest> {
  const { lenderId } = order;
  const accepted = await findAccepted(db, order);
  const isDisbursed = accepted !== undefined && accepted.row.disbursedOn !== null;
  const isOfStep = order.purpose === 'cooling_off' || (order.purpose === 'advance' && !isDisbursed);
  const page = isOfStep ? 'servicing' : 'repayment';
  return {
    reference: order.providerReference ?? order.id,
    ...{ amountPaise: order.amountPaise, currency: 'INR', expiresAt: order.expiresAt },
    payee: { lenderId, account: order.payee ?? requirePayee(config, { lenderId, by: 'payments' }) },
    returnUrl: `${returnAddress(config, order.loanId, page)}?order=${order.id}`,
  };
}

/** Reads an order at the provider; an open order that never reached it is created now. */
async function readAtProvider(
  needs: StepNeeds,
  provider: Payments,
  order: OrderRow,
  signal: AbortSignal,
): Promise<ProviderReply<OrderReading>> {
  const reply = await provider.readOrder(order.providerReference ?? order.id, signal);
  return reply.kind === 'none' ? provider.createOrder(await requestOf(needs, order), signal) : reply;
}

/** The reading of an order that never reached the provider; it expires normally. */
const neverOpened: OrderReading = { kind: 'order', url: null, payments: [] };
