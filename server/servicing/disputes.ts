/** Disputes about payments: what of them is in the timeline, and what staff have to see to once one is won (decision 92). */
import { and, inArray, sql } from 'drizzle-orm';
import type { Dispute } from '../../domain/servicing/order-payments.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Database } from '../db/open.ts';
import { payments } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { appendLenderAct, type TimelineAct } from '../timeline/timeline.ts';
import { caseFact, openCase } from './cases.ts';
import { collectionsOf, isCollected } from './collections.ts';

/** Matches a payment about which a dispute is open. */
export const hasOpenDispute = sql`${payments.disputes} @> '[{"state": "open"}]'`;

/** Returns the disputes for which something was taken that are new, or have another state or a larger amount. */
export const newDisputes = (known: readonly Dispute[], said: readonly Dispute[]): Dispute[] =>
  said.filter(
    ({ id, state, amountPaise }) =>
      amountPaise > 0 &&
      !known.some((one) => one.id === id && one.state === state && one.amountPaise >= amountPaise),
  );

const acts = {
  open: 'payment.disputed',
  lost: 'payment.dispute_lost',
  won: 'payment.dispute_won',
} as const satisfies Record<Dispute['state'], TimelineAct>;

export async function appendDisputes(
  tx: Database,
  key: LenderLoanKey,
  { disputes, currency }: { disputes: readonly Dispute[]; currency: string },
  now: Date,
): Promise<void> {
  for (const { id: reference, state, amountPaise } of disputes)
    await appendLenderAct(tx, key, acts[state], now, { amount_paise: amountPaise, currency, reference });
}

/**
 * Puts before staff what was given back by a won dispute after it was paid in another way: by the lender to the customer,
 * by a refund, or by the lender's own collection. What does not count for another reason is on the list of held payments.
 * @param returned the provider's ids of the payments that have come again
 */
export async function openCasesForWonDisputes(
  tx: Database,
  key: LenderLoanKey,
  returned: readonly string[],
  now: Date,
): Promise<void> {
  if (returned.length === 0) return;
  const collections = (await collectionsOf(tx, key)).filter(isCollected);
  const which = and(ofLenderLoan(payments, key), inArray(payments.providerPaymentId, [...returned]));
  for (const { state, amountPaise, refundReference, disputes } of await tx
    .select()
    .from(payments)
    .where(which)) {
    const { id: subject, takenAt } = disputes.findLast((one) => one.state === 'won') ?? {};
    const takenOn = todayInIndia(new Date(takenAt ?? now));
    const isCollectedSince = collections.some(({ collectedOn }) => collectedOn >= takenOn);
    const isPaidOtherwise = state === 'refunded' || refundReference !== null;
    if (!subject || !(isPaidOtherwise || (state === 'captured' && isCollectedSince))) continue;
    const details = [caseFact('amount_paise', amountPaise)];
    await openCase(tx, key, { kind: 'dispute_won', subject, details }, now);
  }
}
