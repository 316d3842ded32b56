/** The cost of an offer for a parent, and its difference from the plan in the application. Amounts are whole paise. */
import type { AgreedPlan, Offer } from '../values/wire.ts';
import { type InstitutionDisbursal, institutionDisbursal } from './institution-disbursal.ts';
import type { Paise } from './terms.ts';

export type OfferCost = InstitutionDisbursal & {
  /** The sum of the parent's payments to the lender, and the part of the fee left to pay to the institution. */
  total: Paise;
};

export type AgreedPlanCost = {
  instalment: Paise;
  upFront: Paise;
  interest: Paise;
  charges: Paise;
  total: Paise;
};

/** The cost of an offer less the cost of the plan; below 0 if the offer costs less. */
export type CostDifference = { total: Paise; interest: Paise; charges: Paise };

/** @param feePaise the fee that the institution is owed */
export function offerCost(
  { net_disbursed_paise: netDisbursedPaise, total_paid_paise: paid }: Offer,
  feePaise: Paise,
): OfferCost {
  const payout = institutionDisbursal({ feePaise, netDisbursedPaise });
  return { ...payout, total: paid + payout.uncoveredFeePaise };
}

/** Returns the whole rupees of a plan in paise: fee, interest and charges are the total. */
export const agreedPlanCost = (plan: AgreedPlan): AgreedPlanCost => ({
  instalment: plan.emi_amount * 100,
  upFront: plan.total_initial_payment * 100,
  interest: plan.total_interest_payable * 100,
  charges: (plan.total - plan.order_value - plan.total_interest_payable) * 100,
  total: plan.total * 100,
});

export function differenceFromPlan(offer: Offer, plan: AgreedPlan, feePaise: Paise): CostDifference {
  const cost = agreedPlanCost(plan);
  return {
    total: offerCost(offer, feePaise).total - cost.total,
    interest: offer.total_interest_paise - cost.interest,
    charges: offer.charges_paise - cost.charges,
  };
}
