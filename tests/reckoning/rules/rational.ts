/** Exact fractions of whole numbers. Nothing is rounded but by `halfUp` and `down`. */
export class Rational {
  private constructor(
    private readonly top: bigint,
    private readonly bottom: bigint,
  ) {}

  static of(top: bigint | number, bottom: bigint | number = 1n): Rational {
    const [above, below] = [BigInt(top), BigInt(bottom)];
    if (below === 0n) throw new RangeError('A fraction without a denominator');
    return below < 0n ? new Rational(-above, -below) : new Rational(above, below);
  }

  /** Reads decimal text such as '12.125'. */
  static parse(text: string): Rational {
    const point = text.indexOf('.');
    if (point < 0) return Rational.of(BigInt(text));
    const decimals = text.length - point - 1;
    return Rational.of(BigInt(text.replace('.', '')), 10n ** BigInt(decimals));
  }

  plus(other: Rational): Rational {
    if (this.bottom === other.bottom) return new Rational(this.top + other.top, this.bottom);
    return new Rational(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.top, other.bottom));
  }

  times(other: Rational): Rational {
    return new Rational(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Rational): Rational {
    return Rational.of(this.top * other.bottom, this.bottom * other.top);
  }

  isBelow(other: Rational): boolean {
    return this.top * other.bottom < other.top * this.bottom;
  }

  /** Returns the largest whole number that is not above it. */
  down(): bigint {
    const cut = this.top / this.bottom;
    return this.top < 0n && cut * this.bottom !== this.top ? cut - 1n : cut;
  }

  /** Returns the nearest whole number, and the upper one of two that are equally near. */
  halfUp(): bigint {
    return this.plus(new Rational(1n, 2n)).down();
  }
}

export const percentOf = (amount: bigint, percent: string): Rational =>
  Rational.parse(percent).times(Rational.of(amount, 100n));
