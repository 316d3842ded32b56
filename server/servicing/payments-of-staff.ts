/** Payments as staff see them, those that do not count as well, and what they may decide about each (decision 92). */
import { and, asc, desc, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { heldReason } from '../../domain/servicing/order-payments.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { loansInScope, type PartnerScope } from '../staff/permissions.ts';
import { type Account, amountDue, readAccount } from './ledger.ts';
import { type AcceptedLenderLoan, findAccepted, isAcceptedStage } from './lender-loans.ts';
import { isRefunding, type OrderRow, type PaymentRow } from './record-payments.ts';

type LenderPayment = components['schemas']['LenderPayment'];

type OrderedPayment = { payment: PaymentRow; order: OrderRow | null };

const orderedPayments = { payment: payments, order: paymentOrders };

/** Every payment about a loan, the latest first. */
export async function readLenderPayments(db: Database, loanId: string, now: Date): Promise<LenderPayment[]> {
  const rows = await db
    .select(orderedPayments)
    .from(payments)
    .leftJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .where(eq(payments.loanId, loanId))
    .orderBy(desc(payments.paidAt), payments.id);
  const onWire: LenderPayment[] = [];
  for (const row of rows) onWire.push(await paymentOnWire(db, row, now));
  return onWire;
}

/** The most that the list of held payments shows; the others follow once these are decided. */
const mostListed = 200;

/** The payments about which staff have to do something, those that wait longest first. */
export async function listHeldPayments(
  db: Database,
  { scope, profiles, now }: { scope: PartnerScope; profiles: LenderProfiles; now: Date },
): Promise<components['schemas']['HeldPayment'][]> {
  const rowsThat = (which: SQL | undefined) =>
    db
      .select({ ...orderedPayments, loanId: loans.id, name: loans.name, details: loans.personalDetails })
      .from(payments)
      .innerJoin(loans, eq(loans.id, payments.loanId))
      .leftJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
      .where(and(which, isNull(loans.erasedAt), loansInScope(scope)))
      .orderBy(asc(payments.paidAt), payments.id)
      .limit(mostListed);
  // Each has an index of its own.
  const rows = [...(await rowsThat(refundedTwice)), ...(await rowsThat(eq(payments.state, 'held')))]
    .toSorted((a, b) => a.payment.paidAt.getTime() - b.payment.paidAt.getTime())
    .slice(0, mostListed);
  const listed: components['schemas']['HeldPayment'][] = [];
  for (const { loanId, name, details, ...row } of rows) {
    listed.push({
      loan_id: loanId,
      name: String(details.name ?? name),
      lender_name: row.payment.lenderId === null ? '' : lenderName(profiles, row.payment.lenderId),
      payment: await paymentOnWire(db, row, now),
    });
  }
  return listed;
}

/** How many of them there are, no more than are listed. */
export async function countHeldPayments(db: Database, scope: PartnerScope): Promise<number> {
  const some = (which: SQL | undefined) =>
    db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(loans, eq(loans.id, payments.loanId))
      .where(and(which, isNull(loans.erasedAt), loansInScope(scope)))
      .limit(mostListed);
  const found = [...(await some(refundedTwice)), ...(await some(eq(payments.state, 'held')))];
  return Math.min(found.length, mostListed);
}

const refundedTwice = and(
  eq(payments.decision, 'refunded_by_lender'),
  or(eq(payments.state, 'refunded'), ne(payments.amountPaise, payments.decidedPaise)),
);

/** Whether the provider has given something of it back after the lender had, and staff have not seen to it. */
export const isRefundedTwice = ({ decision, state, amountPaise, decidedPaise }: PaymentRow): boolean =>
  decision === 'refunded_by_lender' && (state === 'refunded' || amountPaise !== decidedPaise);

async function paymentOnWire(
  db: Database,
  { payment, order }: OrderedPayment,
  now: Date,
): Promise<LenderPayment> {
  const isHeld = payment.state === 'held';
  return {
    payment_id: payment.providerPaymentId,
    lender_id: payment.lenderId,
    purpose: order?.purpose ?? null,
    instalment: order?.instalment ?? null,
    amount_paise: payment.amountPaise,
    due_paise: order?.amountPaise ?? null,
    currency: payment.currency,
    state: payment.state,
    held_because: isHeld && order ? heldReason(order, payment) : null,
    decision: decisionOf(payment),
    refund_reference: payment.refundReference,
    countable: isHeld ? await countablePurpose(db, payment, now) : null,
    method: payment.method,
    paid_at: payment.paidAt.toISOString(),
    received_at: payment.receivedAt.toISOString(),
  };
}

/** What staff have decided, as long as it is so. */
function decisionOf(payment: PaymentRow): LenderPayment['decision'] {
  const { state, decision, decidedPaise, amountPaise, refundReference } = payment;
  if (refundReference !== null) return isRefundedTwice(payment) ? 'refunded_twice' : decision;
  if (state === 'held' && decision === 'refund') return isRefunding(payment) ? 'refund' : 'refund_refused';
  if (state === 'held') return null;
  return state === 'captured' && decidedPaise === amountPaise ? decision : null;
}

/** For what a held payment can be counted; null where it can only be given back. */
export async function countablePurpose(
  db: Database,
  payment: PaymentRow,
  now: Date,
): Promise<PaymentRow['countsFor']> {
  const { loanId, lenderId } = payment;
  const accepted =
    loanId === null || lenderId === null ? undefined : await findAccepted(db, { loanId, lenderId });
  if (!accepted || isRefunding(payment)) return null;
  return purposeIn(accepted, await readAccount(db, accepted, now), payment, todayInIndia(now));
}

/**
 * For the advance payment, as long as that much of it is due. Before the disbursal nothing else is taken: nobody could
 * say later what it has paid.
 */
export function purposeIn(
  { row }: Pick<AcceptedLenderLoan, 'row'>,
  account: Account,
  { amountPaise, currency }: Pick<PaymentRow, 'amountPaise' | 'currency'>,
  today: IsoDate,
): PaymentRow['countsFor'] {
  if (!isAcceptedStage(row.stage) || currency !== 'INR') return null;
  if (amountPaise <= (amountDue(account, 'advance', null, today) ?? 0)) return 'advance';
  return account.isDisbursed ? 'instalment' : null;
}
