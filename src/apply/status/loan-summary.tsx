/** What a verdict is about, in figures: the amount, the plan and the institution. */
import { FormattedMessage } from 'react-intl';
import { emiLabel } from '../../../domain/emi.ts';
import { orderOf } from '../../../domain/loan-order.ts';
import type { Loan } from '../../../domain/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { Money } from '../../ui/Money.tsx';
import { useServices } from '../services.ts';
import { useWizardState } from '../wizard.tsx';
import { PlanText } from './plans.tsx';
import './verdict.css';

/** In rupees; null before the students are saved. */
export const appliedAmount = ({ loan_details: plan, el_details: order }: Loan): number | null =>
  plan.applied_amount ?? order.order_value;

export function LoanSummary({ loan }: { loan: Loan }) {
  const amount = appliedAmount(loan);
  return (
    <div className="loan-summary">
      {amount !== null && <Money rupees={amount} large />}
      <p>
        <AppliedPlan loan={loan} />
      </p>
      <p className="text-muted">{loan.el_details.institution_name}</p>
    </div>
  );
}

/** The chosen plan, with its instalment as soon as the course's plans are loaded. */
export function AppliedPlan({ loan }: { loan: Loan }) {
  const { call } = useServices();
  const known = useWizardState(({ context }) => context.options);
  const course = known ? null : loan.el_details.course_id;
  const { value } = useResource(course === null ? null : `emi options of ${course}`, (signal) =>
    call('listEmiOptions', { path: { id: course ?? 0 } }, { signal }),
  );
  const options = known ?? value;
  const { emi_tenure: months, emi_tenure_id: chosenId } = loan.loan_details;
  const chosen = options?.find(({ id }) => id === chosenId);
  if (chosen) return <PlanText option={chosen} order={orderOf(loan)} />;
  return <FormattedMessage {...emiLabel({ emi_tenure: months ?? 0 })} />;
}
