/** Reads from payments, collections and disputes what is paid, announced and gone back. Amounts are whole paise. */
import { and, eq, ne } from 'drizzle-orm';
import type { UncountedMove } from '../../domain/servicing/book.ts';
import type { CountedPayment, DebitWaits } from '../../domain/servicing/invoices.ts';
import { type Dispute, takenPaise } from '../../domain/servicing/order-payments.ts';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import type { PaymentPurpose } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { type CollectionRow, collectionsOf, debitWaitsOf, isCollected } from './collections.ts';

/** A payment that counts, with the id that the provider or the lender has for it. */
export type LedgerPayment = CountedPayment & { purpose: PaymentPurpose; reference: string };

/**
 * Returns the purpose of a payment that counts: the one that staff have counted it for, else that of its order.
 * @returns `instalment` is the number of the one that was ordered; money that staff count pays the oldest ones
 */
export function paidPurpose(
  payment: Pick<typeof payments.$inferSelect, 'amountPaise' | 'decidedPaise' | 'countsFor'>,
  order: Pick<typeof paymentOrders.$inferSelect, 'purpose' | 'instalment'>,
): { purpose: PaymentPurpose; instalment: number | null } {
  const { amountPaise, decidedPaise, countsFor } = payment;
  return countsFor !== null && decidedPaise === amountPaise
    ? { purpose: countsFor, instalment: null }
    : { purpose: order.purpose, instalment: order.instalment };
}

/** The facts of a lender loan about its money, from which with the terms all else follows. */
export type LedgerFacts = {
  /** The captured payments of the customer and what the lender has collected by itself. */
  payments: readonly LedgerPayment[];
  /** The moves that do not count, or went back. */
  uncounted: readonly UncountedMove[];
  /** The entries that the lender lists, those that do not count too. */
  collections: readonly CollectionRow[];
  debitWaits: DebitWaits;
  /** The days on which payments and collections that had counted were made and went back. */
  reversals: readonly { on: IsoDate; backOn: IsoDate }[];
};

/** Reads what is paid and announced; the day of a payment is its own, whenever it was reported. */
export async function readLedgerFacts(db: Database, key: LenderLoanKey): Promise<LedgerFacts> {
  const collections = await collectionsOf(db, key);
  const rows = await paymentsWithOrders(db, key);
  const counted = rows.filter(({ payment }) => payment.state === 'captured');
  return {
    payments: [...counted.map(paymentOf), ...collections.filter(isCollected).map(collectionOf)],
    uncounted: [...rows.flatMap(({ payment }) => movesOfPayment(payment)), ...collections.flatMap(movesOf)],
    collections,
    debitWaits: await debitWaitsOf(db, key, collections),
    reversals: [
      ...rows.flatMap(({ payment: { decision, paidAt, refundedAt, disputes } }) => {
        const taken = disputes.find(({ state, amountPaise }) => state !== 'won' && amountPaise > 0);
        const backAt = taken ? new Date(taken.takenAt) : refundedAt;
        return (decision === null || decision === 'count') && backAt !== null
          ? [{ on: todayInIndia(paidAt), backOn: todayInIndia(backAt) }]
          : [];
      }),
      ...collections
        .filter(({ counts, state }) => counts && state === 'reversed')
        .map(({ collectedOn: on, changedOn, saidAt }) => ({ on, backOn: changedOn ?? todayInIndia(saidAt) })),
    ],
  };
}

/** Reads the payments of orders, the earliest first, without attempts that failed. */
export const paymentsWithOrders = (db: Database, key: LenderLoanKey) =>
  db
    .select({ payment: payments, order: paymentOrders })
    .from(payments)
    .innerJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .where(and(ofLenderLoan(payments, key), ne(payments.state, 'failed')))
    .orderBy(payments.paidAt, payments.id);

type PaymentRow = typeof payments.$inferSelect;

const paymentOf = ({ payment, order }: Awaited<ReturnType<typeof paymentsWithOrders>>[number]) => ({
  ...{ id: payment.id, reference: payment.providerPaymentId, amount: payment.amountPaise, refunded: 0 },
  ...{ on: todayInIndia(payment.paidAt), purpose: paidPurpose(payment, order).purpose },
});

const collectionOf = ({ id, entryId, amountPaise, collectedOn }: CollectionRow): LedgerPayment => ({
  ...{ id, reference: entryId, amount: amountPaise, refunded: 0, on: collectedOn, purpose: 'instalment' },
});

/** A payment in another currency has no place among rupees; staff find it on their list. */
function movesOfPayment({ providerPaymentId: reference, ...payment }: PaymentRow): UncountedMove[] {
  const { state, amountPaise, refundedPaise, currency, decision, decidedPaise, disputes } = payment;
  if (currency !== 'INR') return [];
  const paidOn = todayInIndia(payment.paidAt);
  const backOn = todayInIndia(payment.refundedAt ?? payment.paidAt);
  const backByLenderOn = todayInIndia(payment.refundedByLenderAt ?? payment.paidAt);
  const allTaken = state === 'disputed' ? amountPaise : takenPaise(disputes);
  // A dispute cannot take what was refunded.
  const taken = state === 'refunded' ? 0 : allTaken;
  const isUncounted = state === 'held' || state === 'refunded_by_lender';
  const backByLender = decision === 'refunded_by_lender' ? (decidedPaise ?? 0) : 0;
  const uncounted = refundedPaise + taken + (isUncounted ? amountPaise : 0);
  const byLender = payment.refundReference ?? reference;
  const moves: UncountedMove[] = [
    { kind: 'held', reference, on: paidOn, amount: uncounted },
    { kind: 'refunded', reference, on: backOn, amount: refundedPaise },
    { kind: 'refunded', reference: byLender, on: backByLenderOn, amount: backByLender },
    ...disputes.flatMap(movesOfDispute),
  ];
  return moves.filter(({ amount }) => amount > 0);
}

/** Returns the move by which a dispute has taken money, and the one by which it came back once it was won. */
function movesOfDispute({ id: reference, state, ...dispute }: Dispute): UncountedMove[] {
  const { amountPaise: amount, takenAt, decidedAt } = dispute;
  const on = todayInIndia(new Date(takenAt));
  const wonOn = todayInIndia(new Date(decidedAt ?? takenAt));
  const taken: UncountedMove = { kind: 'disputed', reference, on, amount };
  return state === 'won' ? [taken, { kind: 'dispute_won', reference, on: wonOn, amount }] : [taken];
}

/** A day that is to come cannot be that of a collection, which is then known from the day on which it was said. */
function movesOf({ entryId: reference, counts, state, ...collection }: CollectionRow): UncountedMove[] {
  if (state === 'returned' || isCollected({ counts, state })) return [];
  const { amountPaise: amount, collectedOn } = collection;
  const saidOn = todayInIndia(collection.saidAt);
  const held: UncountedMove = {
    kind: 'held',
    reference,
    on: collectedOn < saidOn ? collectedOn : saidOn,
    amount,
  };
  return state === 'collected' ? [held] : [held, { ...held, kind: 'refunded', on: saidOn }];
}
