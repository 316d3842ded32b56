/** EMI Details: the chosen plan, the dialog to choose it in, and what became of it (decisions 11 to 15). */
import { useSelector } from '@tanstack/react-form';
import { Suspense, useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { useFieldLock } from '../../form/lock.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatRupees } from '../../ui/Money.tsx';
import { useWizard, useWizardState } from '../wizard.tsx';
import { quietly, useInputs } from './inputs.tsx';
import { PlanDetails, PlanLayer } from './overlays.ts';
import { basisOf, isGone, type Offer, offersOf } from './plan.ts';

const field = 'loan_details.emi_tenure_id';

export function EmiSection() {
  const form = useInputs();
  const wizard = useWizard();
  const notice = useWizardState((now) => now.context.planNotice);
  const { chosen, fee, gone } = usePlan();
  return (
    <Card title={<FormattedMessage id="applicant.emi" />}>
      {(gone || notice === 'cleared') && (
        <Banner kind="notice" title={<FormattedMessage id="applicant.emi.cleared" />} />
      )}
      {chosen && notice === 'recalculated' && (
        <Banner kind="notice" title={<FormattedMessage id="applicant.emi.recalculated" />} />
      )}
      <form.AppField name={field}>
        {(input) => (
          <input.PickField
            label={<FormattedMessage id="applicant.emi.tenure" />}
            shown={<ChosenPlan />}
            onOpen={() => wizard.send({ type: 'tenure.requested' })}
          />
        )}
      </form.AppField>
      {chosen && (
        <Suspense>
          <PlanDetails offer={chosen} fee={fee} />
        </Suspense>
      )}
    </Card>
  );
}

/** '6 months, ₹10,000 a month', or what to do while nothing is chosen. */
export function ChosenPlan() {
  const form = useInputs();
  const { chosen, gone } = usePlan();
  const months = useSelector(form.store, ({ values }) => values.loan_details.emi_tenure);
  if (chosen) {
    const values = { months: chosen.option.emi_tenure, amount: formatRupees(chosen.plan.emi_amount) };
    return <FormattedMessage id="applicant.emi.chosen" values={values} />;
  }
  if (months === '' || gone) return <FormattedMessage id="applicant.emi.choose" />;
  return <FormattedMessage id="applicant.emi.months" values={{ months: Number(months) }} />;
}

/** The plans on offer with their amounts, and the chosen one; a sent application keeps its plan whatever is offered. */
function usePlan() {
  const form = useInputs();
  const loan = useWizardState((now) => now.context.loan);
  const options = useWizardState((now) => now.context.options);
  const isSent = useFieldLock()(field).access === 'locked';
  const chosenId = useSelector(form.store, ({ values }) => values.loan_details.emi_tenure_id);
  const basis = useMemo(() => basisOf(loan), [loan]);
  const offers = useMemo(() => offersOf(options ?? [], basis), [options, basis]);
  const gone = !isSent && isGone(options, chosenId);
  const chosen = offers.find(({ option }) => String(option.id) === chosenId && !gone);
  return { chosen, offers, fee: basis.fee, gone };
}

/** The dialogs of the plans. They stand outside the form: Enter on a card is not Submit. */
export function PlanOverlay() {
  const form = useInputs();
  const wizard = useWizard();
  const { chosen, offers, fee } = usePlan();
  const take = ({ option }: Offer) => {
    form.setFieldValue('loan_details.emi_tenure', String(option.emi_tenure), quietly);
    form.setFieldValue(field, String(option.id), quietly);
    wizard.send({ type: 'tenure.chosen' });
  };
  return <PlanLayer offers={offers} fee={fee} chosen={chosen} onTake={take} />;
}
