/** EMI Details: the chosen plan, the dialog to choose it in, and notices of changes (decisions 10, 13a and 14). */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { emiLabel } from '../../../domain/lending/emi-label.ts';
import { isTenureUnavailable } from '../../../domain/lending/tenures.ts';
import { type Order, feeOrderOf } from '../../../domain/lending/loan-order.ts';
import type { EmiOption } from '../../../domain/values/wire.ts';
import type { RowFieldProps } from '../../form/catalogue-fields.tsx';
import { FormField } from '../../form/domain-form.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { PickField } from '../../form/pick-field.tsx';
import { useIsInQueryMode } from '../drafted-step/field-lock.tsx';
import { typedOrder } from '../query-mode/selectors.ts';
import { useQueryModeState } from '../query-mode/state.ts';
import { PlanDetails, PlanModal, PlanNotice, PlanText } from '../status/plans.tsx';
import type { Progress } from '../drafted-step/step-bar.tsx';
import { useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { type ApplicantFormApi, useApplicantForm, withoutValidation } from './step.ts';

const field = 'loan_details.emi_tenure_id';

const noOrder: Order = { institution_name: '', total_fee: 0, order_value: 0 };

/** Looks like a select and opens the tenure cards. */
export function TenureField({ name, row }: RowFieldProps) {
  const wizard = useWizard();
  const { chosen, order } = usePlan(useApplicantForm());
  return (
    <>
      <FormField
        name={name}
        row={row}
        as={PickField}
        shown={<ChosenPlan />}
        onOpen={() => wizard.send({ type: 'tenure.requested' })}
      />
      {chosen && <PlanDetails option={chosen} order={order} />}
    </>
  );
}

/** Explains a changed plan outside of its section, which may be collapsed. */
export function ChosenPlanNotice() {
  const { chosen, isUnavailable, order, previous } = usePlan(useApplicantForm());
  return <PlanNotice chosen={chosen} order={order} previous={previous} isUnavailable={isUnavailable} />;
}

/** '6 months, ₹10,000 a month', or what to do while nothing is chosen. */
export function ChosenPlan() {
  const { chosen, isUnavailable, months, order } = usePlan(useApplicantForm());
  if (months === '' || isUnavailable) return t('applicant.emi.choose');
  if (chosen) return <PlanText option={chosen} order={order} />;
  return <FormattedMessage {...emiLabel({ emi_tenure: Number(months) })} />;
}

/** Returns the bar's summary: the chosen plan, or the number of complete sections if none is chosen. */
export function usePlanSummary(progress: Progress | null) {
  const { chosen, order } = usePlan(useApplicantForm());
  if (chosen)
    return {
      short: <PlanText option={chosen} order={order} isShort />,
      full: <PlanText option={chosen} order={order} />,
    };
  return progress && { short: t('applicant.progress.short', { ...progress }) };
}

/**
 * Returns the chosen plan, if it is on offer; a sent application keeps its plan whatever is offered. The order in query
 * mode is that of the students as typed, which wait for Submit.
 */
export function usePlan(form: ApplicantFormApi) {
  const saved = useWizardState(({ context }) => context.loan && feeOrderOf(context.loan), shallowEqual);
  const savedTenureId = useWizardState(({ context }) => context.loan?.loan_details.emi_tenure_id ?? null);
  const options = useWizardState(({ context }) => context.options);
  const recalculatedFrom = useWizardState(({ context }) => context.previousOrder);
  const isInQueryMode = useIsInQueryMode();
  const typed = useQueryModeState((state) => (isInQueryMode ? typedOrder(state) : null), shallowEqual);
  const isSaved = useWizardState(({ context }) => context.loan?.status === 'submitted');
  const isSent = useFieldLock()(field).access === 'locked';
  const { emi_tenure_id, emi_tenure } = useSelector(form.store, ({ values }) => values.loan_details);
  const isUnavailable = !isSent && isTenureUnavailable(options, emi_tenure_id);
  const chosen = options?.find(({ id }) => String(id) === emi_tenure_id && !isUnavailable);
  const order = typed ?? saved ?? noOrder;
  // The previous plan in query mode is the submitted one, whichever is chosen now.
  const submitted = typed && options?.find(({ id }) => id === savedTenureId);
  const [previousOption, previousOrder] = typed ? [submitted, saved] : [chosen, recalculatedFrom];
  const isRecalculated = previousOption && previousOrder && previousOrder.order_value !== order.order_value;
  return {
    chosen,
    isUnavailable,
    months: emi_tenure,
    order,
    /** The subject of a declaration: the plan and the fee that it pays, in rupees. */
    signedPlan: `${emi_tenure_id} ${order.order_value}`,
    /** Says whether the application was submitted before, and the plan, with what it pays for, is the one of then. */
    isSubmitted:
      (typed !== null || isSaved) &&
      emi_tenure_id === String(savedTenureId ?? '') &&
      order.order_value === saved?.order_value,
    previous: isRecalculated ? { option: previousOption, order: previousOrder } : null,
  };
}

/** The dialogs of the plans. They are outside the form: Enter on a card is not Submit. */
export function PlanOverlay({ form }: { form: ApplicantFormApi }) {
  const wizard = useWizard();
  const { chosen, order } = usePlan(form);
  const choosePlan = ({ id, emi_tenure }: EmiOption) => {
    form.setFieldValue('loan_details.emi_tenure', String(emi_tenure), withoutValidation);
    form.setFieldValue(field, String(id), withoutValidation);
    wizard.send({ type: 'tenure.chosen' });
  };
  return <PlanModal chosen={chosen} order={order} onChoose={choosePlan} />;
}
