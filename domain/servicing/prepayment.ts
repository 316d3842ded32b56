/**
 * Repaying a part of a loan before it is due, at no charge (specification, section 9): the schedule that follows from
 * the terms and the payments of a loan, and the changes by a part-prepayment.
 */
import type { IsoDate } from '../values/dates.ts';
import { add, divide, exact, multiply, roundHalfUp, subtract } from '../values/money.ts';
import { recurringCharges, sumPaise } from './charges.ts';
import { foreclosedSchedule, foreclosureQuote, splitSchedule } from './foreclosure.ts';
import { allocatePayments, type CountedPayment, dueBy, type ScheduledLoan } from './invoices.ts';
import { isPrepayment, type PrepaymentPurpose, prepaymentPurposes } from './order-payments.ts';
import { instalmentOf, monthlyInterest, roundInstalment, type ScheduleRow, scheduleOf } from './schedule.ts';
import type { LoanTerms, Paise } from './terms.ts';

export type RepaymentPlan = {
  /** The schedule, in which a part-prepayment is a separate row, due on its day. */
  schedule: ScheduleRow[];
  /** The equal instalment, without charges, after all part-prepayments. */
  instalment: Paise;
};

type Prepayment = Pick<CountedPayment, 'id' | 'on'> & { amount: Paise; purpose: PrepaymentPurpose };

/**
 * Returns the schedule of a loan after its payments: each part-prepayment from its day on, and the foreclosure.
 * @param payments all that count; part-prepayments of one day in the order in which they were made
 */
export function repaymentPlan(terms: LoanTerms, payments: readonly CountedPayment[]): RepaymentPlan {
  const prepayments = payments
    .flatMap(({ id, on, amount, refunded, purpose }): Prepayment[] =>
      isPrepayment(purpose) && amount > refunded ? [{ id, on, purpose, amount: amount - refunded }] : [],
    )
    .sort((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)));
  const planned = { schedule: scheduleOf(terms), instalment: instalmentOf(terms) };
  const plan = prepayments.reduce((before, prepayment) => planAfter(terms, before, prepayment), planned);
  const foreclosed = payments.find(({ purpose }) => purpose === 'foreclosure');
  return foreclosed ? { ...plan, schedule: foreclosedSchedule(terms, plan.schedule, foreclosed.on) } : plan;
}

/**
 * The interest since the last due date is paid first, the rest repays principal. The due dates stay, and so does either
 * the instalment, so that fewer are left, or their number.
 */
function planAfter(
  terms: LoanTerms,
  plan: RepaymentPlan,
  { id, on, amount, purpose }: Prepayment,
): RepaymentPlan {
  const { due, later, next, passed } = splitSchedule(terms, plan.schedule, on);
  if (!next) return plan;
  const before = sumPaise(later.map((row) => row.principal));
  const accrued = roundHalfUp(multiply(exact(next.interest), passed));
  const interest = Math.min(accrued, amount);
  const principal = Math.min(amount - interest, before);
  const row: ScheduleRow = {
    number: due.filter(({ prepaymentId }) => prepaymentId !== undefined).length + 1,
    ...{ dueOn: on, outstanding: before, principal, interest, instalment: principal + interest, charges: 0 },
    prepaymentId: id,
  };
  const left = before - principal;
  const part = divide(exact(left), exact(before));
  const scaled = (value: Paise) => multiply(exact(value), part);
  const regular = (one: ScheduleRow) =>
    one === later.at(-1) ? one.interest : plan.instalment - one.principal;
  // Flat interest falls in the proportion in which the principal does.
  const interestOf = (one: ScheduleRow, outstanding: Paise) =>
    terms.interest.kind === 'reducing'
      ? monthlyInterest(outstanding, terms.interest.rate)
      : roundHalfUp(scaled(regular(one)));
  const total = add(exact(left), scaled(sumPaise(later.map(regular))));
  const smaller = () =>
    terms.interest.kind === 'reducing'
      ? instalmentOf({ ...terms, sanctionedAmount: left, tenureMonths: later.length, advanceInstalments: 0 })
      : roundInstalment(terms, divide(total, exact(later.length)));
  const instalment = purpose === 'prepay_smaller' && left > 0 ? smaller() : plan.instalment;
  const rest = multiply(scaled(next.interest), subtract(exact(1), passed));
  const nextInterest = roundHalfUp(rest) + accrued - interest;
  const rows = rowsAfter(later, { left, instalment, nextInterest, interestOf });
  return { schedule: [...due, row, ...rows], instalment };
}

