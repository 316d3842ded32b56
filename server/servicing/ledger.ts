/** What of a lender loan is paid and what is due, from its terms and its payments. Amounts are whole paise. */
import { and, eq, ne } from 'drizzle-orm';
import {
  balanceOf,
  type BookEntry,
  type BookFacts,
  bookOf,
  type UncountedMove,
} from '../../domain/servicing/book.ts';
import { type CoolingOffExit, coolingOffEndsOn, coolingOffExit } from '../../domain/servicing/cooling-off.ts';
import { daysBetween, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { figuresOf, upFrontOf } from '../../domain/servicing/figures.ts';
import { foreclosureQuote } from '../../domain/servicing/foreclosure.ts';
import {
  allocatePayments,
  type DebitWaits,
  type Invoice,
  isRepaid,
  type Ledger,
  nextInvoice,
  payableFor,
  type CountedPayment,
} from '../../domain/servicing/invoices.ts';
import { type Dispute, isPrepayment, takenPaise } from '../../domain/servicing/order-payments.ts';
import { type RepaymentPlan, repaymentPlan } from '../../domain/servicing/prepayment.ts';
import { type ScheduleRow, withDisbursalOn } from '../../domain/servicing/schedule.ts';
import type { LoanTerms, Paise } from '../../domain/servicing/terms.ts';
import type { PaymentPurpose } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { type CollectionRow, collectionsOf, debitWaitsOf, isCollected } from './collections.ts';
import type { AcceptedLenderLoan, LenderLoanRow } from './lender-loans.ts';

/** A payment that counts, with the id that the provider or the lender has for it. */
export type LedgerPayment = CountedPayment & { purpose: PaymentPurpose; reference: string };

/**
 * What a payment that counts has paid: what staff have counted it for, else what its order was for.
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

/** What of a lender loan is paid and announced, from which with the terms all else follows. */
export type LedgerFacts = {
  /** The captured payments of the customer and what the lender has collected by itself. */
  payments: readonly LedgerPayment[];
  /** What was paid and does not count, or went back. */
  uncounted: readonly UncountedMove[];
  /** All that the lender says, also what does not count. */
  collections: readonly CollectionRow[];
  debitWaits: DebitWaits;
  /** The days on which part-prepayments and foreclosures that had counted were made and went back. */
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
    reversals: rows.flatMap(({ payment, order: { purpose } }) => {
      const { decision, paidAt, refundedAt, disputes } = payment;
      const taken = disputes.find(({ state }) => state !== 'won');
      const backAt = taken ? new Date(taken.takenAt) : refundedAt;
      return (isPrepayment(purpose) || purpose === 'foreclosure') && decision === null && backAt !== null
        ? [{ on: todayInIndia(paidAt), backOn: todayInIndia(backAt) }]
        : [];
    }),
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

const paymentOf = ({
  payment,
  order,
}: {
  payment: PaymentRow;
  order: typeof paymentOrders.$inferSelect;
}) => ({
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
  // What was refunded is not there to be taken as well.
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

/** What a dispute has taken, and what it has given back once it was won. */
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

/** What follows from the terms and the payments on a day. */
export type Account = LedgerFacts & {
  /** With the day of the disbursal, once it has happened. */
  terms: LoanTerms;
  schedule: ScheduleRow[];
  /** The equal instalment, without charges. */
  instalment: Paise;
  ledger: Ledger;
  /** What is paid before the disbursal. */
  upFront: Paise;
  isDisbursed: boolean;
  disbursal: BookFacts['disbursal'];
  /** The day on which it was left in its cooling-off period; null where it was not. */
  leftOn: IsoDate | null;
};

export function accountOf({ row, offer }: AcceptedLenderLoan, facts: LedgerFacts, today: IsoDate): Account {
  const terms = row.disbursedOn === null ? offer.terms : termsOfDisbursal(offer.terms, row.disbursedOn, row);
  const plan = repaymentPlan(terms, facts.payments);
  const debitWaits = waitsAfterReversals(facts, plan);
  const account = {
    terms,
    ...plan,
    ...facts,
    debitWaits,
    // What cancels a loan pays no instalment.
    ledger: allocatePayments(
      { terms, schedule: plan.schedule, debitWaits },
      facts.payments.filter(({ purpose }) => purpose !== 'cooling_off'),
      today,
    ),
    upFront: upFrontOf(terms, plan.schedule),
    isDisbursed: row.disbursedOn !== null,
    disbursal: row.disbursedOn === null ? null : disbursalOf(row, row.disbursedOn, terms),
  };
  return { ...account, leftOn: account.isDisbursed ? exitDayOf(account, row.cancelledAt) : null };
}

/** From the day on which a disbursal was heard of, its borrower has a whole day at least to leave the loan. */
function termsOfDisbursal(
  terms: LoanTerms,
  disbursedOn: IsoDate,
  { disbursalHeardOn }: Pick<LenderLoanRow, 'disbursalHeardOn'>,
): LoanTerms {
  const daysToHear = daysBetween(disbursedOn, disbursalHeardOn ?? disbursedOn);
  const coolingOffDays = Math.max(terms.coolingOffDays, daysToHear + 1);
  return { ...withDisbursalOn(terms, disbursedOn), coolingOffDays };
}

/** An instalment that was due while such a payment counted is payable once that has gone back: it is not late by it. */
function waitsAfterReversals(
  { debitWaits, reversals }: Pick<LedgerFacts, 'debitWaits' | 'reversals'>,
  { schedule }: RepaymentPlan,
): DebitWaits {
  const waits = new Map(debitWaits);
  for (const { on, backOn } of reversals) {
    const due = schedule.filter(
      (row) => row.prepaymentId === undefined && row.dueOn > on && row.dueOn <= backOn,
    );
    for (const { number } of due) {
      const until = waits.get(number);
      if (until === undefined || (until !== null && until < backOn)) waits.set(number, backOn);
    }
  }
  return waits;
}

const disbursalOf = ({ disbursalUtr, disbursedPaise }: LenderLoanRow, on: IsoDate, terms: LoanTerms) => ({
  ...{ on, reference: disbursalUtr, amount: disbursedPaise ?? figuresOf(terms).netDisbursed },
});

/** The book of an account up to a day. */
export const bookOn = (account: Account, day: IsoDate): BookEntry[] =>
  bookOf({ ...account, exit: account.leftOn === null ? null : exitOf(account, account.leftOn) }, day);

export async function readAccount(db: Database, accepted: AcceptedLenderLoan, now: Date): Promise<Account> {
  return accountOf(accepted, await readLedgerFacts(db, accepted.row), todayInIndia(now));
}

/** What was paid for one purpose. */
export const paidFor = ({ payments }: Pick<Account, 'payments'>, purpose: PaymentPurpose): Paise =>
  payments.reduce((sum, payment) => sum + (payment.purpose === purpose ? payment.amount : 0), 0);

/** What of the disbursed principal is not repaid on a day. What was paid before it was due repays principal. */
export function outstandingPrincipal(account: Account, on: IsoDate): Paise {
  const book = bookOn(account, on);
  return Math.max(0, balanceOf(book, 'principal') + balanceOf(book, 'credit'));
}

export const isLoanRepaid = ({ ledger, isDisbursed }: Account): boolean => isDisbursed && isRepaid(ledger);

/** The quote of a day; null before the disbursal and after the last instalment. */
export const quoteOf = (account: Account, on: IsoDate) =>
  account.isDisbursed && !isRepaid(account.ledger) ? foreclosureQuote(account, account.payments, on) : null;

/**
 * How the loan is left on a day of the cooling-off period; null outside of it. Where the interest at the APR would make
 * that dearer than closing the loan, which has no right behind it, less interest is taken.
 */
export function exitOf(account: Omit<Account, 'leftOn'>, on: IsoDate): CoolingOffExit | null {
  if (!account.isDisbursed) return null;
  const exit = coolingOffExit(account.terms, on, paidSinceDisbursal(account, on));
  const quote = exit && foreclosureQuote(account, account.payments, on);
  if (!quote || quote.total >= exit.total) return exit;
  const less = Math.min(exit.interest, exit.total - quote.total);
  return { ...exit, interest: exit.interest - less, total: exit.total - less };
}

/**
 * By a day, that one included. Less what was due before the disbursal and went back since, because the exit takes that
 * for paid.
 */
const paidSinceDisbursal = (
  { payments, upFront }: Pick<Account, 'payments' | 'upFront'>,
  day: IsoDate,
): Paise =>
  payments.reduce(
    (sum, { purpose, amount, on }) => sum + (purpose === 'advance' || on > day ? 0 : amount),
    0,
  ) - Math.max(0, upFront - paidFor({ payments }, 'advance'));

/**
 * The day on which the loan was left in its cooling-off period: by the order of the exit, which is made in it alone, or
 * because nothing of the exit was left to pay on a day after it was asked for. What is paid after the period is no exit.
 * @returns null where it was not left
 */
function exitDayOf(account: Omit<Account, 'leftOn'>, cancelledAt: Date | null): IsoDate | null {
  const paid = account.payments.find(({ purpose }) => purpose === 'cooling_off');
  if (paid) return paid.on;
  if (cancelledAt === null) return null;
  const askedOn = todayInIndia(cancelledAt);
  const days = [askedOn, ...account.payments.map(({ on }) => on).filter((day) => day > askedOn)];
  return days.find((day) => exitOf(account, day)?.total === 0) ?? null;
}

/** What was paid of a loan that has ended after its disbursal, and was not owed: the lender has to give it back. */
export function overpaidOf(account: Account, { stage }: LenderLoanRow, today: IsoDate): Paise {
  const hasEnded = stage === 'closed' || (stage === 'cancelled' && account.leftOn !== null);
  return hasEnded ? Math.max(0, -balanceOf(bookOn(account, today), 'credit')) : 0;
}

/** The last day of the cooling-off period; null before the disbursal. */
export const coolingOffEnd = ({ terms, isDisbursed }: Account): IsoDate | null =>
  isDisbursed ? coolingOffEndsOn(terms) : null;

/**
 * What is due today for a purpose.
 * @param instalment the number of the instalment, for the purpose `instalment` alone; that of the next one to be paid,
 *   or of the charge for paying one late
 * @returns null where nothing is due for it, or it cannot be paid now
 */
export function amountDue(
  account: Account,
  purpose: PaymentPurpose,
  instalment: number | null,
  today: IsoDate,
): Paise | null {
  const amount = openAmount(account, purpose, instalment, today);
  return amount !== null && amount > 0 ? amount : null;
}

/** The instalment that is paid next, or the charge for paying one late. */
export const nextInstalment = ({ ledger: { invoices } }: Pick<Account, 'ledger'>, today: IsoDate) =>
  nextInvoice(
    invoices.filter(({ kind }) => kind !== 'up_front'),
    today,
  );

function openAmount(
  account: Account,
  purpose: PaymentPurpose,
  instalment: number | null,
  today: IsoDate,
): Paise | null {
  const { invoices } = account.ledger;
  const unpaid = (invoice: Invoice | undefined) => (invoice ? invoice.amount - invoice.paid : null);
  switch (purpose) {
    case 'advance':
      // After the disbursal it is due where it went back.
      return account.isDisbursed
        ? unpaid(invoices.find(({ kind }) => kind === 'up_front'))
        : account.upFront - paidFor(account, 'advance');
    case 'instalment': {
      const next = nextInstalment(account, today);
      if (!account.isDisbursed || next?.number !== instalment || next.awaitsDebit) return null;
      return payableFor(next, invoices, today);
    }
    case 'foreclosure':
      return invoices.some(({ awaitsDebit }) => awaitsDebit)
        ? null
        : (quoteOf(account, today)?.total ?? null);
    case 'cooling_off':
      return exitOf(account, today)?.total ?? null;
    // Nothing of it is due: who pays it says how much.
    case 'prepay_fewer':
    case 'prepay_smaller':
      return null;
  }
}
