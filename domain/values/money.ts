/**
 * Exact money (decision 9): rupees as fractions of whole numbers, so that no amount is ever a binary float.
 * Rounding up happens once, in `ceilRupees`, when an amount is shown or sent.
 */

/** The fraction n / d, with d above 0. Rupees, percents and months alike. */
export interface Exact {
  readonly n: bigint;
  readonly d: bigint;
}

/**
 * Returns the exact value of a whole number or decimal text such as '1.1'.
 * @throws RangeError for anything else: a float, exponents, empty text.
 */
export function exact(value: number | string): Exact {
  const [, sign = '', whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new RangeError(`Not an exact number: ${value}`);
  return { n: BigInt(sign + whole + decimals), d: 10n ** BigInt(decimals.length) };
}

export const add = (a: Exact, b: Exact): Exact => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

export const subtract = (a: Exact, b: Exact): Exact => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });

export const multiply = (a: Exact, b: Exact): Exact => ({ n: a.n * b.n, d: a.d * b.d });

/** @throws RangeError when `b` is 0. */
export function divide(a: Exact, b: Exact): Exact {
  if (b.n === 0n) throw new RangeError('Divided by zero');
  return b.n < 0n ? { n: -a.n * b.d, d: -a.d * b.n } : { n: a.n * b.d, d: a.d * b.n };
}

/** `percent` percent of `amount`; percents are decimal text: percentOf(exact(30000), '1.1') is 330. */
export const percentOf = (amount: Exact, percent: string): Exact =>
  divide(multiply(amount, exact(percent)), exact(100));

/** Whole rupees, rounded up. @throws RangeError beyond what a JSON number holds exactly. */
export function ceilRupees({ n, d }: Exact): number {
  const rupees = Number(n / d + (n % d > 0n ? 1n : 0n));
  if (!Number.isSafeInteger(rupees)) throw new RangeError('An amount beyond whole numbers');
  return rupees;
}

/** Whole rupees of paise, rounded up. */
export const rupeesOfPaise = (paise: number): number => ceilRupees({ n: BigInt(paise), d: 100n });

/** Rounds an amount from 0 on, halves up. @throws RangeError beyond what a JSON number holds exactly. */
export function roundHalfUp({ n, d }: Exact): number {
  const whole = Number((2n * n + d) / (2n * d));
  if (!Number.isSafeInteger(whole)) throw new RangeError('An amount beyond whole numbers');
  return whole;
}