/** A period that is longer than a month adds the interest of its further days to the instalment. */
function rowsAfter(
  later: readonly ScheduleRow[],
  {
    left,
    instalment,
    nextInterest,
    interestOf,
  }: {
    left: Paise;
    instalment: Paise;
    nextInterest: Paise;
    interestOf: (row: ScheduleRow, outstanding: Paise) => Paise;
  },
): ScheduleRow[] {
  const rows: ScheduleRow[] = [];
  let outstanding = left;
  for (const [index, row] of later.entries()) {
    if (outstanding === 0) break;
    const monthly = interestOf(row, outstanding);
    const interest = index === 0 ? nextInterest : monthly;
    const isLast = index === later.length - 1;
    const principal = isLast ? outstanding : Math.min(outstanding, instalment - Math.min(interest, monthly));
    rows.push({ ...row, outstanding, principal, interest, instalment: principal + interest });
    outstanding -= principal;
  }
  return rows;
}

/** The principal that is repaid at least, and that is left at least. */
const leastPrincipal = 100_000;

const rupee = 100;

/**
 * The amounts that can be prepaid on a day, in whole rupees. `due`: another amount has to be paid first. `debit`: an
 * instalment waits for the bank. `small`: the remaining amount is so small that it is repaid in full.
 */
export type PrepaymentLimits = { least: Paise; most: Paise } | 'due' | 'debit' | 'small';

/** @param loan its plan has to include these payments */
export function prepaymentLimits(
  loan: ScheduledLoan,
  payments: readonly CountedPayment[],
  on: IsoDate,
): PrepaymentLimits {
  const { invoices } = allocatePayments(loan, payments, on);
  if (invoices.some(({ awaitsDebit }) => awaitsDebit)) return 'debit';
  if (dueBy(invoices, on).total > 0) return 'due';
  const quote = foreclosureQuote(loan, payments, on);
  if (!quote) return 'small';
  const least = Math.ceil((quote.interest + leastPrincipal) / rupee) * rupee;
  const most = Math.floor((quote.total - leastPrincipal) / rupee) * rupee;
  return least <= most ? { least, most } : 'small';
}

export type PlanFigures = {
  /** The number of instalments that are to be paid. */
  instalments: number;
  /** The equal instalment with the charges that come with it. */
  instalment: Paise;
  lastDueOn: IsoDate;
};

export type PrepaymentOption = PlanFigures & {
  purpose: PrepaymentPurpose;
  /** Interest and charges that are not to be paid any more. */
  saved: Paise;
};

export type PrepaymentQuote = {
  amount: Paise;
  principal: Paise;
  interest: Paise;
  /** The loan without it. */
  asNow: PlanFigures;
  options: PrepaymentOption[];
};

/** Calculates the changes by a part-prepayment of an amount within the limits. */
export function prepaymentQuote(
  terms: LoanTerms,
  payments: readonly CountedPayment[],
  { amount, on }: { amount: Paise; on: IsoDate },
): PrepaymentQuote {
  const now = repaymentPlan(terms, payments);
  const plans = prepaymentPurposes.map((purpose) => {
    const paid = [...payments, { id: 'quoted', amount, refunded: 0, on, purpose }];
    return { purpose, paid, plan: repaymentPlan(terms, paid) };
  });
  const row = plans[0]?.plan.schedule.find(({ prepaymentId }) => prepaymentId === 'quoted');
  return {
    amount,
    principal: row?.principal ?? 0,
    interest: row?.interest ?? 0,
    asNow: planFiguresOf({ terms, ...now }, payments, on),
    options: plans.map(({ purpose, paid, plan }) => ({
      purpose,
      ...planFiguresOf({ terms, ...plan }, paid, on),
      saved: costOf(now) - costOf(plan),
    })),
  };
}

function planFiguresOf(
  loan: ScheduledLoan & RepaymentPlan,
  payments: readonly CountedPayment[],
  on: IsoDate,
): PlanFigures {
  const { invoices } = allocatePayments(loan, payments, on);
  const open = invoices.filter(({ kind, state }) => kind === 'instalment' && state !== 'paid');
  const last = open.at(-1);
  return {
    instalments: open.length,
    instalment: open.length === 1 ? (last?.amount ?? 0) : loan.instalment + recurringCharges(loan.terms),
    lastDueOn: last?.dueOn ?? on,
  };
}

const costOf = ({ schedule }: RepaymentPlan): Paise =>
  sumPaise(schedule.map(({ interest, charges }) => interest + charges));
