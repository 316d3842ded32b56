/** Payments as staff see them, those that do not count as well, and what they may decide about each (decision 92). */
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { heldReason } from '../../domain/servicing/order-payments.ts';
import type { HeldPayment, LenderPayment, PaymentPurpose } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { paymentDecisions, paymentOrders, payments } from '../db/schema/servicing.ts';
import type { Config } from '../config/config.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { loansInScope, type PartnerScope } from '../staff/permissions.ts';
import { type Account, amountDue, readAccount } from './ledger.ts';
import { type AcceptedLenderLoan, findAccepted, isAcceptedStage } from './lender-loans.ts';
import { type OrderRow, type PaymentRow, reportOf } from './store-payment-reports.ts';
import { isRefunding } from './settle-orders.ts';

type OrderedPayment = { payment: PaymentRow; order: OrderRow | null };

/** The reader is the id of the member of staff. */
export type StaffReading = {
  reader: string;
  config: Pick<Config, 'lenderProfiles' | 'twoPeopleAbovePaise'>;
  now: Date;
};

const orderedPayments = { payment: payments, order: paymentOrders };

/** Lists all payments of a loan, the latest first. */
export async function readLenderPayments(
  db: Database,
  loanId: string,
  reading: StaffReading,
): Promise<LenderPayment[]> {
  const rows = await db
    .select(orderedPayments)
    .from(payments)
    .leftJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .where(eq(payments.loanId, loanId))
    .orderBy(desc(payments.paidAt), payments.id);
  return paymentsOnWire(db, rows, reading);
}

/** The most that the list of held payments shows; the others follow once these are decided. */
const mostListed = 200;

/** The payments about which staff have to do something, those that wait longest first. */
export async function listHeldPayments(
  db: Database,
  { scope, ...reading }: StaffReading & { scope: PartnerScope },
): Promise<HeldPayment[]> {
  const rowsThat = (which: SQL | undefined) =>
    db
      .select({ ...orderedPayments, loanId: loans.id, name: loans.name, details: loans.personalDetails })
      .from(payments)
      .innerJoin(loans, eq(loans.id, payments.loanId))
      .leftJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
      .where(and(which, isNull(loans.erasedAt), loansInScope(scope)))
      .orderBy(asc(payments.paidAt), payments.id)
      .limit(mostListed);
  // The conditions are queried one by one, since each has its own index.
  const rows = [...(await rowsThat(refundedTwice)), ...(await rowsThat(eq(payments.state, 'held')))]
    .toSorted((a, b) => a.payment.paidAt.getTime() - b.payment.paidAt.getTime())
    .slice(0, mostListed);
  const sent = await paymentsOnWire(db, rows, reading);
  return rows.map(({ loanId, name, details, payment: { lenderId } }, at) => ({
    loan_id: loanId,
    name: String(details.name ?? name),
    lender_name: lenderId === null ? '' : lenderName(reading.config.lenderProfiles, lenderId),
    payment: sent[at] as LenderPayment,
  }));
}

/** Counts the held payments, no more than are listed. */
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

export const refundedTwice = and(
  eq(payments.decision, 'refunded_by_lender'),
  or(inArray(payments.state, ['refunded', 'disputed']), ne(payments.amountPaise, payments.decidedPaise)),
);

/** True where the lender (by hand) and the provider have both returned a payment, and staff have not handled it yet. */
export const isRefundedTwice = ({ decision, state, amountPaise, decidedPaise }: PaymentRow): boolean =>
  decision === 'refunded_by_lender' &&
  (state === 'refunded' || state === 'disputed' || amountPaise !== decidedPaise);

async function paymentsOnWire(
  db: Database,
  rows: readonly OrderedPayment[],
  reading: StaffReading,
): Promise<LenderPayment[]> {
  const made = await latestDecisions(
    db,
    rows.map(({ payment }) => payment.id),
  );
  const sent: LenderPayment[] = [];
  for (const row of rows) sent.push(await paymentOnWire(db, row, made.get(row.payment.id), reading));
  return sent;
}

type DecisionRow = typeof paymentDecisions.$inferSelect;

