/**
 * A loan's schedule, APR and foreclosure calculated in another way than domain/servicing/ does it, for comparison: by
 * decimals of sixty digits and not by fractions, the instalment from what two trial instalments leave and not by a
 * formula, the APR by Newton's method and not by a search, time by walking through the calendar day by day.
 */
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import type { CountedPayment } from '../../domain/servicing/invoices.ts';

/** A decimal, times 10 ^ 60. */
type Decimal = bigint;

const one: Decimal = 10n ** 60n;
/** Sums of decimals that are cut off stay this near to what they stand for: a half that is meant counts as a half. */
const cutOff: Decimal = 10n ** 20n;

const decimal = (text: string | number): Decimal => {
  const [whole = '', decimals = ''] = String(text).split('.');
  return BigInt(whole + decimals.padEnd(60, '0'));
};
const times = (a: Decimal, b: Decimal): Decimal => (a * b) / one;
const over = (a: Decimal, b: Decimal): Decimal => (a * one) / b;
const nearest = (a: Decimal): number => Number((a + one / 2n + cutOff) / one);

type Day = { year: number; month: number; day: number };

export type ReferenceRow = {
  number: number;
  dueOn: string;
  outstanding: number;
  principal: number;
  interest: number;
  instalment: number;
  /** The interest within the equal instalment: without that of a broken period. */
  within?: number;
  /** The payment of a part-prepayment. */
  prepaidBy?: string;
};

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const lengthOf = ({ year, month }: Day): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthDays[month - 1] ?? 0);

const dayOf = (text: string): Day => ({
  year: Number(text.slice(0, 4)),
  month: Number(text.slice(5, 7)),
  day: Number(text.slice(8)),
});

const textOf = ({ year, month, day }: Day): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function tomorrow({ year, month, day }: Day): Day {
  if (day < 28 || day < lengthOf({ year, month, day })) return { year, month, day: day + 1 };
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 };
}

const isSame = (one: Day, other: Day): boolean =>
  one.day === other.day && one.month === other.month && one.year === other.year;

/** Returns whether a day is the monthly one: its number in the month, or the last of a shorter month. */
const isMonthly = (day: Day, number: number): boolean =>
  day.day === number || (day.day > 27 && day.day < number && day.day === lengthOf(day));

/** The next days that are the monthly ones of `from`, beginning after it. */
function monthlyDays(from: string, count: number): string[] {
  const found: string[] = [];
  const number = dayOf(from).day;
  for (let day = tomorrow(dayOf(from)); found.length < count; day = tomorrow(day))
    if (isMonthly(day, number)) found.push(textOf(day));
  return found;
}

/** Days from one day to a later one, counted. */
export function countDays(from: string, to: string): number {
  let days = 0;
  const last = dayOf(to);
  for (let day = dayOf(from); !isSame(day, last); day = tomorrow(day)) days += 1;
  return days;
}

/** The days from one to another, both included. */
export function eachDay(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = dayOf(from); textOf(day) <= to; day = tomorrow(day)) days.push(textOf(day));
  return days;
}

export function laterDay(from: string, days: number): string {
  let day = dayOf(from);
  for (let passed = 0; passed < days; passed += 1) day = tomorrow(day);
  return textOf(day);
}

/** Takes a percentage of an amount, to the nearest paisa. */
export const percentOfPaise = (paise: number, percent: string): number =>
  nearest(over(times(decimal(paise), decimal(percent)), decimal(100)));

/** The length of the first period in years of interest: a month, and a 365th for each day beyond it. */
function firstPeriodYears({ disbursalOn, firstDueOn }: LoanTerms): Decimal {
  const [monthLater = ''] = monthlyDays(disbursalOn, 1);
  return over(one, decimal(12)) + BigInt(countDays(monthLater, firstDueOn)) * over(one, decimal(365));
}

export function referenceSchedule(terms: LoanTerms): ReferenceRow[] {
  const months = terms.tenureMonths - terms.advanceInstalments;
  const days = [
    ...Array.from({ length: terms.advanceInstalments }, () => terms.disbursalOn),
    terms.firstDueOn,
    ...monthlyDays(terms.firstDueOn, months - 1),
  ];
  const parts = terms.interest.kind === 'reducing' ? reducing(terms, months) : flat(terms);
  return parts.map(([outstanding, principal, interest, within], index) => ({
    within,
    number: index + 1,
    dueOn: days[index] ?? '',
    outstanding,
    principal,
    interest,
    instalment: principal + interest,
  }));
}

