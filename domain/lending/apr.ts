/**
 * Annual percentage rate: twelve times the monthly internal rate of return of a loan's payments. It is found among
 * whole steps of a ten-thousandth of a percent by exact arithmetic, so that it never depends on a float.
 */
import type { Exact } from '../values/money.ts';

/** Steps of one percent; rates are rounded half up to four decimals. */
const stepsPerPercent = 10_000n;
/** Searched with one decimal more than is answered, to round by. */
const searched = 10n;
const perMonth = 12n * 100n * stepsPerPercent * searched;
/** The upper end of the search. */
const highestPercent = 100_000n;

const oneMonth: Exact = { n: 1n, d: 1n };

/**
 * Returns the nominal yearly rate of a loan as decimal percent text, such as '18.8100'.
 * @param received The amount lent less the payments on that day. Whole rupees, or whole paise if the payments are in
 *   paise.
 * @param payments Paid at the end of the first period, a month after that, two months after that and so on.
 * @param firstPeriod Months from the start to the first payment. Interest during this period is simple.
 * @returns null if nothing is lent, less is paid back than was received, or the rate is beyond 100,000 %.
 */
export function annualPercentageRate(
  received: number,
  payments: readonly number[],
  firstPeriod: Exact = oneMonth,
): string | null {
  const lent = BigInt(received);
  // Multiplying all amounts by these powers avoids divisions and rounding.
  let scale = firstPeriod.d;
  const scaledPayments = payments.map((payment) => BigInt(payment) * (scale *= perMonth));
  const isRepaidAt = (rate: bigint): boolean => {
    const firstGrowth = perMonth * firstPeriod.d + rate * firstPeriod.n;
    const growth = perMonth + rate;
    const left = scaledPayments.reduce(
      (owed, payment, index) => owed * (index === 0 ? firstGrowth : growth) - payment,
      lent,
    );
    return left <= 0n;
  };
  let low = 0n;
  let high = highestPercent * stepsPerPercent * searched;
  if (lent <= 0n || !isRepaidAt(low) || isRepaidAt(high)) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isRepaidAt(middle)) low = middle;
    else high = middle;
  }
  const steps = (low + searched / 2n) / searched;
  return `${steps / stepsPerPercent}.${String(steps % stepsPerPercent).padStart(4, '0')}`;
}
