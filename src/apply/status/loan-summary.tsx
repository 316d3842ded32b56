/** What a verdict is about, in figures: the amount, the plan and the institution. */
import { FormattedMessage } from 'react-intl';
import { orderOf } from '../../../domain/loan-order.ts';
import type { EmiOption, Loan } from '../../../domain/wire.ts';
import { Money } from '../../ui/Money.tsx';
import { useWizardState } from '../wizard.tsx';
import { PlanText } from './plans.tsx';
import './verdict.css';

/** In rupees; null before the students are saved. */
export const appliedAmount = ({ loan_details: plan, el_details: order }: Loan): number | null =>
  plan.applied_amount ?? order.order_value;

export function LoanSummary({ loan }: { loan: Loan }) {
  const options = useWizardState(({ context }) => context.options);
  const amount = appliedAmount(loan);
  return (
    <div className="loan-summary">
      {amount !== null && <Money rupees={amount} large />}
      <p>
        <AppliedPlan loan={loan} options={options} />
      </p>
      <p className="text-muted">{loan.el_details.institution_name}</p>
    </div>
  );
}

/** The chosen plan, with its instalment where the course's plans are loaded. */
export function AppliedPlan(props: { loan: Loan; options: readonly EmiOption[] | null | undefined }) {
  const { loan, options } = props;
  const { emi_tenure: months, emi_tenure_id: chosenId } = loan.loan_details;
  const chosen = options?.find(({ id }) => id === chosenId);
  if (chosen) return <PlanText option={chosen} order={orderOf(loan)} />;
  return <FormattedMessage id="status.plan.months" values={{ months: months ?? 0 }} />;
}
