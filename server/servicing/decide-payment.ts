/** What staff decide about a payment that is held: it is counted after all, or given back (decision 97). */
import { and, eq } from 'drizzle-orm';
import type { components } from '../../openapi/generated.ts';
import { transaction } from '../db/open.ts';
import { payments } from '../db/schema/servicing.ts';
import type { Services } from '../handler.ts';
import { notFound } from '../problem.ts';
import { appendToTimeline, type TimelineActor } from '../timeline.ts';
import { checkNow } from './provider-checks.ts';
import { countablePurpose } from './payments-of-staff.ts';
import { enqueueReceipts } from './receipts.ts';
import { settleStored } from './record-payments.ts';
import { servicingRefusal } from './refusals.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';

export type PaymentToDecide = {
  loanId: string;
  /** The provider's. */
  paymentId: string;
  body: components['schemas']['PaymentDecision'];
  by: TimelineActor;
};

const acts = { count: 'payment.counted', refund: 'payment.refund_ordered' } as const;

/**
 * A refund is ordered here, and made by the job that asks about the payment's order.
 * @returns the lender's id
 * @throws Problem 404 where the loan has no such payment, 409 where it is not held in this amount or cannot be counted
 */
export const decidePayment = (
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { loanId, paymentId, body: { decision, amount_paise: amountPaise }, by }: PaymentToDecide,
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
    if (payment.state !== 'held' || payment.amountPaise !== amountPaise)
      throw servicingRefusal('servicing.payment.changed');
    const countsFor = decision === 'count' ? await countablePurpose(tx, payment, now) : null;
    if (decision === 'count' && countsFor === null) throw servicingRefusal('servicing.payment.notCountable');
    await tx
      .update(payments)
      .set({ decision, decidedPaise: amountPaise, countsFor, refundRefusedAt: null })
      .where(eq(payments.id, payment.id));
    await appendToTimeline(tx, {
      loanId,
      at: now,
      by,
      act: acts[decision],
      details: { lender_id: key.lenderId, amount_paise: amountPaise, currency: payment.currency },
    });
    if (decision === 'refund' && payment.orderId) await checkNow(tx, 'payments', payment.orderId, now);
    await settleStored(tx, key, now);
    await enqueueReceipts(tx, key, now);
    await advanceStage(tx, locked, { now, config });
    return key.lenderId;
  });
