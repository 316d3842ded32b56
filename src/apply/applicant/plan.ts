/** Which plan counts as chosen, and what it is shown as (specification, section 9; decisions 11 and 13a). */
import type { ApplicantValues } from '../../../domain/applicant.ts';
import { type EmiPlan, emiPlan, planStillOffered } from '../../../domain/emi.ts';
import type { EmiOption, Loan } from '../../../domain/wire.ts';

/** What the amounts are calculated on. */
export interface Basis {
  /** The loan's order_value in whole rupees. */
  fee: number;
  institutionName: string;
}

export const basisOf = (loan: Loan | null): Basis => ({
  fee: loan?.el_details.order_value ?? 0,
  institutionName: loan?.el_details.institution_name ?? '',
});

/** An option with its amounts, in whole rupees. */
export interface Offer {
  option: EmiOption;
  plan: EmiPlan;
}

export const offersOf = (options: readonly EmiOption[], { fee, institutionName }: Basis): Offer[] =>
  options.map((option) => ({ option, plan: emiPlan(option, fee, institutionName) }));

/** True when the options are known and the chosen tenure is not one of those that can be chosen. */
export const isGone = (options: readonly EmiOption[] | null, tenureId: string): boolean =>
  options !== null && tenureId !== '' && !planStillOffered(options, Number(tenureId));

/** The inputs' values; a plan that is no longer offered counts as not chosen. */
export function withOfferedPlan(
  values: ApplicantValues,
  options: readonly EmiOption[] | null,
): ApplicantValues {
  if (!isGone(options, values.loan_details.emi_tenure_id)) return values;
  return { ...values, loan_details: { emi_tenure_id: '', emi_tenure: '' } };
}