/** An instalment as the lender rounds it. */
const rounded = ({ instalmentRounding }: LoanTerms, instalment: Decimal): number =>
  instalmentRounding === 'rupee' ? nearest(instalment / 100n) * 100 : nearest(instalment);

type Part = [outstanding: number, principal: number, interest: number, within: number];

/** Finds the instalment that repays a principal in so many months, behind some that are paid in advance. */
function equalInstalment(terms: LoanTerms, principal: number, months: number, advance: number): number {
  const monthly = over(over(decimal(terms.interest.rate), decimal(100)), decimal(12));
  /** Returns the rest of the loan after the last instalment, if each of them were `instalment`. */
  const leftAfter = (instalment: Decimal): Decimal => {
    let left = decimal(principal) - BigInt(advance) * instalment;
    for (let month = 0; month < months; month += 1) left += times(left, monthly) - instalment;
    return left;
  };
  // The rest falls linearly as the instalment grows: two trials give the point at which it is 0.
  const [without, withOneRupee] = [leftAfter(0n), leftAfter(decimal(100))];
  return rounded(terms, over(times(without, decimal(100)), without - withOneRupee));
}

/**
 * Returns the rows of a loan after its part-prepayments: each is a row on its day, with the interest of the days before
 * it; the later rows are computed month by month.
 * @param prepayments by day
 */
export function referencePrepaid(terms: LoanTerms, prepayments: readonly CountedPayment[]): ReferenceRow[] {
  let rows = referenceSchedule(terms);
  const months = terms.tenureMonths - terms.advanceInstalments;
  let equal =
    terms.interest.kind === 'reducing'
      ? equalInstalment(terms, terms.sanctionedAmount, months, terms.advanceInstalments)
      : (rows[0]?.principal ?? 0) + (rows[0]?.within ?? 0);
  for (const { id, on, amount, refunded, purpose } of prepayments) {
    const index = rows.findIndex(({ dueOn }) => dueOn > on);
    const next = rows[index];
    if (!next || amount === refunded) continue;
    const later = rows.slice(index);
    const { interest: accrued, principal: owed } = referenceForeclosure(terms, rows, on);
    const interest = Math.min(accrued, amount - refunded);
    const principal = Math.min(amount - refunded - interest, owed);
    const left = owed - principal;
    const shrunk = (value: number) => over(times(decimal(value), decimal(left)), decimal(owed));
    const number = rows.filter((row) => row.dueOn <= on && row.prepaidBy !== undefined).length + 1;
    const row = { number, dueOn: on, outstanding: owed, principal, interest, within: 0, prepaidBy: id };
    if (purpose === 'prepay_smaller' && left > 0) {
      const flatTotal = shrunk(later.reduce((sum, { within }) => sum + (within ?? 0), 0));
      equal =
        terms.interest.kind === 'reducing'
          ? equalInstalment(terms, left, later.length, 0)
          : rounded(terms, over(decimal(left) + flatTotal, decimal(later.length)));
    }
    const since = rows[index - 1]?.dueOn ?? terms.disbursalOn;
    const period = countDays(since, next.dueOn);
    const nextInterest =
      nearest(over(times(shrunk(next.interest), decimal(countDays(on, next.dueOn))), decimal(period))) +
      (accrued - interest);
    const rest: ReferenceRow[] = [];
    let outstanding = left;
    for (const old of later) {
      if (outstanding <= 0) break;
      const monthly =
        terms.interest.kind === 'reducing'
          ? nearest(over(times(decimal(outstanding), decimal(terms.interest.rate)), decimal(1200)))
          : nearest(shrunk(old.within ?? 0));
      const borne = old === next ? nextInterest : monthly;
      const within = Math.min(borne, monthly);
      const repaid = old === later.at(-1) ? outstanding : Math.min(outstanding, equal - within);
      const inside = outstanding === repaid ? borne : within;
      rest.push({
        ...{ number: old.number, dueOn: old.dueOn, outstanding, principal: repaid, interest: borne },
        ...{ instalment: repaid + borne, within: inside },
      });
      outstanding -= repaid;
    }
    rows = [...rows.slice(0, index), { ...row, instalment: principal + interest }, ...rest];
  }
  return rows;
}

