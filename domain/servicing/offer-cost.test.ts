import { describe, expect, it } from 'vitest';
import type { AgreedPlan, Offer } from '../values/wire.ts';
import { agreedPlanCost, differenceFromPlan, offerCost } from './offer-cost.ts';

const feePaise = 6_520_000;

/** 65,200 rupees in four instalments: 0.6 % interest (391.20, rounded up), a fee of 818 and a membership of 49. */
const plan = {
  order_value: 65_200,
  emi_amount: 16_398,
  total_initial_payment: 867,
  total_interest_payable: 392,
  total: 66_459,
} as AgreedPlan;

const offer = (changes: Partial<Offer>) => changes as Offer;

/** 65,200 at 6 % a year: interest 817.03, a fee of 1.1 % with GST before it (846.30), insurance of 118 deducted. */
const deducting = offer({
  total_interest_paise: 81_703,
  charges_paise: 96_430,
  net_disbursed_paise: 6_508_200,
  total_paid_paise: 6_686_333,
});

/** Interest 434.67 and a fee of 577.02, which is paid before the loan begins. */
const cheaper = offer({
  total_interest_paise: 43_467,
  charges_paise: 57_702,
  net_disbursed_paise: 6_520_000,
  total_paid_paise: 6_621_169,
});

describe('the cost of an offer', () => {
  it('has what is left to pay to the institution in its total', () => {
    expect(offerCost(deducting, feePaise)).toEqual({
      receivedPaise: 6_508_200,
      uncoveredFeePaise: 11_800,
      total: 6_698_133,
    });
    expect(offerCost(cheaper, feePaise)).toEqual({
      receivedPaise: 6_520_000,
      uncoveredFeePaise: 0,
      total: 6_621_169,
    });
  });

  it('is compared with a plan whose fee, interest and charges add up to its total', () => {
    expect(agreedPlanCost(plan)).toEqual({
      instalment: 1_639_800,
      upFront: 86_700,
      interest: 39_200,
      charges: 86_700,
      total: 6_645_900,
    });
  });

  it.each([
    ['more', deducting, { total: 52_233, interest: 42_503, charges: 9_730 }],
    ['less', cheaper, { total: -24_731, interest: 4_267, charges: -28_998 }],
  ])('differs from the plan by interest and charges: %s', (_, one, difference) => {
    expect(differenceFromPlan(one, plan, feePaise)).toEqual(difference);
    expect(difference.total).toBe(difference.interest + difference.charges);
  });
});
