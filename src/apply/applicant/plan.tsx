/** Which plan counts as chosen, and what it is shown as (specification, section 9; decisions 11 and 13a). */
import { FormattedMessage } from 'react-intl';
import type { ApplicantValues } from '../../../domain/applicant.ts';
import { type EmiPlan, emiPlan, planStillOffered } from '../../../domain/emi.ts';
import type { EmiOption, Loan } from '../../../domain/wire.ts';
import { Money } from '../../ui/Money.tsx';
import type { PlanPart } from '../../ui/PlanBar.tsx';

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

/** What is paid in all, in three parts. */
export const partsOf = ({ option, plan }: Offer, fee: number): PlanPart[] => [
  { kind: 'principal', name: <FormattedMessage id="applicant.emi.principal" />, rupees: fee },
  {
    kind: 'interest',
    name: <FormattedMessage id="applicant.emi.interest" />,
    rupees: plan.total_interest_payable,
  },
  {
    kind: 'fees',
    name: <FormattedMessage id="applicant.emi.charges" />,
    rupees: plan.processing_fee + option.membership_fee,
  },
];

/** What is paid at the start. */
export const factsOf = ({ option, plan }: Offer) => [
  {
    id: 'processing_fee',
    name: <FormattedMessage id="applicant.emi.processingFee" />,
    value: <Money rupees={plan.processing_fee} />,
  },
  {
    id: 'emi_down_payment',
    name: <FormattedMessage id="applicant.emi.downPayment" />,
    value: <Money rupees={plan.emi_down_payment} />,
  },
  ...(option.membership_fee > 0
    ? [
        {
          id: 'membership_fee',
          name: <FormattedMessage id="applicant.emi.membershipFee" />,
          value: <Money rupees={option.membership_fee} />,
        },
      ]
    : []),
  {
    id: 'total_initial_payment',
    name: <FormattedMessage id="applicant.emi.initialPayment" />,
    value: <Money rupees={plan.total_initial_payment} />,
    strong: true,
  },
];