/** The decision about each payment that waits, or else the latest, by the payment's id. */
async function latestDecisions(
  db: Database,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, DecisionRow>> {
  const rows = await db
    .selectDistinctOn([paymentDecisions.paymentId])
    .from(paymentDecisions)
    .where(inArray(paymentDecisions.paymentId, [...paymentIds]))
    .orderBy(
      paymentDecisions.paymentId,
      desc(eq(paymentDecisions.state, 'waiting')),
      desc(paymentDecisions.madeAt),
    );
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** True where a second person has to confirm a decision: above the configured amount, or in another currency. */
export const needsSecondPerson = (
  { amountPaise, currency }: Pick<PaymentRow, 'amountPaise' | 'currency'>,
  { twoPeopleAbovePaise }: Pick<Config, 'twoPeopleAbovePaise'>,
): boolean => currency !== 'INR' || amountPaise > twoPeopleAbovePaise;

async function paymentOnWire(
  db: Database,
  { payment, order }: OrderedPayment,
  made: DecisionRow | undefined,
  { reader, config, now }: StaffReading,
): Promise<LenderPayment> {
  const { lenderId, amountPaise, currency, state, refundReference, method, paidAt, receivedAt } = payment;
  const isHeld = state === 'held';
  return {
    ...onWire({ lenderId, amountPaise, currency, state, refundReference, method, paidAt, receivedAt }),
    payment_id: payment.providerPaymentId,
    purpose: order?.purpose ?? null,
    instalment: order?.instalment ?? null,
    due_paise: order?.amountPaise ?? null,
    payee: order?.payee?.holder ?? null,
    held_because: isHeld && order ? heldReason(order, reportOf(payment)) : null,
    decision: decisionOf(payment),
    made_decision: made?.amountPaise === amountPaise ? decisionOnWire(made, reader) : null,
    needs_second_person: needsSecondPerson(payment, config),
    countable: isHeld ? await countablePurpose(db, payment, now) : null,
  };
}

function decisionOnWire(
  { id, decision, state, reference, note, madeById, madeBy, madeAt, answeredBy }: DecisionRow,
  reader: string,
): LenderPayment['made_decision'] {
  if (state === 'lapsed') return null;
  return {
    ...{ decision_id: id, decision, state, reference, note, by: madeBy, at: madeAt.toISOString() },
    ...{ is_own: madeById === reader, answered_by: answeredBy },
  };
}

/** The decision of staff that is in force; null without one, or if the payment has changed since. */
function decisionOf(payment: PaymentRow): LenderPayment['decision'] {
  const { state, decision, decidedPaise, amountPaise, refundReference } = payment;
  if (refundReference !== null) return isRefundedTwice(payment) ? 'refunded_twice' : decision;
  if (state === 'held' && decision === 'refund') return isRefunding(payment) ? 'refund' : 'refund_refused';
  if (state === 'held') return null;
  return state === 'captured' && decidedPaise === amountPaise ? decision : null;
}

/** Money that does not count, with the purpose of its order. */
type HeldMoney = Pick<PaymentRow, 'amountPaise' | 'currency'> & {
  purpose: PaymentPurpose | null;
  paidOn: IsoDate;
};

/** Returns the purpose for which a held payment can be counted; null where it can only be given back. */
export async function countablePurpose(
  db: Database,
  payment: PaymentRow,
  now: Date,
): Promise<PaymentRow['countsFor']> {
  const { loanId, lenderId } = payment;
  const accepted =
    loanId === null || lenderId === null ? undefined : await findAccepted(db, { loanId, lenderId });
  if (!accepted || isRefunding(payment)) return null;
  const ofPayment = eq(paymentOrders.id, payment.orderId ?? '');
  const [order] = payment.orderId === null ? [] : await db.select().from(paymentOrders).where(ofPayment);
  const paid = { ...payment, paidOn: todayInIndia(payment.paidAt), purpose: order?.purpose ?? null };
  return purposeIn(accepted, await readAccount(db, accepted, now), paid, todayInIndia(now));
}

/**
 * Returns `advance` while at least this much of the advance payment is due, else after the disbursal `foreclosure` where it
 * was paid for that and closed the loan on its day, or `instalment`. Before the disbursal there is nothing else that a
 * payment could count for.
 */
export function purposeIn(
  { row }: Pick<AcceptedLenderLoan, 'row'>,
  account: Account,
  { amountPaise, currency, purpose, paidOn }: HeldMoney,
  today: IsoDate,
): PaymentRow['countsFor'] {
  if (!isAcceptedStage(row.stage) || currency !== 'INR') return null;
  if (amountPaise <= (amountDue(account, 'advance', null, today) ?? 0)) return 'advance';
  const closing = purpose === 'foreclosure' ? amountDue(account, purpose, null, paidOn) : null;
  if (closing !== null && amountPaise >= closing) return 'foreclosure';
  return account.isDisbursed ? 'instalment' : null;
}
