/** What of a lender loan is paid and what is due, from its terms and its payments. Amounts are whole paise. */
import { and, eq } from 'drizzle-orm';
import { sumPaise } from '../../domain/servicing/charges.ts';
import { coolingOffEndsOn, coolingOffExit } from '../../domain/servicing/cooling-off.ts';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { upFrontOf } from '../../domain/servicing/figures.ts';
import { foreclosedSchedule, foreclosureQuote } from '../../domain/servicing/foreclosure.ts';
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
import { scheduleOf, type ScheduleRow, withDisbursalOn } from '../../domain/servicing/schedule.ts';
import type { LoanTerms, Paise } from '../../domain/servicing/terms.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { type CollectionRow, collectionsOf, debitWaitsOf, isCollected } from './collections.ts';
import type { AcceptedLenderLoan, LenderLoanRow } from './lender-loans.ts';

type PaymentPurpose = components['schemas']['PaymentPurpose'];

/** A payment that counts. */
export type LedgerPayment = CountedPayment & { purpose: PaymentPurpose };

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
  /** All that the lender says, also what does not count. */
  collections: readonly CollectionRow[];
  debitWaits: DebitWaits;
};

/** Reads what is paid and announced; the day of a payment is its own, whenever it was reported. */
export async function readLedgerFacts(
  db: Database,
  { loanId, lenderId }: LenderLoanKey,
): Promise<LedgerFacts> {
  const collections = await collectionsOf(db, { loanId, lenderId });
  const collected = collections
    .filter(isCollected)
    .map(({ id, amountPaise, collectedOn }): LedgerPayment => ({
      ...{ id, amount: amountPaise, refunded: 0, on: collectedOn, purpose: 'instalment' },
    }));
  const payments = [...(await capturedPayments(db, { loanId, lenderId })), ...collected];
  return { payments, collections, debitWaits: await debitWaitsOf(db, { loanId, lenderId }, collections) };
}

async function capturedPayments(db: Database, { loanId, lenderId }: LenderLoanKey): Promise<LedgerPayment[]> {
  const rows = await db
    .select({ payment: payments, order: paymentOrders })
    .from(payments)
    .innerJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .where(and(ofLenderLoan(payments, { loanId, lenderId }), eq(payments.state, 'captured')))
    .orderBy(payments.paidAt, payments.id);
  return rows.map(({ payment, order }) => ({
    ...{ id: payment.id, amount: payment.amountPaise, refunded: 0, on: todayInIndia(payment.paidAt) },
    purpose: paidPurpose(payment, order).purpose,
  }));
}

/** What follows from the terms and the payments on a day. */
export type Account = LedgerFacts & {
  /** With the day of the disbursal, once it has happened. */
  terms: LoanTerms;
  schedule: ScheduleRow[];
  ledger: Ledger;
  /** What is paid before the disbursal. */
  upFront: Paise;
  isDisbursed: boolean;
};

export function accountOf({ row, offer }: AcceptedLenderLoan, facts: LedgerFacts, today: IsoDate): Account {
  const terms = row.disbursedOn === null ? offer.terms : withDisbursalOn(offer.terms, row.disbursedOn);
  const planned = scheduleOf(terms);
  const foreclosed = facts.payments.find(({ purpose }) => purpose === 'foreclosure');
  const schedule = foreclosed ? foreclosedSchedule(terms, planned, foreclosed.on) : planned;
  return {
    terms,
    schedule,
    ...facts,
    // What cancels a loan pays no instalment.
    ledger: allocatePayments(
      { terms, schedule, debitWaits: facts.debitWaits },
      facts.payments.filter(({ purpose }) => purpose !== 'cooling_off'),
      today,
    ),
    upFront: upFrontOf(terms, planned),
    isDisbursed: row.disbursedOn !== null,
  };
}

export async function readAccount(db: Database, accepted: AcceptedLenderLoan, now: Date): Promise<Account> {
  return accountOf(accepted, await readLedgerFacts(db, accepted.row), todayInIndia(now));
}

/** What was paid for one purpose. */
export const paidFor = ({ payments }: Pick<Account, 'payments'>, purpose: PaymentPurpose): Paise =>
  payments.reduce((sum, payment) => sum + (payment.purpose === purpose ? payment.amount : 0), 0);

/** What of the disbursed principal is not repaid on a day; the quote of that day has the same. */
export const outstandingPrincipal = (account: Account, on: IsoDate): Paise =>
  quoteOf(account, on)?.parts.principal ?? 0;

export const isLoanRepaid = ({ ledger, isDisbursed }: Account): boolean => isDisbursed && isRepaid(ledger);

/** The quote of a day; null before the disbursal and after the last instalment. */
export const quoteOf = (account: Account, on: IsoDate) =>
  account.isDisbursed && !isRepaid(account.ledger) ? foreclosureQuote(account, account.payments, on) : null;

/** How the loan is left on a day of the cooling-off period; null outside of it. */
export const exitOf = (account: Account, on: IsoDate) =>
  account.isDisbursed ? coolingOffExit(account.terms, on, paidSinceDisbursal(account, on)) : null;

/**
 * By a day, that one included. Less what was due before the disbursal and went back since, because the exit takes that
 * for paid.
 */
const paidSinceDisbursal = ({ payments, upFront }: Account, day: IsoDate): Paise =>
  payments.reduce(
    (sum, { purpose, amount, on }) => sum + (purpose === 'advance' || on > day ? 0 : amount),
    0,
  ) - Math.max(0, upFront - paidFor({ payments }, 'advance'));

/**
 * The day on which the loan was left in its cooling-off period: by the order of the exit, which is made in it alone, or
 * because nothing of the exit was left to pay on a day after it was asked for. What is paid after the period is no exit.
 * @returns null where it was not left
 */
export function exitDayOf(account: Account, cancelledAt: Date | null): IsoDate | null {
  const paid = account.payments.find(({ purpose }) => purpose === 'cooling_off');
  if (paid) return paid.on;
  if (cancelledAt === null) return null;
  const askedOn = todayInIndia(cancelledAt);
  const days = [askedOn, ...account.payments.map(({ on }) => on).filter((day) => day > askedOn)];
  return days.find((day) => exitOf(account, day)?.total === 0) ?? null;
}

/** What was paid of a loan that has ended after its disbursal, and was not owed: the lender has to give it back. */
export function overpaidOf(account: Account, { stage, cancelledAt }: LenderLoanRow): Paise {
  if (stage === 'closed') return account.ledger.credit;
  const leftOn = stage === 'cancelled' ? exitDayOf(account, cancelledAt) : null;
  if (leftOn === null) return 0;
  const later = sumPaise(account.payments.map(({ on, amount }) => (on > leftOn ? amount : 0)));
  return (exitOf(account, leftOn)?.refund ?? 0) + later;
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
      const next = nextInvoice(
        invoices.filter(({ kind }) => kind !== 'up_front'),
        today,
      );
      if (!account.isDisbursed || next?.number !== instalment || next.awaitsDebit) return null;
      return payableFor(next, invoices, today);
    }
    case 'foreclosure':
      return invoices.some(({ awaitsDebit }) => awaitsDebit)
        ? null
        : (quoteOf(account, today)?.total ?? null);
    case 'cooling_off':
      return exitOf(account, today)?.total ?? null;
  }
}
