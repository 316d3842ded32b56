/** EMI Details: the chosen plan, the dialog to choose it in, and what became of it (decisions 11 to 15). */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { isTenureUnavailable } from '../../../domain/tenures.ts';
import { type Order, orderOf } from '../../../domain/order-value.ts';
import type { EmiOption } from '../../../domain/wire.ts';
import type { RowFieldProps } from '../../form/CatalogueFields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { PickField } from '../../form/PickField.tsx';
import { useQueryMode } from '../field-lock.tsx';
import { useQueryModeState } from '../query-mode/state.ts';
import { useWizard, useWizardState } from '../wizard.tsx';
import { type ApplicantFormApi, useApplicantForm, withoutValidation } from './applicant-form.tsx';
import { PlanDetails, PlanModal, PlanNotice, PlanText } from './overlays.ts';

const field = 'loan_details.emi_tenure_id';

const noOrder: Order = { institution_name: '', total_fee: 0, order_value: 0 };

/** Looks like a select and opens the tenure cards. */
export function TenureField({ name, row }: RowFieldProps) {
  const wizard = useWizard();
  const { chosen, isUnavailable, order, previousOrder } = usePlan(useApplicantForm());
  return (
    <>
      <Suspense>
        <PlanNotice
          chosen={chosen}
          order={order}
          previousOrder={previousOrder}
          isUnavailable={isUnavailable}
        />
      </Suspense>
      <FormField
        name={name}
        row={row}
        as={PickField}
        shown={<ChosenPlan />}
        onOpen={() => wizard.send({ type: 'tenure.requested' })}
      />
      {chosen && (
        <Suspense>
          <PlanDetails option={chosen} order={order} />
        </Suspense>
      )}
    </>
  );
}

/** '6 months, ₹10,000 a month', or what to do while nothing is chosen. */
export function ChosenPlan() {
  const { chosen, isUnavailable, months, order } = usePlan(useApplicantForm());
  if (months === '' || isUnavailable) return <FormattedMessage id="applicant.emi.choose" />;
  const tenure = <FormattedMessage id="applicant.emi.months" values={{ months: Number(months) }} />;
  return chosen ? (
    <Suspense fallback={tenure}>
      <PlanText option={chosen} order={order} />
    </Suspense>
  ) : (
    tenure
  );
}

/**
 * The chosen plan, if it is on offer; a sent application keeps its plan whatever is offered. In query mode the
 * order is that of the students as they are typed, which wait for Submit.
 */
function usePlan(form: ApplicantFormApi) {
  const saved = useWizardState(({ context }) => context.loan && orderOf(context.loan), shallowEqual);
  const options = useWizardState(({ context }) => context.options);
  const recalculatedFrom = useWizardState(({ context }) => context.previousOrder);
  const queryMode = useQueryMode();
  const typed = useQueryModeState((state) => queryMode?.typedOrder(state) ?? null, shallowEqual);
  const isSent = useFieldLock()(field).access === 'locked';
  const { emi_tenure_id, emi_tenure } = useSelector(form.store, ({ values }) => values.loan_details);
  const isUnavailable = !isSent && isTenureUnavailable(options, emi_tenure_id);
  const chosen = options?.find(({ id }) => String(id) === emi_tenure_id && !isUnavailable);
  return {
    chosen,
    isUnavailable,
    months: emi_tenure,
    order: typed ?? saved ?? noOrder,
    // Where a reviewer asked, what was sent is what the plan was calculated on.
    previousOrder: typed ? saved : recalculatedFrom,
  };
}

/** The dialogs of the plans. They stand outside the form: Enter on a card is not Submit. */
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
