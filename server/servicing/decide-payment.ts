/**
 * Staff count a held payment or give it back; where the provider refuses, the lender does. Above an amount a second
 * person confirms it (decision 92).
 */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { PaymentDecision, PaymentDecisionAnswer } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { issuedDocuments, paymentDecisions, payments } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { isUuid } from '../loans/ids.ts';
import { platform } from '../platform/platform.ts';
import { notFound, Problem, shapeError } from '../http/problem.ts';
import { appendLenderAct, type TimelineAct, type TimelineActor } from '../timeline/timeline.ts';
import type { LockedLenderLoan } from './lender-loans.ts';
import { checkNow } from './provider-checks.ts';
import { countablePurpose, isRefundedTwice, needsSecondPerson } from './desk-payments.ts';
import type { PaymentRow } from './store-payment-reports.ts';
import { moneyText, settleStoredPayments } from './settle-orders.ts';
import { servicingRefusal } from './refusals.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';
import { tellCustomer } from './tell-customer.ts';

type StaffActor = Extract<TimelineActor, object>;

export type PaymentToDecide = {
  loanId: string;
  /** The provider's. */
  paymentId: string;
  body: PaymentDecision;
  by: StaffActor;
};

type Decision = PaymentToDecide['body']['decision'];
type OrderedDecision = { decision: Decision; reference: string | null };
type DecidingServices = Pick<Services, 'db' | 'clock' | 'config'>;

const acts = {
  count: 'payment.counted',
  refund: 'payment.refund_ordered',
  refunded_by_lender: 'payment.refunded_by_lender',
  double_refund_settled: 'payment.double_refund_settled',
} as const satisfies Record<Decision, TimelineAct>;

/**
 * Records what staff decide about a payment and why, and carries it out, or lets it wait for a second person.
 * @returns the lender's id
 * @throws Problem 404 where the loan has no such payment, 400 where a reference is missing or has no place, 409 where
 *   it does not wait for this decision in this amount, or another decision about it waits for a second person
 */
export const decidePayment = (
  services: DecidingServices,
  { loanId, paymentId, body, by }: PaymentToDecide,
): Promise<number> =>
  withPayment(services, { loanId, paymentId }, async (found) => {
    const { tx, payment, now } = found;
    const { decision, amount_paise: amountPaise, reference = null, note } = body;
    if ((decision === 'refunded_by_lender') !== (reference !== null))
      throw new Problem(400, 'A transfer of the lender has a reference', [
        shapeError('reference', 'is missing or has no place'),
      ]);
    if (payment.amountPaise !== amountPaise) throw servicingRefusal('servicing.payment.changed');
    const ordered = { decision, reference };
    const values = await decidedValues(found, ordered);
    const isWaiting = needsSecondPerson(payment, services.config);
    const waiting = and(eq(paymentDecisions.paymentId, payment.id), eq(paymentDecisions.state, 'waiting'));
    await tx
      .update(paymentDecisions)
      .set({ state: 'lapsed' })
      .where(and(waiting, ne(paymentDecisions.amountPaise, amountPaise)));
    const recorded = await tx
      .insert(paymentDecisions)
      .values({
        ...{ id: platform.uuid(), paymentId: payment.id, amountPaise, ...ordered, note },
        ...{ state: isWaiting ? 'waiting' : 'made', madeById: by.id, madeBy: by.name, madeAt: now },
      })
      .onConflictDoNothing()
      .returning({ id: paymentDecisions.id });
    if (recorded.length === 0) throw servicingRefusal('servicing.payment.changed');
    if (isWaiting) await tell(found, by, 'payment.decision_waits', null);
    else await carryOut(services, found, { ...ordered, values, by });
  });

/**
 * Carries out a decision that waits for a second person, or drops it.
 * @returns the lender's id
 * @throws Problem 404 where the loan has no such payment, 409 where the decision does not wait, the payment has changed,
 *   or whoever made the decision confirms it
 */
export const answerPaymentDecision = (
  services: DecidingServices,
  { loanId, paymentId, body, by }: Omit<PaymentToDecide, 'body'> & { body: PaymentDecisionAnswer },
): Promise<number> =>
  withPayment(services, { loanId, paymentId }, async (found) => {
    const { tx, payment, now } = found;
    const isMeant = isUuid(body.decision_id)
      ? and(eq(paymentDecisions.id, body.decision_id), eq(paymentDecisions.paymentId, payment.id))
      : sql`false`;
    const isConfirmed = body.answer === 'confirm';
    const [answered] = await tx
      .update(paymentDecisions)
      .set({ state: isConfirmed ? 'made' : 'declined', answeredBy: by.name, answeredAt: now })
      .where(and(isMeant, eq(paymentDecisions.state, 'waiting')))
      .returning();
    if (!answered) throw servicingRefusal('servicing.payment.changed');
    if (!isConfirmed) return tell(found, by, 'payment.decision_declined', null);
    if (answered.madeById === by.id) throw servicingRefusal('servicing.payment.secondPerson');
    if (payment.amountPaise !== answered.amountPaise) throw servicingRefusal('servicing.payment.changed');
    const values = await decidedValues(found, answered);
    const { decision, reference } = answered;
    await carryOut(services, found, { decision, reference, values, by });
  });

