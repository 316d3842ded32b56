import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emiPlan } from './emi.ts';
import { emiLabel } from './emi-label.ts';
import type { EmiOption } from '../values/wire.ts';

const option = (change: Partial<EmiOption> = {}): EmiOption => ({
  id: 1,
  emi_tenure: 6,
  parent_pf: '1.1',
  parent_pf_amount: 0,
  parent_interest: '0',
  advance_emi: 1,
  membership_fee: 0,
  subvention: '0',
  fibe_id: null,
  is_disabled: false,
  ...change,
});

const upTo = (max: number, min = 0) => fc.integer({ min, max });
const percentText = (hundredths: number) =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
const ceil = (n: bigint, d: bigint) => Number((n + d - 1n) / d);

it('an option is labelled with its number of months', () => {
  expect(emiLabel(option())).toEqual({ id: 'app.value.months', values: { months: 6 } });
});

describe('an instalment plan', () => {
  it('costs the amounts of the worked example', () => {
    expect(emiPlan(option({ parent_pf_amount: 100, membership_fee: 50 }), 30_000, 'Springs')).toMatchObject({
      processing_fee: 430,
      total_interest_payable: 0,
      emi_amount: 5000,
      emi_down_payment: 5000,
      total_initial_payment: 5480,
    });
  });

  it('pays the processing fee down at the institution Others', () => {
    expect(emiPlan(option({ membership_fee: 50 }), 30_000, 'Others')).toMatchObject({
      emi_down_payment: 330,
      total_initial_payment: 710,
    });
  });

  it('rounds each amount once, and the down payment does not add rounded instalments', () => {
    const plan = emiPlan(option({ emi_tenure: 3, advance_emi: 3, parent_pf: '0' }), 100, 'Springs');
    expect(plan).toMatchObject({ emi_amount: 34, emi_down_payment: 100, total_initial_payment: 100 });
  });

  it('equals whole-number arithmetic for any option and fee', () => {
    const inputs = fc.record({
      fee: upTo(200_000_000_000),
      pf: upTo(10_000),
      pfAmount: upTo(100_000),
      interest: upTo(10_000),
      months: upTo(36, 1),
      advance: upTo(12),
      membership: upTo(100_000),
      isOthers: fc.boolean(),
    });
    fc.assert(
      fc.property(inputs, ({ fee, pf, pfAmount, interest, months, advance, membership, isOthers }) => {
        const plan = emiPlan(
          option({
            parent_pf: percentText(pf),
            parent_pf_amount: pfAmount,
            parent_interest: percentText(interest),
            emi_tenure: months,
            advance_emi: advance,
            membership_fee: membership,
          }),
          fee,
          isOthers ? 'Others' : 'Springs',
        );
        // The amounts are in ten-thousandths of a rupee, times the months.
        const m = BigInt(months);
        const unit = 10_000n * m;
        const processing = (BigInt(fee) * BigInt(pf) + BigInt(pfAmount) * 10_000n) * m;
        const instalment = BigInt(fee) * (10_000n + BigInt(interest));
        const down = isOthers ? processing : instalment * BigInt(advance);
        const { exact: _, ...rounded } = plan;
        expect(rounded).toEqual({
          processing_fee: ceil(processing, unit),
          total_interest_payable: ceil(BigInt(fee) * BigInt(interest), 10_000n),
          emi_amount: ceil(instalment, unit),
          emi_down_payment: ceil(down, unit),
          total_initial_payment: ceil(processing + down + BigInt(membership) * unit, unit),
        });
      }),
    );
  });
});
