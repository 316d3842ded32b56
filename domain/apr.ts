/**
 * Annual percentage rate: twelve times the monthly internal rate of return of a loan's payments. It is found among
 * whole steps of a ten-thousandth of a percent by exact arithmetic, so that it never depends on a float.
 */

/** Steps of one percent; rates are rounded half up to four decimals. */
const stepsPerPercent = 10_000n;
/** Searched with one decimal more than is answered, to round by. */
const searched = 10n;
const perMonth = 12n * 100n * stepsPerPercent * searched;
/** Where the search ends. */
const highestPercent = 100_000n;

/** Whether the payments, discounted at `rate` / `perMonth` a month, are worth at least what was received. */
function coversAt(rate: bigint, received: bigint, payments: readonly bigint[]): boolean {
  const growth = perMonth + rate;
  let discount = 1n;
  let worth = 0n;
  let owed = received;
  // Both sides are multiplied by growth once a month, so that nothing is divided and nothing rounded.
  for (const payment of payments) {
    discount *= perMonth;
    worth = worth * growth + payment * discount;
    owed *= growth;
  }
  return worth >= owed;
}

/**
 * The nominal yearly rate of a loan as decimal percent text, such as '18.8100'.
 * @param received Whole rupees that the borrower has at the start: what is lent, less what is paid on that day.
 * @param payments Whole rupees paid one month, two months and so on after the start.
 * @returns null where nothing is lent, less is paid back than was received, or the rate is beyond 100,000 %.
 */
export function annualPercentageRate(received: number, payments: readonly number[]): string | null {
  const flows = payments.map(BigInt);
  const lent = BigInt(received);
  let low = 0n;
  let high = highestPercent * stepsPerPercent * searched;
  if (lent <= 0n || !coversAt(low, lent, flows) || coversAt(high, lent, flows)) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (coversAt(middle, lent, flows)) low = middle;
    else high = middle;
  }
  const steps = (low + searched / 2n) / searched;
  return `${steps / stepsPerPercent}.${String(steps % stepsPerPercent).padStart(4, '0')}`;
}
