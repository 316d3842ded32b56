import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annualPercentageRate } from './apr.ts';

const times = (count: number, amount: number) => Array.from({ length: count }, () => amount);

describe('the annual percentage rate', () => {
  it.each([
    ['60,000, interest 5 % of the principal, 10 months, fee 2 %', 58_800, times(10, 6300), '15.2940'],
    ['the same with one advance instalment', 52_500, times(9, 6300), '18.8100'],
    ['60,000, 5 % a year flat, 10 months, fee 2 %', 58_800, times(10, 6250), '13.5025'],
    ['the same with one advance instalment', 52_550, times(9, 6250), '16.5944'],
    ['60,000 without interest, 10 months, fee 2 %, one advance instalment', 52_800, times(9, 6000), '5.4220'],
    // The amounts are in paise; the first row, whose instalment is not rounded, in millionths of a paisa.
    ['20,000 at 15 %, 24 months, charges 400', 1_960_000_000_000, times(24, 96_973_296_094), '17.0706'],
    ['47,000, 24 instalments of 2,415.14, fee 1,175 and 18 % GST', 4_561_350, times(24, 241_514), '24.1539'],
    ['nothing but the principal', 60_000, times(10, 6000), '0.0000'],
  ])('is calculated for %s', (_, received, payments, rate) => {
    expect(annualPercentageRate(received, payments)).toBe(rate);
  });

  it('is unknown where nothing is lent or less is paid back than was lent', () => {
    expect(annualPercentageRate(0, [100])).toBeNull();
    expect(annualPercentageRate(-5, [100])).toBeNull();
    expect(annualPercentageRate(100, [99])).toBeNull();
  });

  it('does not depend on the unit, and uses simple interest in a first period of another length', () => {
    expect(annualPercentageRate(5_250_000, times(9, 630_000))).toBe('18.8100');
    // 1,000 at 12 % a year, repaid with 15 after a month and a half.
    expect(annualPercentageRate(1000, [1015], { n: 3n, d: 2n })).toBe('12.0000');
    expect(annualPercentageRate(1000, [15, 1010], { n: 3n, d: 2n })).toBe('12.0000');
  });

  it('discounts the payments to the amount received', () => {
    const inputs = fc.record({
      received: fc.integer({ min: 1000, max: 5_000_000 }),
      payments: fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 36 }),
    });
    fc.assert(
      fc.property(inputs, ({ received, payments }) => {
        const rate = annualPercentageRate(received, payments);
        fc.pre(rate !== null);
        const worth = (percent: number) =>
          payments.reduce((sum, payment, index) => sum + payment / (1 + percent / 1200) ** (index + 1), 0);
        // The exact rate is within half a ten-thousandth of a percent of the returned one.
        expect(worth(Number(rate) - 0.0001)).toBeGreaterThan(received - 0.01);
        expect(worth(Number(rate) + 0.0001)).toBeLessThan(received + 0.01);
      }),
    );
  });
});
