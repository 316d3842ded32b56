/** Staff count a held payment or give it back; where the provider refuses, the lender does (decision 92). */
import { and, eq } from 'drizzle-orm';
import type { components } from '../../openapi/generated.ts';
import { type Database, transaction } from '../db/open.ts';
import { payments } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { queueMessages } from '../outbox/queue.ts';
import { notFound, Problem, shapeError } from '../http/problem.ts';
import { appendToTimeline, type TimelineAct, type TimelineActor } from '../timeline/timeline.ts';
import { checkNow } from './provider-checks.ts';
import { countablePurpose, isRefundedTwice } from './payments-of-staff.ts';
import { moneyText, type PaymentRow, settleStored } from './record-payments.ts';
import { servicingRefusal } from './refusals.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';

export type PaymentToDecide = {
  loanId: string;
  /** The provider's. */
  paymentId: string;
  body: components['schemas']['PaymentDecision'];
  by: TimelineActor;
};

type Decision = PaymentToDecide['body']['decision'];

const acts = {
  count: 'payment.counted',
  refund: 'payment.refund_ordered',
  refunded_by_lender: 'payment.refunded_by_lender',
  double_refund_settled: 'payment.double_refund_settled',
} as const satisfies Record<Decision, TimelineAct>;

/**
 * A refund is ordered here, and made by the job that asks about the payment's order. That the lender has paid it back
 * is recorded once, and the customer is told.
 * @returns the lender's id
 * @throws Problem 404 where the loan has no such payment, 400 where a reference is missing or has no place, 409 where
 *   it does not wait for this decision in this amount
 */
export const decidePayment = (
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { loanId, paymentId, body, by }: PaymentToDecide,
): Promise<number> =>
  transaction(db, async (tx) => {
    const { decision, amount_paise: amountPaise, reference } = body;
    if ((decision === 'refunded_by_lender') !== (reference !== undefined))
      throw new Problem(400, 'A transfer of the lender has a reference', [
        shapeError('reference', 'is missing or has no place'),
      ]);
    const now = clock.now();
    const isMeant = and(eq(payments.loanId, loanId), eq(payments.providerPaymentId, paymentId));
    const [known] = await tx.select({ lenderId: payments.lenderId }).from(payments).where(isMeant);
    if (!known || known.lenderId === null) throw notFound();
    const key = { loanId, lenderId: known.lenderId };
    const locked = await lockLenderLoan(tx, key, now);
    const [payment] = await tx.select().from(payments).where(isMeant);
    if (!locked || !payment) throw notFound();
    if (!waitsFor(decision, payment) || payment.amountPaise !== amountPaise)
      throw servicingRefusal('servicing.payment.changed');
    await tx
      .update(payments)
      .set(await decisionIn(tx, payment, body, now))
      .where(eq(payments.id, payment.id));
    const { currency } = payment;
    await appendToTimeline(tx, {
      ...{ loanId, at: now, by, act: acts[decision] },
      details: {
        ...{ lender_id: key.lenderId, amount_paise: amountPaise, currency },
        ...(reference !== undefined && { reference }),
      },
    });
    if (reference !== undefined && locked.loan.customerId !== null) {
      await queueMessages(tx, {
        ...{ loan: locked.loan, template: 'servicing.paymentRefundedByLender', now, config },
        values: {
          ...{ amount: moneyText(payment), reference },
          lender: lenderName(config.lenderProfiles, key.lenderId),
        },
      });
    }
    if (decision === 'refund' && payment.orderId) await checkNow(tx, 'payments', payment.orderId, now);
    await settleStored(tx, key, now);
    await advanceStage(tx, locked, { now, config });
    return key.lenderId;
  });

/** The lender pays back only what the provider has refused to. */
const waitsFor = (decision: Decision, payment: PaymentRow): boolean => {
  if (decision === 'double_refund_settled') return isRefundedTwice(payment);
  const isRefused = payment.decision === 'refund' && payment.refundRefusedAt !== null;
  return payment.state === 'held' && (decision !== 'refunded_by_lender' || isRefused);
};

/** @throws Problem 409 where it cannot be counted */
async function decisionIn(
  tx: Database,
  payment: PaymentRow,
  { decision, reference }: PaymentToDecide['body'],
  now: Date,
): Promise<Partial<PaymentRow>> {
  // What the lender has paid back stays the amount that it was.
  if (decision === 'double_refund_settled') return { decision };
  const countsFor = decision === 'count' ? await countablePurpose(tx, payment, now) : null;
  if (decision === 'count' && countsFor === null) throw servicingRefusal('servicing.payment.notCountable');
  return {
    ...{ decision, decidedPaise: payment.amountPaise, countsFor, refundRefusedAt: null },
    ...(reference !== undefined && { refundReference: reference, refundedByLenderAt: now }),
  };
}
