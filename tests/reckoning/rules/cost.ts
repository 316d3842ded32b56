/** The cost of a loan: what is had at the start, and the APR (specification, section 9). */
import type { Agreed } from './agreed.ts';
import { percentOf, Rational } from './rational.ts';
import { chargeOf, chargesTaken, type Plan, sumOf } from './schedule.ts';

export type Cost = {
  paidOut: bigint;
  /** Paid before the disbursal: advance instalments and charges. */
  before: bigint;
  /** The principal and interest of the advance instalments. */
  advance: bigint;
  /** The amount that the borrower has at the start: the sum less all that is paid by then. */
  had: bigint;
  apr: string;
  totalInterest: bigint;
  keptFee: bigint;
};

export function costOf(agreed: Agreed, { rows }: Plan): Cost {
  const advanceRows = rows.slice(0, agreed.advance);
  const advance = sumOf(advanceRows.map(({ principal, interest }) => principal + interest));
  const before = advance + chargesTaken(agreed, 'up_front');
  const paidOut = agreed.sum - chargesTaken(agreed, 'deducted');
  const had = paidOut - before;
  const later = rows.slice(agreed.advance);
  const payments = later.map(({ principal, interest, charges }) => principal + interest + charges);
  const own = agreed.charges.filter(
    ({ isProcessingFee, taken }) => isProcessingFee && taken !== 'with_instalments',
  );
  return {
    ...{ paidOut, before, advance, had },
    apr: aprOf(agreed, had, payments),
    totalInterest: sumOf(rows.map(({ interest }) => interest)),
    keptFee: agreed.keepsFee ? sumOf(own.map((one) => chargeOf(agreed, one))) : 0n,
  };
}

/**
 * Guesses the rate with binary numbers, and then proves it: at the lower end of its ten-thousandth the payments are
 * worth no less than what is had, at the upper end less.
 */
function aprOf({ brokenDays }: Agreed, had: bigint, payments: readonly bigint[]): string {
  let steps = BigInt(Math.round(guess(Number(had), payments.map(Number), brokenDays) * 10_000));
  const first = Rational.of(1).plus(Rational.of(12 * brokenDays, 365));
  /** @param halves half ten-thousandths of a percent a year */
  const isWorthIt = (halves: bigint): boolean => {
    const monthly = Rational.of(halves, 2n * 10_000n * 1200n);
    const growth = Rational.of(1).plus(monthly);
    let worth = Rational.of(0);
    for (const payment of payments.slice(1).reverse()) worth = worth.plus(Rational.of(payment)).over(growth);
    worth = worth.plus(Rational.of(payments[0] ?? 0n)).over(Rational.of(1).plus(monthly.times(first)));
    return !worth.isBelow(Rational.of(had));
  };
  while (!isWorthIt(2n * steps - 1n)) steps -= 1n;
  while (isWorthIt(2n * steps + 1n)) steps += 1n;
  const digits = String(steps).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Returns a rate in percent, near to the right one. */
function guess(had: number, payments: readonly number[], brokenDays: number): number {
  const first = 1 + (12 * brokenDays) / 365;
  const worthAt = (monthly: number) =>
    payments.reduce(
      (sum, payment, index) => sum + payment / (1 + monthly * first) / (1 + monthly) ** index,
      0,
    );
  let [low, high] = [0, 1];
  while (worthAt(high) > had) high *= 2;
  for (let round = 0; round < 80; round += 1) {
    const middle = (low + high) / 2;
    if (worthAt(middle) > had) low = middle;
    else high = middle;
  }
  return low * 1200;
}

/** Returns the interest of leaving in the cooling-off period: the APR by 365ths, on what the borrower has had. */
export const exitInterest = ({ had, apr }: Cost, days: number): bigint =>
  percentOf(had, apr).times(Rational.of(days, 365)).halfUp();
