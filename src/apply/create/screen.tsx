/** Create Application: the applicant's data, on most people's first screen (specification, sections 2, 5 and 8). */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  createFields,
  createLoanForm,
  createToWire,
  readCreateValues,
} from '../../../domain/forms/create.ts';
import { sampleFee, samplePlan } from '../../../domain/lending/sample-plan.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useDomainForm, DomainForm, FormField, formChecker } from '../../form/domain-form.tsx';
import { useEarlyInput } from '../../form/early-input.ts';
import { EmailField, PhoneField, TextField } from '../../form/fields.tsx';
import { EmailSuggestions } from '../../form/field-suggestions.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PrivacyLink } from '../../shell/privacy-link.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { t, useMessages } from '../../i18n/i18n.tsx';
import { rateText } from '../../plans/rate-text.ts';
import { formatRupees } from '../../ui/money.tsx';
import { useWizard, useWizardState, createFormKey, useServices } from '../shared/wizard.tsx';
import { LoadingScreen } from '../page/status-pages.tsx';
import type { Issue } from '../../../domain/values/check.ts';
import { RefusalMessage } from '../../form/refusal-message.tsx';
import { Alert, Dialog } from '../../ui/dialog.tsx';
import './create.css';
import './next-steps.css';

const ContinueScreen = lazy(() => import('./continue.tsx'));

/** The create form; before it, on a device that has begun applications, the offer to continue one. */
export function CreateScreen() {
  const { loanIds } = useServices();
  const [start, setStart] = useState<'none' | 'automatic' | 'pressed'>(() =>
    loanIds().length === 0 ? 'automatic' : 'none',
  );
  const startAnother = useCallback((isPressed: boolean) => setStart(isPressed ? 'pressed' : 'automatic'), []);
  if (start !== 'none') return <CreateForm takesFocus={start === 'pressed'} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ContinueScreen onStartAnother={startAnother} />
    </Suspense>
  );
}

