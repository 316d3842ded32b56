/** Shows the figures of a verdict: the amount, the plan and the institution. */
import { FormattedMessage } from 'react-intl';
import { emiLabel } from '../../../domain/lending/emi-label.ts';
import type { Verdict } from '../../../domain/lending/lender.ts';
import { embeddedLenderId } from '../../../domain/lending/lenders.ts';
import { feeOrderOf } from '../../../domain/lending/loan-order.ts';
import type { EmiOption, Loan } from '../../../domain/values/wire.ts';
import { cachedForever, useApiQuery } from '../../data/query.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Money } from '../../ui/money.tsx';
import { useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { PlanDetails, PlanText } from './plans.tsx';
import './status.css';

/** Returns the amount in rupees; null before the students are saved. */
export const appliedAmount = ({ loan_details: plan, el_details: order }: Loan): number | null =>
  plan.applied_amount ?? order.order_value;

export function LoanSummary({ loan, verdict }: { loan: Loan; verdict: Verdict }) {
  const rupees = appliedAmount(loan);
  const lender = useLenderName(loan);
  const isRejected = verdict === 'rejected';
  return (
    <div className="loan-summary">
      {rupees !== null && (
        <p className={isRejected ? undefined : 'loan-amount'}>
          {t(verdict === 'approved' ? 'status.loan.approvedAmount' : 'status.loan.appliedFor', {
            amount: <Money rupees={rupees} />,
          })}
        </p>
      )}
      <p>
        <AppliedPlan loan={loan} />
      </p>
      <p className="text-muted">{loan.el_details.institution_name}</p>
      {lender && <p className="text-muted">{lender}</p>}
    </div>
  );
}

/** Returns the embedded flow's lender; null until its name is read, and for loans that several lenders may grant. */
export function useLenderName({ presentation }: Loan): string | null {
  const isKnown = presentation === 'embedded';
  const { data } = useApiQuery('readGrievanceRedressal', isKnown ? {} : null, cachedForever);
  return data?.lenders.find(({ lender_id }) => lender_id === embeddedLenderId)?.name ?? null;
}

/** Returns the option that was chosen, once the course's plans are loaded. */
function useAppliedOption(loan: Loan): EmiOption | undefined {
  const known = useWizardState(({ context }) => context.options);
  const course = known ? null : loan.el_details.course_id;
  const { data } = useApiQuery(
    'listEmiOptions',
    course === null ? null : { path: { id: course } },
    cachedForever,
  );
  return (known ?? data)?.find(({ id }) => id === loan.loan_details.emi_tenure_id);
}

/** The chosen plan, with its instalment as soon as it is known. */
export function AppliedPlan({ loan }: { loan: Loan }) {
  const chosen = useAppliedOption(loan);
  if (chosen) return <PlanText option={chosen} order={feeOrderOf(loan)} />;
  return <FormattedMessage {...emiLabel({ emi_tenure: loan.loan_details.emi_tenure ?? 0 })} />;
}

/** Shows the due dates and amounts of the chosen plan; empty until it is known. */
export function DueDates({ loan }: { loan: Loan }) {
  const chosen = useAppliedOption(loan);
  if (!chosen) return null;
  return (
    <Disclosure title={t('status.loan.due')} startsOpen>
      <PlanDetails option={chosen} order={feeOrderOf(loan)} />
    </Disclosure>
  );
}
