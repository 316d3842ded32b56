/** Create Application: who applies. The first words that somebody reads (specification, sections 2, 5 and 8). */
import { Suspense, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { createFields, type CreateValues, createForm, createToWire } from '../../../domain/create.ts';
import { useDomainForm } from '../../form/app-form.ts';
import { formChecker } from '../../form/checker.ts';
import { DomainForm } from '../../form/DomainForm.tsx';
import { EmailField, PhoneField, TextField } from '../../form/fields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useWizard, useWizardState } from '../wizard-actor.tsx';
import { CreateAlert } from '../secondary-chunk.ts';
import { useServices } from '../services.ts';
import { NextSteps } from './NextSteps.tsx';
import './create.css';

const storageKey = 'create';

export function CreateScreen() {
  const intl = useIntl();
  const wizard = useWizard();
  const { tab, today } = useServices();
  const busy = useWizardState((now) => now.hasTag('busy'));
  const hasAlert = useWizardState(
    (now) => now.matches({ create: 'emailRefused' }) || now.matches({ create: 'failed' }),
  );
  const [defaultValues] = useState(() => storedValues(tab.read(storageKey)));
  const checker = useMemo(() => formChecker(createForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({
    defaultValues,
    checker,
    onValid: (values) => wizard.send({ type: 'create.submitted', person: createToWire(values) }),
    onChange: (values) => tab.write(storageKey, values),
  });
  return (
    <>
      <DomainForm formApi={formApi} label={intl.formatMessage({ id: 'create.form' })}>
        <Card title={<FormattedMessage id="create.form" />}>
          <FormField name="name" row={createFields.name} as={TextField} />
          <FormField name="phone" row={createFields.phone} as={PhoneField} />
          <FormField name="email" row={createFields.email} as={EmailField} enterKeyHint="go" />
          <Actions>
            <Button kind="primary" type="submit" wide busy={busy}>
              <FormattedMessage id="create.submit" />
            </Button>
          </Actions>
          <Progress />
        </Card>
      </DomainForm>
      <NextSteps />
      {hasAlert && (
        <Suspense>
          <CreateAlert showErrors={formApi.showServerErrors} />
        </Suspense>
      )}
    </>
  );
}

/** What the button is waiting for, in words. */
function Progress() {
  const checking = useWizardState((now) => now.matches({ create: 'checkingEmail' }));
  const creating = useWizardState((now) => now.matches({ create: 'creating' }));
  return (
    <p className="create-progress text-muted" role="status">
      {checking && <FormattedMessage id="create.checkingEmail" />}
      {creating && <FormattedMessage id="create.creating" />}
    </p>
  );
}

/** What the inputs held before a reload or a Back; an older page may have kept anything. */
function storedValues(stored: unknown): CreateValues {
  const before = (stored ?? {}) as Partial<Record<keyof CreateValues, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(before.name), phone: text(before.phone), email: text(before.email) };
}
