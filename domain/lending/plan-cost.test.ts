import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCost } from './plan-cost.ts';
import type { EmiOption } from '../values/wire.ts';

const option = (change: Partial<EmiOption> = {}): EmiOption => ({
  id: 1,
  emi_tenure: 10,
  parent_pf: '2',
  parent_pf_amount: 0,
  parent_interest: '5',
  advance_emi: 1,
  membership_fee: 0,
  subvention: '0',
  fibe_id: null,
  is_disabled: false,
  ...change,
});

describe('the cost of a plan', () => {
  it('is paid at the start and in the instalments that are left', () => {
    expect(planCost(option(), 60_000, 'Springs')).toMatchObject({
      now: { total: 7500, processingFee: 1200, downPayment: 6300, membershipFee: 0 },
      instalments: { count: 9, amount: 6300, last: 6300 },
      total: 64_200,
      interest: 3000,
      charges: 1200,
      cost: 4200,
      apr: '18.8100',
    });
  });

  it('leaves all instalments to come where the institution is Others, whose down payment is a charge', () => {
    expect(planCost(option(), 60_000, 'Others')).toMatchObject({
      now: { total: 2400, processingFee: 1200, downPayment: 1200 },
      instalments: { count: 10, amount: 6300, last: 6300 },
      charges: 2400,
      interest: 3000,
    });
  });

  it('lets the last instalment and the down payment take what rounding left', () => {
    const cost = planCost(option({ parent_pf: '1.1', advance_emi: 2 }), 60_001, 'Springs');
    expect(cost.now).toEqual({ total: 13_261, processingFee: 661, downPayment: 12_600, membershipFee: 0 });
    expect(cost.instalments).toEqual({ count: 8, amount: 6301, last: 6295 });
  });

  it('has the APR of the instalments as they are, the last one much smaller than the others', () => {
    // 35 instalments of 59 rupees and one of 35 for 1,960 rupees: 0.38193 % a month.
    const small = option({ emi_tenure: 36, advance_emi: 0 });
    const { instalments, apr } = planCost(small, 2000, 'Springs');
    expect(instalments).toEqual({ count: 36, amount: 59, last: 35 });
    expect(apr).toBe('4.5832');
  });

  it('adds up to the rupee, for any option and fee', () => {
    const upTo = (max: number, min = 0) => fc.integer({ min, max });
    const inputs = fc.record({
      fee: upTo(9_999_999_999, 2000),
      pf: upTo(10_000),
      pfAmount: upTo(5000),
      interest: upTo(10_000),
      months: upTo(36, 1),
      advance: upTo(12),
      membership: upTo(5000),
      institution: fc.constantFrom('Springs', 'Others'),
    });
    fc.assert(
      fc.property(inputs, ({ fee, pf, pfAmount, interest, months, advance, membership, institution }) => {
        const of = option({
          emi_tenure: months,
          parent_pf: String(pf / 1000),
          parent_pf_amount: pfAmount,
          parent_interest: String(interest / 1000),
          advance_emi: advance,
          membership_fee: membership,
        });
        const { plan, now, instalments, total, charges, ...cost } = planCost(of, fee, institution);
        const later = instalments.count && (instalments.count - 1) * instalments.amount + instalments.last;
        expect(now.total).toBe(plan.total_initial_payment);
        expect(now.processingFee + now.downPayment + now.membershipFee).toBe(now.total);
        expect(plan.emi_down_payment - now.downPayment).toBeOneOf([0, 1]);
        expect(now.total + later).toBe(total);
        expect(fee + cost.interest + charges).toBe(total);
        expect(cost.cost).toBe(total - fee);
        if (instalments.count > 0) {
          expect(cost.interest).toBe(plan.total_interest_payable);
          expect(instalments.last).toBeGreaterThan(0);
          expect(instalments.last).toBeLessThanOrEqual(instalments.amount + 1);
        }
      }),
    );
  });
});
