/** What the plans on offer cost for a loan (specification, section 9; decision 11). */
import { type EmiPlan, emiPlan } from '../../../domain/emi.ts';
import type { EmiOption, Loan } from '../../../domain/wire.ts';

/** An option with its amounts, in whole rupees. */
export interface Offer {
  option: EmiOption;
  plan: EmiPlan;
}

/** Whole rupees: what the plans of a loan pay for. */
export const feeOf = (loan: Loan | null): number => loan?.el_details.order_value ?? 0;

export const offerOf = (option: EmiOption, loan: Loan | null): Offer => ({
  option,
  plan: emiPlan(option, feeOf(loan), loan?.el_details.institution_name ?? ''),
});
