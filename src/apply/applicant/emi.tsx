/** EMI Details: the chosen plan, the dialog to choose it in, and what became of it (decisions 11 to 15). */
import { useSelector } from '@tanstack/react-form';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFieldLock } from '../../form/lock.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card, Facts } from '../../ui/Card.tsx';
import { Alert } from '../../ui/Dialog.tsx';
import { formatRupees } from '../../ui/Money.tsx';
import { OverlayBusy } from '../../ui/OverlayBusy.tsx';
import { PlanBar } from '../../ui/PlanBar.tsx';
import { useWizard, useWizardState } from '../wizard.tsx';
import { type ApplicantInputs, quietly } from './inputs.ts';
import { basisOf, factsOf, isGone, type Offer, offersOf, partsOf } from './plan.tsx';
import { Tenures } from './tenures.tsx';

const field = 'loan_details.emi_tenure_id';

export function EmiSection({ form }: { form: ApplicantInputs }) {
  const wizard = useWizard();
  const notice = useWizardState((now) => now.context.planNotice);
  const { chosen, fee, gone } = usePlan(form);
  return (
    <Card title={<FormattedMessage id="applicant.emi" />}>
      {(gone || notice === 'cleared') && (
        <Banner kind="notice" title={<FormattedMessage id="applicant.emi.cleared" />} />
      )}
      {!gone && notice === 'recalculated' && (
        <Banner kind="notice" title={<FormattedMessage id="applicant.emi.recalculated" />} />
      )}
      <form.AppField name={field}>
        {(input) => (
          <input.PickField
            label={<FormattedMessage id="applicant.emi.tenure" />}
            shown={<ChosenPlan form={form} />}
            onOpen={() => wizard.send({ type: 'tenure.requested' })}
          />
        )}
      </form.AppField>
      {chosen && <PlanBar parts={partsOf(chosen, fee)} />}
      {chosen && <Facts facts={factsOf(chosen)} />}
    </Card>
  );
}

/** '6 months, ₹10,000 a month', or what to do while nothing is chosen. */
export function ChosenPlan({ form }: { form: ApplicantInputs }) {
  const { chosen, gone } = usePlan(form);
  const months = useSelector(form.store, ({ values }) => values.loan_details.emi_tenure);
  if (chosen) {
    const values = { months: chosen.option.emi_tenure, amount: formatRupees(chosen.plan.emi_amount) };
    return <FormattedMessage id="applicant.emi.chosen" values={values} />;
  }
  if (months === '' || gone) return <FormattedMessage id="applicant.emi.choose" />;
  return <FormattedMessage id="applicant.emi.months" values={{ months: Number(months) }} />;
}

/** The plans on offer with their amounts, and the chosen one; a sent application keeps its plan whatever is offered. */
function usePlan(form: ApplicantInputs) {
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

/** Stands outside the form: Enter on a card is not Submit. */
export function EmiDialogs({ form }: { form: ApplicantInputs }) {
  const wizard = useWizard();
  const intl = useIntl();
  const { chosen, offers, fee } = usePlan(form);
  const view = useWizardState((now) => views.find((state) => now.matches({ flow: { applicant: state } })));
  const alert = useWizardState((now) => now.context.alert);
  const take = ({ option }: Offer) => {
    form.setFieldValue('loan_details.emi_tenure', String(option.emi_tenure), quietly);
    form.setFieldValue(field, String(option.id), quietly);
    wizard.send({ type: 'tenure.chosen' });
  };
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });

  if (view === 'openingTenures')
    return <OverlayBusy announce={<FormattedMessage id="app.options.loading" />} />;
  if (view === 'choosingTenure')
    return <Tenures offers={offers} fee={fee} chosen={chosen} onTake={take} onCancel={cancel} />;
  if (view !== 'optionsFailed') return null;
  const message =
    alert?.kind === 'refused' ? alert.message : intl.formatMessage({ id: 'applicant.emi.unheard' });
  return (
    <Alert
      message={<FormattedMessage id="applicant.emi.failed" values={{ message }} />}
      action={{
        words: <FormattedMessage id="applicant.emi.ok" />,
        onPress: () => wizard.send({ type: 'alert.dismissed' }),
      }}
    />
  );
}

const views = ['openingTenures', 'choosingTenure', 'optionsFailed'] as const;
