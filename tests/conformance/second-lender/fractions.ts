/** Exact fractions, so that an amount is rounded once and not before. Amounts are not negative. */
export type Fraction = { above: bigint; below: bigint };

export const fraction = (above: bigint | number, below: bigint | number = 1n): Fraction => ({
  above: BigInt(above),
  below: BigInt(below),
});

/** Reads decimal text such as `8.5`. */
export function decimal(text: string): Fraction {
  const [whole = '0', part = ''] = text.split('.');
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

export const times = (...factors: Fraction[]): Fraction =>
  factors.reduce((product, { above, below }) => ({
    above: product.above * above,
    below: product.below * below,
  }));

export const over = (one: Fraction, other: Fraction): Fraction => ({
  above: one.above * other.below,
  below: one.below * other.above,
});

export const plus = (one: Fraction, other: Fraction): Fraction => ({
  above: one.above * other.below + other.above * one.below,
  below: one.below * other.below,
});

export const minus = (one: Fraction, other: Fraction): Fraction =>
  plus(one, { above: -other.above, below: other.below });

export const power = ({ above, below }: Fraction, exponent: number): Fraction => ({
  above: above ** BigInt(exponent),
  below: below ** BigInt(exponent),
});

/** Rounds to a whole number, halves up. */
export const rounded = ({ above, below }: Fraction): number => Number((2n * above + below) / (2n * below));
