/** Checks whether the terms that a lender sends can be calculated with, and may be offered at all. */
import { type IsoDate, isDate, monthsAfter, workingDaysAfter } from '../values/dates.ts';
import { limits } from '../values/limits.ts';
import { add, exact, subtract } from '../values/money.ts';
import { amountOf } from './charges.ts';
import { aprOf, figuresOf, flowsOf } from './figures.ts';
import { brokenPeriodDays, scheduleOf } from './schedule.ts';
import type { Amount, LoanTerms, Paise } from './terms.ts';

/** The member of the terms that breaks a rule. */
export type InvalidTerm = keyof LoanTerms;

/** The ranges in which the arithmetic is exact and rounding leaves a small last instalment: paise, days, months, percents. */
const bounds = {
  sanctionedAmount: { least: 100_000, most: limits.amountMax * 100 },
  tenureMonths: { least: 1, most: 60 },
  percentMost: 60,
  brokenPeriodDaysMost: 92,
  graceDaysMost: 60,
  coolingOffDays: { least: 1, most: 60 },
  validityWorkingDays: 3,
};

type Rule = (terms: LoanTerms) => boolean;

const rules: Partial<Record<InvalidTerm, Rule>> = {
  sanctionedAmount: ({ sanctionedAmount }) => isWhole(sanctionedAmount, bounds.sanctionedAmount),
  tenureMonths: ({ tenureMonths }) => isWhole(tenureMonths, bounds.tenureMonths),
  interest: ({ interest }) => isPercent(interest.rate),
  rateType: ({ rateType, benchmark }) => (rateType === 'fixed') === (benchmark === undefined),
  benchmark: ({ benchmark, interest }) =>
    !benchmark ||
    (isPercent(benchmark.rate) &&
      isPercent(benchmark.spread) &&
      isWhole(benchmark.resetMonths, bounds.tenureMonths) &&
      interest.kind === 'reducing' &&
      isPercent(interest.rate) &&
      subtract(add(exact(benchmark.rate), exact(benchmark.spread)), exact(interest.rate)).n === 0n),
  disbursalOn: ({ disbursalOn }) => isDate(disbursalOn),
  // The days of a staged disbursal's parts are unknown, so it has neither a schedule nor an APR.
  disbursalKind: ({ disbursalKind }) => disbursalKind === 'at_once',
  firstDueOn: ({ disbursalOn, firstDueOn }) =>
    isDate(disbursalOn) &&
    isDate(firstDueOn) &&
    firstDueOn >= monthsAfter(disbursalOn, 1) &&
    brokenPeriodDays({ disbursalOn, firstDueOn }) <= bounds.brokenPeriodDaysMost,
  advanceInstalments: ({ advanceInstalments, tenureMonths }) =>
    isWhole(advanceInstalments, { least: 0, most: tenureMonths - 1 }),
  charges: ({ charges }) =>
    charges.every(
      ({ label, amount, gstPercent }) => /\S/.test(label) && isAmount(amount) && isPercent(gstPercent),
    ),
  contingentCharges: ({ contingentCharges }) =>
    contingentCharges.filter(({ kind }) => kind === 'late_payment').length <= 1 &&
    contingentCharges.every(
      ({ kind, amount, graceDays }) =>
        // Foreclosure costs nothing (section 9).
        (amount === undefined || (kind !== 'foreclosure' && isAmount(amount))) &&
        isWhole(graceDays ?? 0, { least: 0, most: bounds.graceDaysMost }),
    ),
  coolingOffDays: ({ coolingOffDays }) => isWhole(coolingOffDays, bounds.coolingOffDays),
  apr: ({ apr }) => isDecimal(apr),
  instalment: ({ instalment }) => isWhole(instalment, { least: 1, most: bounds.sanctionedAmount.most }),
};

/**
 * Returns the members of the terms that break a rule; terms without problems can be calculated with. `compareTerms`
 * checks the lender's APR and instalment.
 */
export function termsProblems(terms: LoanTerms): InvalidTerm[] {
  const broken = (Object.keys(rules) as InvalidTerm[]).filter((member) => !rules[member]?.(terms));
  if (broken.length > 0) return broken;
  const schedule = scheduleOf(terms);
  // Rounding many instalments of a small loan can exceed the last one.
  if (terms.instalmentRounding === 'rupee' && schedule.some(({ principal }) => principal <= 0))
    return ['instalmentRounding'];
  return aprOf(terms, flowsOf(terms, schedule)) === null ? ['charges'] : [];
}

/** Says whether a schedule and an APR follow from the terms, even if they break a rule: a loan that was paid out has them. */
export function isCalculable(terms: LoanTerms): boolean {
  if (terms.advanceInstalments >= terms.tenureMonths) return false;
  try {
    figuresOf(terms);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The highest usual charge for paying late: an amount, or a part of an instalment where that is more. */
export type LateChargeBound = { paise: Paise; percent: number };

/** The yearly percentage above which staff check the terms. */
const usualAprMost = 60;

/**
 * Says what of terms that can be calculated with is so dear that staff are to look at it.
 * @param instalment the equal one, without charges
 */
export function unusualTerms(
  terms: LoanTerms,
  { apr, instalment }: { apr: string; instalment: Paise },
  bound: LateChargeBound,
): { isAprUnusual: boolean; lateCharge: { charge: Paise; most: Paise } | null } {
  const amount = terms.contingentCharges.find(({ kind }) => kind === 'late_payment')?.amount;
  const charge = amount ? amountOf(amount, instalment) : 0;
  const most = Math.max(bound.paise, amountOf({ percent: String(bound.percent) }, instalment));
  return {
    isAprUnusual: Number(apr) > usualAprMost,
    lateCharge: charge > most ? { charge, most } : null,
  };
}

/** Returns the first day that an offer may end on: it is valid for at least three working days after it has come. */
export const earliestValidUntil = (receivedOn: IsoDate, holidays: readonly IsoDate[] = []): IsoDate =>
  workingDaysAfter(receivedOn, bounds.validityWorkingDays, holidays);

const isWhole = (value: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

const isDecimal = (text: string): boolean => /^\d{1,6}(\.\d{1,6})?$/.test(text);

/** Accepts 0 to the highest percent; a rate with more than six decimals is refused. */
const isPercent = (text: string): boolean =>
  isDecimal(text) && subtract(exact(bounds.percentMost), exact(text)).n >= 0n;

const isAmount = (amount: Amount): boolean =>
  'paise' in amount
    ? isWhole(amount.paise, { least: 0, most: bounds.sanctionedAmount.most })
    : isPercent(amount.percent);
