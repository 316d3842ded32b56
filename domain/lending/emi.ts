/** Calculates the cost of an instalment plan (specification, section 9; decisions 9, 13a and 14). */
import { limits } from '../values/limits.ts';
import { add, ceilRupees, divide, type Exact, exact, percentOf, multiply } from '../values/money.ts';
import type { EmiOption } from '../values/wire.ts';

/** The derived amounts of a plan, in rupees. */
export interface EmiAmounts<Amount> {
  processing_fee: Amount;
  total_interest_payable: Amount;
  emi_amount: Amount;
  emi_down_payment: Amount;
  total_initial_payment: Amount;
}

/** The amounts in whole rupees, each rounded up once, and under `exact` the amounts before rounding. */
export type EmiPlan = EmiAmounts<number> & { exact: EmiAmounts<Exact> };

/** Returns whether it is the institution whose down payment is the processing fee (decision 14). */
export const isOthers = (institutionName: string): boolean => institutionName === limits.othersName;

/**
 * Returns the plan of an option for a fee (whole rupees, the loan's order_value).
 * @throws RangeError when the option's tenure is 0 or a percent is no decimal text.
 */
export function emiPlan(option: EmiOption, fee: number, institutionName: string): EmiPlan {
  const principal = exact(fee);
  const processing = add(percentOf(principal, option.parent_pf), exact(option.parent_pf_amount));
  const interest = percentOf(principal, option.parent_interest);
  const instalment = divide(add(principal, interest), exact(option.emi_tenure));
  const down = isOthers(institutionName) ? processing : multiply(instalment, exact(option.advance_emi));
  const amounts: EmiAmounts<Exact> = {
    processing_fee: processing,
    total_interest_payable: interest,
    emi_amount: instalment,
    emi_down_payment: down,
    total_initial_payment: add(add(processing, down), exact(option.membership_fee)),
  };
  return {
    processing_fee: ceilRupees(amounts.processing_fee),
    total_interest_payable: ceilRupees(amounts.total_interest_payable),
    emi_amount: ceilRupees(amounts.emi_amount),
    emi_down_payment: ceilRupees(amounts.emi_down_payment),
    total_initial_payment: ceilRupees(amounts.total_initial_payment),
    exact: amounts,
  };
}