/** @param takesFocus true if its first field takes the focus, as the button that opened the form is gone */
function CreateForm({ takesFocus }: { takesFocus: boolean }) {
  const wizard = useWizard();
  const services = useServices();
  const { tab, today } = services;
  const isBusy = useWizardState((now) => now.hasTag('busy'));
  const hasAlert = useWizardState(
    (now) =>
      now.matches({ flow: { create: 'emailRefused' } }) ||
      now.matches({ flow: { create: 'failed' } }) ||
      now.matches({ flow: { create: 'confirmingAnother' } }),
  );
  const [defaultValues] = useState(() => readCreateValues(tab.read(createFormKey)));
  const checker = useMemo(() => formChecker(createLoanForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({
    defaultValues,
    checker,
    onValid: (values) => wizard.send({ type: 'create.submitted', person: createToWire(values) }),
  });
  const { form } = formApi;
  const store = useCallback(() => tab.write(createFormKey, form.state.values), [tab, form]);
  useWhenHidden(store);
  const listeners = { onBlur: store };
  useEffect(() => {
    if (takesFocus) focusField('name');
  }, [takesFocus]);
  useEarlyInput(formApi, services.takeEarlyInput);
  return (
    <div className="create split">
      <DomainForm formApi={formApi} label="create.form">
        <Card title={t('create.form')}>
          <FormField name="name" row={createFields.name} as={TextField} listeners={listeners} />
          <FormField name="phone" row={createFields.phone} as={PhoneField} listeners={listeners} />
          <FormField
            name="email"
            row={createFields.email}
            as={EmailField}
            listeners={listeners}
            enterKeyHint="go"
          />
          <EmailSuggestions />
          <SubmitButton busy={isBusy}>{t('create.submit')}</SubmitButton>
          <Progress />
          <p className="create-help text-muted text-small">
            {t('create.submit.help')} <PrivacyLink />
          </p>
        </Card>
      </DomainForm>
      <NextSteps />
      {hasAlert && (
        <Suspense>
          <CreateAlert showErrors={formApi.showServerErrors} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Calls `act` when the page is left or covered, which may be the last that it hears: a browser may end it then.
 * @param act keep the same function
 */
function useWhenHidden(act: () => void): void {
  useEffect(() => {
    const shown = new AbortController();
    window.addEventListener('pagehide', act, shown);
    window.addEventListener('visibilitychange', act, shown);
    return () => shown.abort();
  }, [act]);
}

/** Describes the request that the button is waiting for. */
function Progress() {
  const checking = useWizardState((now) => now.matches({ flow: { create: 'checkingEmail' } }));
  const creating = useWizardState((now) => now.matches({ flow: { create: 'creating' } }));
  return (
    <p className="live-region text-muted" role="status">
      {checking && t('create.checkingEmail')}
      {creating && t('create.creating')}
    </p>
  );
}

const steps: readonly { title: MessageId; time: MessageId }[] = [
  { title: 'create.step.student', time: 'create.step.student.time' },
  { title: 'create.step.applicant', time: 'create.step.applicant.time' },
  { title: 'create.step.status', time: 'create.step.status.time' },
];

/** Shows a loan's cost by an example, and the next three steps with their time. */
function NextSteps() {
  return (
    <section className="stack-s3" aria-labelledby="next-steps-title">
      <SamplePlan />
      <h2 id="next-steps-title" className="next-steps-title">
        {t('create.steps')}
      </h2>
      <ol className="next-steps-list">
        {steps.map(({ title, time }) => (
          <li key={title}>
            <strong>{t(title)}</strong> <span className="text-muted text-small">{t(time)}</span>
          </li>
        ))}
      </ol>
      <p className="text-muted text-small">{t('create.atHand')}</p>
    </section>
  );
}

function SamplePlan() {
  const intl = useIntl();
  const { instalments, now, total, apr } = samplePlan();
  return (
    <div className="sample-plan">
      <p>
        {t('create.sample', { fees: formatRupees(sampleFee) })}
        <br />
        <strong>
          {t('create.sample.instalment', {
            amount: formatRupees(instalments.amount),
            count: instalments.count,
          })}
        </strong>
      </p>
      <p className="text-muted text-small">
        {t('create.sample.cost', {
          now: formatRupees(now.total),
          last: formatRupees(instalments.last),
          total: formatRupees(total),
          rate: rateText(intl, apr ?? '0'),
        })}
      </p>
    </div>
  );
}

/**
 * Alerts of the create form: an application begun before, a refused address, a refused creation, no answer (section 8).
 * @param props.showErrors marks the answers that were refused, once the alert is read
 */
function CreateAlert({ showErrors }: { showErrors: (issues: readonly Issue[]) => void }) {
  useMessages('secondary');
  const wizard = useWizard();
  const emailRefused = useWizardState((now) => now.matches({ flow: { create: 'emailRefused' } }));
  const earlier = useWizardState((now) =>
    now.matches({ flow: { create: 'confirmingAnother' } }) ? now.context.earlierLoan : null,
  );
  const intl = useIntl();
  const failed = useWizardState((now) => now.matches({ flow: { create: 'failed' } }));
  const alert = useWizardState(({ context }) => context.alert);
  const label = t('common.ok');
  const close = (issues: readonly Issue[] = []) => {
    wizard.send({ type: 'alert.dismissed' });
    if (issues.length > 0) showErrors(issues);
  };

  if (earlier) {
    const { loanId, institution } = earlier;
    return (
      <Dialog
        role="alertdialog"
        close={intl.formatMessage({ id: 'create.earlier.close' })}
        title={t('create.earlier.title', {
          institution: institution === null ? 'none' : 'known',
          name: institution,
        })}
        onCancel={() => wizard.send({ type: 'dialog.cancelled' })}
        actions={
          <>
            <Button onPress={() => wizard.send({ type: 'create.confirmed' })}>
              {t('create.earlier.another')}
            </Button>
            <Button kind="primary" onPress={() => wizard.send({ type: 'loan.continued', loanId })}>
              {t('create.earlier.continue')}
            </Button>
          </>
        }
      >
        {t('create.earlier.help')}
      </Dialog>
    );
  }
  if (emailRefused) {
    return (
      <Alert
        message={t('create.email.refused')}
        action={{ label, onPress: () => close([{ field: 'email', code: 'create.email.refused' }]) }}
      >
        <p>{t('create.email.refused.help')}</p>
      </Alert>
    );
  }
  if (!failed || !alert) return null;
  if (alert.kind === 'refused') {
    const issues = alert.errors.filter(({ field }) => field in createLoanForm.fields);
    return (
      <Alert message={<RefusalMessage refusal={alert} />} action={{ label, onPress: () => close(issues) }} />
    );
  }
  return (
    <Alert message={t('create.noResponse')} action={{ label, onPress: () => close() }}>
      <p>{t('create.noResponse.help')}</p>
    </Alert>
  );
}