type FoundPayment = {
  tx: Database;
  key: LenderLoanKey;
  locked: LockedLenderLoan;
  payment: PaymentRow;
  now: Date;
};

/** Does something about a payment in one transaction that has locked its lender loan. */
const withPayment = (
  { db, clock }: DecidingServices,
  { loanId, paymentId }: Pick<PaymentToDecide, 'loanId' | 'paymentId'>,
  act: (found: FoundPayment) => Promise<void>,
): Promise<number> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const isMeant = and(eq(payments.loanId, loanId), eq(payments.providerPaymentId, paymentId));
    const [known] = await tx.select({ lenderId: payments.lenderId }).from(payments).where(isMeant);
    if (!known || known.lenderId === null) throw notFound();
    const key = { loanId, lenderId: known.lenderId };
    const locked = await lockLenderLoan(tx, key, now);
    const [payment] = await tx.select().from(payments).where(isMeant);
    if (!locked || !payment) throw notFound();
    await act({ tx, key, locked, payment, now });
    return key.lenderId;
  });

/**
 * Carries a decision out. A refund is ordered here, and made by the job that asks about the payment's order. That the
 * lender has paid it back is recorded once, and the customer is told; what counts is told where there is a receipt already.
 */
async function carryOut(
  { config }: DecidingServices,
  found: FoundPayment,
  { decision, reference, values, by }: OrderedDecision & { values: Partial<PaymentRow>; by: StaffActor },
): Promise<void> {
  const { tx, key, locked, payment, now } = found;
  await tx.update(payments).set(values).where(eq(payments.id, payment.id));
  await tell(found, by, acts[decision], reference);
  const amount = moneyText(payment);
  const telling = { now, config };
  const isReceipt = eq(issuedDocuments.paymentId, payment.id);
  if (reference !== null && locked.loan.customerId !== null)
    await tellCustomer(tx, locked, 'servicing.paymentRefundedByLender', { amount, reference }, telling);
  if (decision === 'count' && (await tx.$count(issuedDocuments, isReceipt)) > 0)
    await tellCustomer(tx, locked, 'servicing.paymentCounted', { amount }, telling);
  if (decision === 'refund' && payment.orderId) await checkNow(tx, 'payments', payment.orderId, now);
  await settleStoredPayments(tx, key, now);
  await advanceStage(tx, locked, telling);
  // The lender is not to collect what counts now.
  await enqueueLenderPoll(tx, key, now);
}

const tell = (
  { tx, key, payment: { amountPaise, currency }, now }: FoundPayment,
  by: StaffActor,
  act: TimelineAct,
  reference: string | null,
): Promise<void> =>
  appendLenderAct(tx, key, act, now, {
    ...{ by, amount_paise: amountPaise, currency },
    ...(reference !== null && { reference }),
  });

/** The lender pays back only what the provider has refused to. */
const waitsFor = (decision: Decision, payment: PaymentRow): boolean => {
  if (decision === 'double_refund_settled') return isRefundedTwice(payment);
  const isRefused = payment.decision === 'refund' && payment.refundRefusedAt !== null;
  return payment.state === 'held' && (decision !== 'refunded_by_lender' || isRefused);
};

/** Returns what a decision changes of the payment's row. @throws Problem 409 where the payment does not wait for it */
async function decidedValues(
  { tx, payment, now }: FoundPayment,
  { decision, reference }: OrderedDecision,
): Promise<Partial<PaymentRow>> {
  if (!waitsFor(decision, payment)) throw servicingRefusal('servicing.payment.changed');
  // A payment that the lender has refunded keeps its amount.
  if (decision === 'double_refund_settled') return { decision };
  const countsFor = decision === 'count' ? await countablePurpose(tx, payment, now) : null;
  if (decision === 'count' && countsFor === null) throw servicingRefusal('servicing.payment.notCountable');
  return {
    ...{ decision, decidedPaise: payment.amountPaise, countsFor, refundRefusedAt: null },
    ...(reference !== null && { refundReference: reference, refundedByLenderAt: now }),
  };
}
