import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  ceilRupees,
  divide,
  exact,
  percentOf,
  roundHalfUp,
  rupeesOfPaise,
  subtract,
  multiply,
} from './money.ts';

const rupees = fc.integer({ min: 0, max: 40_000_000_000 });
/** Hundredths of a percent, and the text that says them. */
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => ({
  hundredths,
  text: `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`,
}));

describe('exact money', () => {
  it('calculates 1.1 % of 30000 as 330, not 331', () => {
    expect(ceilRupees(percentOf(exact(30000), '1.1'))).toBe(330);
    expect(Math.ceil(30000 * (1.1 / 100))).toBe(331);
  });

  it('calculates percents like whole-number arithmetic', () => {
    fc.assert(
      fc.property(rupees, percent, (amount, { hundredths, text }) => {
        const product = BigInt(amount) * BigInt(hundredths);
        const expected = (product + 9999n) / 10_000n;
        expect(ceilRupees(percentOf(exact(amount), text))).toBe(Number(expected));
      }),
    );
  });

  it('reverses addition by subtraction and division by multiplication', () => {
    fc.assert(
      fc.property(rupees, fc.integer({ min: 1, max: 99 }), (amount, other) => {
        const [a, b] = [exact(amount), exact(other)];
        expect(ceilRupees(subtract(add(a, b), b))).toBe(amount);
        expect(ceilRupees(multiply(divide(a, b), b))).toBe(amount);
      }),
    );
  });

  it('rounds paise up to rupees', () => {
    expect([0, 1, 99, 100, 101, 6_490_500].map(rupeesOfPaise)).toEqual([0, 1, 1, 1, 2, 64_905]);
  });

  it('rounds a fraction up and leaves whole numbers unchanged', () => {
    expect(ceilRupees(exact('0.01'))).toBe(1);
    expect(ceilRupees(exact('7.00'))).toBe(7);
    expect(ceilRupees(exact('-0.5'))).toBe(0);
    expect(ceilRupees(divide(exact(-7), exact(-2)))).toBe(4);
  });

  it('rounds to the nearest whole number and rounds a half up', () => {
    expect(['0', '0.4999', '0.5', '1.5', '2.51'].map((text) => roundHalfUp(exact(text)))).toEqual([
      0, 0, 1, 2, 3,
    ]);
    expect(roundHalfUp(divide(exact(7), exact(3)))).toBe(2);
    expect(roundHalfUp(divide(exact(7), exact('0.5')))).toBe(14);
    expect(ceilRupees(divide(exact(-7), exact('-0.5')))).toBe(14);
    expect(() => roundHalfUp(exact('99999999999999999999'))).toThrow(RangeError);
  });

  it.each(['', '1e3', '1.', '.5', ' 1', '1,000', 1.5, Number.NaN, 2 ** 60])('refuses %j', (value) => {
    expect(() => exact(value)).toThrow(RangeError);
  });

  it('refuses to divide by zero and refuses numbers too large for JSON', () => {
    expect(() => divide(exact(1), exact(0))).toThrow(RangeError);
    expect(() => ceilRupees(exact('99999999999999999999'))).toThrow(RangeError);
  });
});
