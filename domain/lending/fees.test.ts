import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fees, isAboveMinimumFee, studentTotal, sumRupees } from './fees.ts';
import { totalFee } from './loan-order.ts';
import { orderValue } from './order-value.ts';

const amount = fc.integer({ min: 0, max: 9_999_999_999 });
const fees: fc.Arbitrary<Fees> = fc.record({
  annual_fee: amount,
  otherfees: amount,
  admission_fee_amount: amount,
  transport_fee_amount: amount,
  new_admission: fc.boolean(),
  transport_fee_paid: fc.boolean(),
});
const row = (change: Partial<Fees> = {}): Fees => ({
  annual_fee: 0,
  otherfees: 0,
  admission_fee_amount: 0,
  transport_fee_amount: 0,
  new_admission: false,
  transport_fee_paid: false,
  ...change,
});

describe('the fees', () => {
  it('add up exactly', () => {
    expect(sumRupees([])).toBe(0);
    expect(sumRupees([1, 20, 300])).toBe(321);
    expect(() => sumRupees([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
  });

  it('leave out a hidden fee', () => {
    fc.assert(
      fc.property(fees, amount, (each, other) => {
        const closed = { ...each, new_admission: false, transport_fee_paid: false };
        const changed = { ...closed, admission_fee_amount: other, transport_fee_amount: other };
        expect(studentTotal(changed)).toBe(studentTotal(closed));
        expect(studentTotal(closed)).toBe(each.annual_fee + each.otherfees);
      }),
    );
  });

  it('include every shown fee', () => {
    fc.assert(
      fc.property(fees, (each) => {
        const open = { ...each, new_admission: true, transport_fee_paid: true };
        const { annual_fee, otherfees, admission_fee_amount, transport_fee_amount } = each;
        expect(studentTotal(open)).toBe(annual_fee + otherfees + admission_fee_amount + transport_fee_amount);
      }),
    );
  });

  it('count a fee that is not typed yet as 0', () => {
    expect(studentTotal(row({ annual_fee: Number.NaN, otherfees: 5 }))).toBe(5);
  });

  it.each([10_000_000_000, Number.MAX_SAFE_INTEGER, -1, 1.5])(
    'count %s, which is not a valid fee, as 0',
    (fee) => {
      expect(studentTotal(row({ annual_fee: 30_000, otherfees: fee }))).toBe(30_000);
    },
  );

  it.each([
    [19_999, false],
    [20_000, false],
    [20_001, true],
  ])('must be above the minimum: %i %s', (annual_fee, reached) => {
    expect(isAboveMinimumFee(row({ annual_fee }))).toBe(reached);
  });

  it('lose the subvention only at a HYBRID institution, and are rounded up once', () => {
    const rows = [row({ annual_fee: 33_333 }), row({ annual_fee: 33_333 })];
    expect(orderValue(rows, { commercial_type: 'HYBRID', subvention: '2.5' })).toBe(65_000);
    expect(orderValue(rows, { commercial_type: 'STANDARD', subvention: '2.5' })).toBe(66_666);
    expect(orderValue([row({ annual_fee: 30_000 })], { commercial_type: 'HYBRID', subvention: '1.1' })).toBe(
      29_670,
    );
    expect(orderValue(rows, {})).toBe(66_666);
  });

  it('equal whole-number arithmetic for any rows and subvention', () => {
    const tenths = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(fc.array(fees, { maxLength: 20 }), tenths, (rows, borne) => {
        const subvention = `${Math.floor(borne / 10)}.${borne % 10}`;
        const left = BigInt(totalFee(rows)) * BigInt(1000 - borne);
        expect(orderValue(rows, { commercial_type: 'HYBRID', subvention })).toBe(
          Number((left + 999n) / 1000n),
        );
      }),
    );
  });
});
