/** The amount that repays a loan before its term on a day, at no charge (specification, section 9). */
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { divide, exact, multiply, roundHalfUp } from '../values/money.ts';
import { sumPaise } from './charges.ts';
import {
  allocatePayments,
  type Invoice,
  type Ledger,
  type CountedPayment,
  type ScheduledLoan,
  unpaidOf,
  unpaidParts,
} from './invoices.ts';
import type { ScheduleRow } from './schedule.ts';
import type { LoanTerms, Paise } from './terms.ts';

export type ForeclosureQuote = {
  asOf: IsoDate;
  /** The last day on which the total is enough: interest accrues daily. */
  validUntil: IsoDate;
  /** The principal of the instalments that are not due yet. */
  principal: Paise;
  /** The interest from the last due date to `asOf`. */
  interest: Paise;
  /** The unpaid amounts due by then, charges for late payment included. */
  due: Paise;
  /** The amount paid beyond the amounts due by then. */
  credit: Paise;
  /** Principal, interest and the unpaid due amounts, less the credit; at least 0. */
  total: Paise;
  /** The total in its parts. Payments before the due date repay principal. */
  parts: { principal: Paise; interest: Paise; charges: Paise; lateCharges: Paise };
};

/**
 * The schedule of a loan that is repaid on a day: the instalments that are not due by then become one, due on that day,
 * with their principal and the interest since the last due date. Their recurring charges are not taken.
 * @param on the day of the disbursal or later
 */
export function foreclosedSchedule(
  terms: LoanTerms,
  schedule: readonly ScheduleRow[],
  on: IsoDate,
): ScheduleRow[] {
  const { due, later, next, passed } = splitSchedule(terms, schedule, on);
  if (!next) return due;
  const principal = sumPaise(later.map((row) => row.principal));
  const interest = roundHalfUp(multiply(exact(next.interest), passed));
  return [...due, { ...next, dueOn: on, principal, interest, instalment: principal + interest, charges: 0 }];
}

/**
 * Splits a schedule into the rows due by a day and the later ones.
 * @returns `passed` is the part of the running period that has passed: interest is simple within it, by days, so that
 *   on the due date it equals the schedule's
 */
export function splitSchedule(terms: LoanTerms, schedule: readonly ScheduleRow[], on: IsoDate) {
  const due = schedule.filter(({ dueOn }) => dueOn <= on);
  const later = schedule.slice(due.length);
  const [next] = later;
  const since = due.at(-1)?.dueOn ?? terms.disbursalOn;
  const passed = next
    ? divide(exact(daysBetween(since, on)), exact(daysBetween(since, next.dueOn)))
    : exact(0);
  return { due, later, next, passed };
}

/**
 * Returns the amount that repays the loan on a day.
 * @param payments as `allocatePayments` takes them
 * @returns null before the disbursal.
 */
export function foreclosureQuote(
  loan: ScheduledLoan,
  payments: readonly CountedPayment[],
  on: IsoDate,
): ForeclosureQuote | null {
  if (on < loan.terms.disbursalOn) return null;
  const schedule = foreclosedSchedule(loan.terms, loan.schedule, on);
  const last = schedule[loan.schedule.filter(({ dueOn }) => dueOn <= on).length];
  const principal = last?.principal ?? 0;
  const interest = last?.interest ?? 0;
  const ledger = allocatePayments(loan, payments, on);
  const invoices = ledger.invoices.filter(({ dueOn }) => dueOn <= on);
  const credit = ledger.received - sumPaise(invoices.map(({ paid }) => paid));
  const unpaid = sumPaise(invoices.map(unpaidOf));
  return {
    asOf: on,
    validUntil: on,
    principal,
    interest,
    due: unpaid,
    credit,
    total: Math.max(0, principal + interest + unpaid - credit),
    parts: partsOf({ principal, interest }, { invoices, credit }),
  };
}

function partsOf(
  notDue: Pick<ForeclosureQuote, 'principal' | 'interest'>,
  { invoices, credit }: Pick<Ledger, 'invoices' | 'credit'>,
): ForeclosureQuote['parts'] {
  const unpaid = (which: (invoice: Invoice) => boolean) => invoices.filter(which).map(unpaidParts);
  const due = unpaid(({ kind }) => kind !== 'late_payment');
  const late = unpaid(({ kind }) => kind === 'late_payment');
  let left = credit;
  const lessCredit = (amount: Paise): Paise => {
    const paid = Math.min(left, amount);
    left -= paid;
    return amount - paid;
  };
  return {
    principal: lessCredit(notDue.principal + sumPaise(due.map(({ principal }) => principal))),
    interest: lessCredit(notDue.interest + sumPaise(due.map(({ interest }) => interest))),
    charges: lessCredit(sumPaise(due.map(({ charges }) => charges))),
    lateCharges: lessCredit(sumPaise(late.map(({ charges }) => charges))),
  };
}
