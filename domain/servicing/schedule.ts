/**
 * The repayment schedule of a loan: its instalments with their due dates, each split into principal and interest (Annex
 * C of the key facts statement). Decision 87 has the calculation and rounding of interest.
 */
import { addDays, daysBetween, type IsoDate, monthsAfter } from '../values/dates.ts';
import { divide, type Exact, exact, multiply, percentOf, roundHalfUp } from '../values/money.ts';
import { recurringCharges } from './charges.ts';
import type { LoanTerms, Paise } from './terms.ts';

export type ScheduleRow = {
  /** The number of the instalment, from 1. */
  number: number;
  dueOn: IsoDate;
  /** The principal before this instalment. */
  outstanding: Paise;
  principal: Paise;
  interest: Paise;
  /** Principal and interest. */
  instalment: Paise;
  /** Recurring charges, which are paid on top. */
  charges: Paise;
  /** The payment that the row stands for, where it is a part-prepayment; its number counts these alone. */
  prepaymentId?: string;
};

type Part = Pick<ScheduleRow, 'principal' | 'interest'>;

const month: Exact = { n: 1n, d: 1n };
const daysPerYear = 365;

/**
 * Returns all instalments, in order. Instalments paid in advance come first and are due on the day of the disbursal.
 * @throws RangeError for terms with problems, see `termsProblems`.
 */
export function scheduleOf(terms: LoanTerms): ScheduleRow[] {
  const parts = terms.interest.kind === 'reducing' ? reducingParts(terms) : flatParts(terms);
  const charges = recurringCharges(terms);
  let outstanding = terms.sanctionedAmount;
  return parts.map(({ principal, interest }, index) => {
    const months = index - terms.advanceInstalments;
    const row: ScheduleRow = {
      number: index + 1,
      dueOn: months < 0 ? terms.disbursalOn : monthsAfter(terms.firstDueOn, months),
      outstanding,
      principal,
      interest,
      instalment: principal + interest,
      charges: months < 0 ? 0 : charges,
    };
    outstanding -= principal;
    return row;
  });
}

/**
 * Returns the amount of an instalment. The last one differs by the rounding, and the first one after the disbursal has
 * the interest of a broken period.
 */
export const instalmentOf = (terms: LoanTerms): Paise => roundInstalment(terms, exactInstalmentOf(terms));

/** Returns the most that is debited on one day: the largest instalment with its charges. */
export const largestDebit = (terms: LoanTerms): Paise =>
  Math.max(...scheduleOf(terms).map(({ instalment, charges }) => instalment + charges));

export function roundInstalment(terms: LoanTerms, instalment: Exact): Paise {
  const paise = terms.instalmentRounding === 'rupee' ? 100 : 1;
  return roundHalfUp(divide(instalment, exact(paise))) * paise;
}

function exactInstalmentOf(terms: LoanTerms): Exact {
  const { interest, sanctionedAmount, tenureMonths, advanceInstalments } = terms;
  if (interest.kind !== 'reducing')
    return divide(exact(sanctionedAmount + flatInterest(terms)), exact(tenureMonths));
  const rate = exact(interest.rate);
  if (rate.n === 0n) return divide(exact(sanctionedAmount), exact(tenureMonths));
  // Principal = instalment × (advance + (1 − (unit / (unit + rate)) ^ months) / (rate / unit)), without a division.
  const unit = 1200n * rate.d;
  const months = BigInt(tenureMonths - advanceInstalments);
  const grown = (unit + rate.n) ** months;
  return {
    n: BigInt(sanctionedAmount) * rate.n * grown,
    d: BigInt(advanceInstalments) * rate.n * grown + (grown - unit ** months) * unit,
  };
}

/** Months from the disbursal to the first instalment after it; a day beyond the first month is 12/365 of one. */
export const firstPeriodOf = (terms: LoanTerms): Exact => ({
  n: BigInt(daysPerYear + 12 * brokenPeriodDays(terms)),
  d: BigInt(daysPerYear),
});

/**
 * The terms with the disbursal on another day than planned. The first due date stays as many days behind the month after
 * the disbursal as it was, so that dates alone change, and neither an amount nor the APR does.
 */
export const withDisbursalOn = (terms: LoanTerms, disbursalOn: IsoDate): LoanTerms => ({
  ...terms,
  disbursalOn,
  firstDueOn: addDays(monthsAfter(disbursalOn, 1), brokenPeriodDays(terms)),
});

/** Returns the days of the broken period: from a month after the disbursal to the first due date. */
export const brokenPeriodDays = (terms: Pick<LoanTerms, 'disbursalOn' | 'firstDueOn'>): number =>
  daysBetween(monthsAfter(terms.disbursalOn, 1), terms.firstDueOn);

function reducingParts(terms: LoanTerms): Part[] {
  const { advanceInstalments, tenureMonths, interest } = terms;
  const instalment = instalmentOf(terms);
  const rate = exact(interest.rate);
  let outstanding = terms.sanctionedAmount;
  return Array.from({ length: tenureMonths }, (_, index) => {
    const before = outstanding;
    const isAdvance = index < advanceInstalments;
    const monthly = isAdvance ? 0 : yearlyInterest(before, rate, month);
    const principal = index === tenureMonths - 1 ? before : instalment - monthly;
    outstanding -= principal;
    const isFirst = index === advanceInstalments;
    return {
      principal,
      interest: isFirst ? yearlyInterest(before, rate, firstPeriodOf(terms)) : monthly,
    };
  });
}

function flatParts(terms: LoanTerms): Part[] {
  const { sanctionedAmount, tenureMonths, advanceInstalments } = terms;
  const total = flatInterest(terms);
  const interest = (total - (total % tenureMonths)) / tenureMonths;
  const principal = instalmentOf(terms) - interest;
  const others = tenureMonths - 1;
  const broken = brokenPeriodInterest(terms);
  return Array.from({ length: tenureMonths }, (_, index) => {
    const isLast = index === others;
    const own = isLast ? total - others * interest : interest;
    return {
      principal: isLast ? sanctionedAmount - others * principal : principal,
      interest: own + (index === advanceInstalments ? broken : 0),
    };
  });
}

/** Returns the interest of a flat rate for the tenure, without that of a broken period. */
function flatInterest({ interest, sanctionedAmount, tenureMonths }: LoanTerms): Paise {
  return interest.kind === 'flat_total'
    ? roundHalfUp(percentOf(exact(sanctionedAmount), interest.rate))
    : yearlyInterest(sanctionedAmount, exact(interest.rate), exact(tenureMonths));
}

/** A rate for the whole term is for a broken period too. */
const brokenPeriodInterest = (terms: LoanTerms): Paise =>
  terms.interest.kind === 'flat_yearly'
    ? yearlyInterest(terms.sanctionedAmount, exact(terms.interest.rate), {
        n: BigInt(12 * brokenPeriodDays(terms)),
        d: BigInt(daysPerYear),
      })
    : 0;

/** Returns the interest of a month, to the nearest paisa. */
export const monthlyInterest = (amount: Paise, rate: string): Paise =>
  yearlyInterest(amount, exact(rate), month);

/** Simple interest for so many months at a yearly rate in percent, to the nearest paisa. */
const yearlyInterest = (amount: Paise, rate: Exact, months: Exact): Paise =>
  roundHalfUp(divide(multiply(multiply(exact(amount), rate), months), exact(1200)));