function reducing(terms: LoanTerms, months: number): Part[] {
  const yearly = over(decimal(terms.interest.rate), decimal(100));
  const monthly = over(yearly, decimal(12));
  const instalment = equalInstalment(terms, terms.sanctionedAmount, months, terms.advanceInstalments);
  const parts: Part[] = [];
  let outstanding = terms.sanctionedAmount;
  for (let number = 1; number <= terms.tenureMonths; number += 1) {
    const monthsPassed = number - terms.advanceInstalments;
    const regular = monthsPassed > 0 ? nearest(times(decimal(outstanding), monthly)) : 0;
    const principal = number === terms.tenureMonths ? outstanding : instalment - regular;
    const interest =
      monthsPassed === 1
        ? nearest(times(times(decimal(outstanding), yearly), firstPeriodYears(terms)))
        : regular;
    parts.push([outstanding, principal, interest, regular]);
    outstanding -= principal;
  }
  return parts;
}

function flat(terms: LoanTerms): Part[] {
  const rate = over(decimal(terms.interest.rate), decimal(100));
  const once = times(decimal(terms.sanctionedAmount), rate);
  const isYearly = terms.interest.kind === 'flat_yearly';
  let growing = isYearly ? 0n : once;
  if (isYearly) for (let month = 0; month < terms.tenureMonths; month += 1) growing += once / 12n;
  let interestLeft = nearest(growing);
  let principalLeft = terms.sanctionedAmount;
  const instalment = rounded(terms, over(decimal(principalLeft + interestLeft), decimal(terms.tenureMonths)));
  const share = Number(BigInt(interestLeft) / BigInt(terms.tenureMonths));
  const broken = isYearly ? nearest(times(once, firstPeriodYears(terms) - over(one, decimal(12)))) : 0;
  return Array.from({ length: terms.tenureMonths }, (_, index): Part => {
    const isLast = index === terms.tenureMonths - 1;
    const outstanding = principalLeft;
    const principal = isLast ? principalLeft : instalment - share;
    const interest = isLast ? interestLeft : share;
    principalLeft -= principal;
    interestLeft -= interest;
    return [outstanding, principal, interest + (index === terms.advanceInstalments ? broken : 0), interest];
  });
}

/** Returns the value of payments at the start at a monthly rate, and its slope as the rate grows. */
function worthAt(monthly: Decimal, payments: readonly number[], firstMonths: Decimal) {
  const laterDiscount = over(one, one + monthly);
  let discount = over(one, one + times(monthly, firstMonths));
  let fall = times(firstMonths, discount);
  let worth = 0n;
  let slope = 0n;
  for (const payment of payments) {
    const part = BigInt(payment) * discount;
    worth += part;
    slope += times(part, fall);
    discount = times(discount, laterDiscount);
    fall += laterDiscount;
  }
  return { worth, slope };
}

const firstMonths = (terms: LoanTerms): Decimal => 12n * firstPeriodYears(terms);

/** The APR with four decimals; the worth of the payments falls ever more slowly, so that no step leads too far. */
export function referenceApr(terms: LoanTerms, received: number, payments: readonly number[]): string {
  const first = firstMonths(terms);
  let monthly = 0n;
  for (let step = one; step > 10n ** 30n;) {
    const { worth, slope } = worthAt(monthly, payments, first);
    step = over(worth - decimal(received), slope);
    monthly += step;
  }
  const steps = String(nearest(monthly * 1200n * 10_000n)).padStart(5, '0');
  return `${steps.slice(0, -4)}.${steps.slice(-4)}`;
}

/** Returns the value of the payments at the start at an APR, in paise, cut off. */
export const referenceWorth = (terms: LoanTerms, apr: string, payments: readonly number[]): number =>
  Number(worthAt(decimal(apr) / 1200n, payments, firstMonths(terms)).worth / one);

/** Principal and interest that repay a loan on a day: the interest of the running period grows evenly from day to day. */
export function referenceForeclosure(
  terms: LoanTerms,
  rows: readonly ReferenceRow[],
  on: string,
): { principal: number; interest: number } {
  const index = rows.findIndex(({ dueOn }) => dueOn > on);
  const next = rows[index];
  if (!next) return { principal: 0, interest: 0 };
  const since = rows[index - 1]?.dueOn ?? terms.disbursalOn;
  const perDay = over(decimal(next.interest), decimal(countDays(since, next.dueOn)));
  let interest = 0n;
  const last = dayOf(on);
  for (let day = dayOf(since); !isSame(day, last); day = tomorrow(day)) interest += perDay;
  return { principal: next.outstanding, interest: nearest(interest) };
}
