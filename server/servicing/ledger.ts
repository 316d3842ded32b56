/** Calculates what is due of a lender loan, from its terms and what is paid of it. Amounts are whole paise. */
import { balanceOf, type BookEntry, type BookFacts, bookOf } from '../../domain/servicing/book.ts';
import { type CoolingOffExit, coolingOffEndsOn, coolingOffExit } from '../../domain/servicing/cooling-off.ts';
import { addDays, daysBetween, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { figuresOf, upFrontOf } from '../../domain/servicing/figures.ts';
import { foreclosureQuote } from '../../domain/servicing/foreclosure.ts';
import {
  allocatePayments,
  type DebitWaits,
  type Invoice,
  isRepaid,
  type Ledger,
  nextInvoice,
  payableOfInstalment,
} from '../../domain/servicing/invoices.ts';
import { type RepaymentPlan, repaymentPlan } from '../../domain/servicing/prepayment.ts';
import { type ScheduleRow, withDisbursalOn } from '../../domain/servicing/schedule.ts';
import type { LoanTerms, Paise } from '../../domain/servicing/terms.ts';
import type { PaymentPurpose } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import type { AcceptedLenderLoan, LenderLoanRow } from './lender-loans.ts';
import { type LedgerFacts, readLedgerFacts } from './ledger-facts.ts';

/** The state of a lender loan on a day, calculated from the terms and the payments. */
export type Account = LedgerFacts & {
  /** The terms, including the day of the disbursal if it has happened. */
  terms: LoanTerms;
  schedule: ScheduleRow[];
  /** The equal instalment, without charges. */
  instalment: Paise;
  ledger: Ledger;
  /** The amount that is paid before the disbursal. */
  upFront: Paise;
  isDisbursed: boolean;
  disbursal: BookFacts['disbursal'];
  /** The day on which it was left in its cooling-off period; null where it was not. */
  exitedOn: IsoDate | null;
};

export function accountOf({ row, offer }: AcceptedLenderLoan, facts: LedgerFacts, today: IsoDate): Account {
  const terms = row.disbursedOn === null ? offer.terms : termsOfDisbursal(offer.terms, row.disbursedOn, row);
  const plan = repaymentPlan(terms, facts.payments);
  const debitWaits = waitsAfterGaps(facts, plan, row);
  const account = {
    terms,
    ...plan,
    ...facts,
    debitWaits,
    // A payment for a cancellation pays no instalment.
    ledger: allocatePayments(
      { terms, schedule: plan.schedule, debitWaits },
      facts.payments.filter(({ purpose }) => purpose !== 'cooling_off'),
      today,
    ),
    upFront: upFrontOf(terms, plan.schedule),
    isDisbursed: row.disbursedOn !== null,
    disbursal: row.disbursedOn === null ? null : disbursalOf(row, row.disbursedOn, terms),
  };
  return { ...account, exitedOn: account.isDisbursed ? exitDayOf(account, row.cancelledAt) : null };
}

/** Returns the terms of a disbursed loan. Cooling off lasts at least one whole day after the lender reported the disbursal. */
function termsOfDisbursal(
  terms: LoanTerms,
  disbursedOn: IsoDate,
  { disbursalHeardOn }: Pick<LenderLoanRow, 'disbursalHeardOn'>,
): LoanTerms {
  const daysToHear = daysBetween(disbursedOn, disbursalHeardOn ?? disbursedOn);
  const coolingOffDays = Math.max(terms.coolingOffDays, daysToHear + 1);
  return { ...withDisbursalOn(terms, disbursedOn), coolingOffDays };
}

/**
 * Adds a wait for each instalment that fell due while nobody could pay it: while a payment counted that was reversed later,
 * or before the lender reported the disbursal (plus one whole day). Such an instalment is not late.
 */
function waitsAfterGaps(
  { debitWaits, reversals }: Pick<LedgerFacts, 'debitWaits' | 'reversals'>,
  { schedule }: RepaymentPlan,
  { disbursedOn, disbursalHeardOn }: Pick<LenderLoanRow, 'disbursedOn' | 'disbursalHeardOn'>,
): DebitWaits {
  const waits = new Map(debitWaits);
  const beforeNews =
    disbursedOn === null ? [] : [{ on: disbursedOn, backOn: addDays(disbursalHeardOn ?? disbursedOn, 1) }];
  for (const { on, backOn } of [...beforeNews, ...reversals]) {
    const due = schedule.filter(
      (row) => row.prepaymentId === undefined && row.dueOn >= on && row.dueOn <= backOn,
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

/** Returns what the lender says it has paid to the institution; before that, what it pays by the offer. */
export const disbursedAmountOf = ({ disbursal, terms }: Account): Paise =>
  disbursal?.amount ?? figuresOf(terms).netDisbursed;

/** The book of an account up to a day. */
export const bookOn = (account: Account, day: IsoDate): BookEntry[] =>
  bookOf({ ...account, exit: account.exitedOn === null ? null : exitOf(account, account.exitedOn) }, day);

export async function readAccount(db: Database, accepted: AcceptedLenderLoan, now: Date): Promise<Account> {
  return accountOf(accepted, await readLedgerFacts(db, accepted.row), todayInIndia(now));
}

/** Lists what is billed: of a loan that was left, nothing that was not due and paid by then. */
export const billedInvoices = ({ ledger, exitedOn }: Account): Invoice[] =>
  ledger.invoices.filter(
    ({ dueOn, paidOn }) => exitedOn === null || (dueOn <= exitedOn && paidOn !== null && paidOn <= exitedOn),
  );

/** Sums up all that counts, what has left the loan included. */
export const receivedOf = ({ payments }: Pick<Account, 'payments'>): Paise =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/** Sums up what was paid for one purpose. */
export const paidFor = ({ payments }: Pick<Account, 'payments'>, purpose: PaymentPurpose): Paise =>
  payments.reduce((sum, payment) => sum + (payment.purpose === purpose ? payment.amount : 0), 0);

/** Returns the disbursed principal that is not repaid on a day. A payment before its due date repays principal. */
export function outstandingPrincipal(account: Account, on: IsoDate): Paise {
  const book = bookOn(account, on);
  return Math.max(0, balanceOf(book, 'principal') + balanceOf(book, 'credit'));
}

export const isLoanRepaid = ({ ledger, isDisbursed }: Account): boolean => isDisbursed && isRepaid(ledger);

/** The quote of a day; null before the disbursal and after the last instalment. */
export const quoteOf = (account: Account, on: IsoDate) =>
  account.isDisbursed && !isRepaid(account.ledger) ? foreclosureQuote(account, account.payments, on) : null;

/**
 * Returns the exit on a day of the cooling-off period; null outside of it. Where the interest at the APR would make
 * that dearer than closing the loan, which has no right behind it, less interest is taken.
 */
export function exitOf(account: Omit<Account, 'exitedOn'>, on: IsoDate): CoolingOffExit | null {
  if (!account.isDisbursed) return null;
  const exit = coolingOffExit(account.terms, on, paidBeyondAdvance(account, on));
  const payments = account.payments.filter((payment) => payment.on <= on);
  const plan = repaymentPlan(account.terms, payments);
  const quote = exit && foreclosureQuote({ ...account, ...plan }, payments, on);
  if (!quote || quote.total >= exit.total) return exit;
  const less = Math.min(exit.interest, exit.total - quote.total);
  return { ...exit, interest: exit.interest - less, total: exit.total - less };
}

/** Sums up all payments by the end of `day`, beyond the advance, which `coolingOffExit` counts as paid. */
const paidBeyondAdvance = (
  { payments, upFront }: Pick<Account, 'payments' | 'upFront'>,
  day: IsoDate,
): Paise => payments.reduce((sum, { amount, on }) => sum + (on > day ? 0 : amount), 0) - upFront;

/**
 * The day on which the loan was left in its cooling-off period: by the order of the exit, which is made in it alone, or
 * because nothing of the exit was left to pay on a day after it was asked for. What is paid after the period is no exit.
 * @returns null where it was not left
 */
function exitDayOf(account: Omit<Account, 'exitedOn'>, cancelledAt: Date | null): IsoDate | null {
  const paid = account.payments.find(({ purpose }) => purpose === 'cooling_off');
  if (paid) return paid.on;
  if (cancelledAt === null) return null;
  const askedOn = todayInIndia(cancelledAt);
  const days = [askedOn, ...account.payments.map(({ on }) => on).filter((day) => day > askedOn)];
  return days.sort().find((day) => exitOf(account, day)?.total === 0) ?? null;
}

/** Returns what was paid beyond the debt of a loan that has ended after its disbursal: the lender has to give it back. */
export function overpaidOf(account: Account, { stage }: LenderLoanRow, today: IsoDate): Paise {
  const hasEnded = stage === 'closed' || (stage === 'cancelled' && account.exitedOn !== null);
  return hasEnded ? Math.max(0, -balanceOf(bookOn(account, today), 'credit')) : 0;
}

/** Returns what was paid beyond all that is billed. */
export const creditBalance = (account: Account, row: LenderLoanRow, today: IsoDate): Paise =>
  account.exitedOn === null ? account.ledger.credit : overpaidOf(account, row, today);

/** The last day of the cooling-off period; null before the disbursal. */
export const coolingOffEnd = ({ terms, isDisbursed }: Account): IsoDate | null =>
  isDisbursed ? coolingOffEndsOn(terms) : null;

/**
 * Returns the amount that is due today for a purpose.
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
  const { invoices } = account.ledger;
  const unpaid = (invoice: Invoice | undefined) => (invoice ? invoice.amount - invoice.paid : null);
  switch (purpose) {
    case 'advance':
      // The advance is due after the disbursal only if it was returned.
      return positive(
        account.isDisbursed
          ? unpaid(invoices.find(({ kind }) => kind === 'up_front'))
          : account.upFront - paidFor(account, 'advance'),
      );
    case 'instalment': {
      const next = nextInstalment(account, today);
      if (!account.isDisbursed || next?.number !== instalment || next.awaitsDebit) return null;
      return positive(payableOfInstalment(next, invoices, today));
    }
    case 'foreclosure':
      if (invoices.some(({ awaitsDebit }) => awaitsDebit)) return null;
      return positive(quoteOf(account, today)?.total ?? null);
    case 'cooling_off':
      return positive(exitOf(account, today)?.total ?? null);
    // A part-prepayment is never due: the borrower chooses its amount.
    case 'prepay_fewer':
    case 'prepay_smaller':
      return null;
  }
}

/** The instalment that is paid next, or the charge for paying one late. */
export const nextInstalment = ({ ledger: { invoices } }: Pick<Account, 'ledger'>, today: IsoDate) =>
  nextInvoice(
    invoices.filter(({ kind }) => kind !== 'up_front'),
    today,
  );

const positive = (amount: Paise | null): Paise | null => (amount !== null && amount > 0 ? amount : null);
