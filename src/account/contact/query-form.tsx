/** The forms of a query: with who asks, and for a customer without. */
import { type ReactNode, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  contactFields,
  contactForm,
  customerQueryFields,
  customerQueryForm,
} from '../../../domain/contact.ts';
import { limits } from '../../../domain/limits.ts';
import type { Conversation } from '../../../domain/wire.ts';
import { useDomainForm } from '../../form/app-form.ts';
import { formChecker } from '../../form/checker.ts';
import { DomainForm } from '../../form/DomainForm.tsx';
import { EmailField, PhoneField, TextField } from '../../form/fields.tsx';
import type { DomainFormApi } from '../../form/form-context.ts';
import { FormField } from '../../form/FormField.tsx';
import { TextAreaField } from '../../form/TextAreaField.tsx';
import { type FormSubmission, useFormSubmission } from '../../hooks/form-submission.ts';
import { useLanguage } from '../../i18n.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useServerErrors } from '../../form/server-errors.ts';
import { useServices } from '../services.ts';
import { SubmissionFailure } from '../submission-failure.tsx';

const emptyVisitor = { name: '', mobile: '', email: '', query: '' };
const emptyQuery = { query: '' };

/** For who is not signed in. */
export function VisitorQueryForm() {
  const { call, today } = useServices();
  const { language } = useLanguage();
  const submission = useFormSubmission<typeof emptyVisitor>((values, signal) =>
    call('startConversation', { body: { ...values, language } }, { signal }),
  );
  const checker = useMemo(() => formChecker(contactForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({ defaultValues: emptyVisitor, checker, onValid: submission.submit });
  if (submission.state === 'sent')
    return <Sent formApi={formApi} onAnother={submission.startAnother} isCustomer={false} />;
  return (
    <QueryForm formApi={formApi} submission={submission}>
      <FormField name="name" row={contactFields.name} as={TextField} />
      <FormField name="mobile" row={contactFields.mobile} as={PhoneField} />
      <FormField name="email" row={contactFields.email} as={EmailField} />
    </QueryForm>
  );
}

export function CustomerQueryForm({ onSent }: { onSent: (conversation: Conversation) => void }) {
  const { call, today } = useServices();
  const { language } = useLanguage();
  const submission = useFormSubmission<typeof emptyQuery>(async (values, signal) => {
    const outcome = await call('startMyConversation', { body: { ...values, language } }, { signal });
    if (outcome.kind === 'ok') onSent(outcome.value);
    return outcome;
  });
  const checker = useMemo(() => formChecker(customerQueryForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({ defaultValues: emptyQuery, checker, onValid: submission.submit });
  if (submission.state === 'sent')
    return <Sent formApi={formApi} onAnother={submission.startAnother} isCustomer />;
  return <QueryForm formApi={formApi} submission={submission} />;
}

interface QueryFormProps {
  formApi: DomainFormApi;
  submission: Pick<FormSubmission<never>, 'state' | 'failure'>;
  /** Who asks. */
  children?: ReactNode;
}

function QueryForm({ formApi, submission: { state, failure }, children }: QueryFormProps) {
  const intl = useIntl();
  useServerErrors(formApi, failure);
  return (
    <DomainForm formApi={formApi} label={intl.formatMessage({ id: 'contact.form' })}>
      <Card title={<FormattedMessage id="contact.form" />}>
        {children}
        <FormField
          name="query"
          row={customerQueryFields.query}
          as={TextAreaField}
          rows={6}
          maxLength={limits.supportTextMaxLength}
        />
        <SubmissionFailure failure={failure} />
        <Actions>
          <Button kind="primary" type="submit" wide busy={state === 'sending'}>
            <FormattedMessage id="contact.send" />
          </Button>
        </Actions>
      </Card>
    </DomainForm>
  );
}

interface SentProps {
  formApi: DomainFormApi;
  isCustomer: boolean;
  onAnother: () => void;
}

function Sent({ formApi: { form }, isCustomer, onAnother }: SentProps) {
  const startAnother = () => {
    form.reset();
    onAnother();
  };
  return (
    <div role="status">
      <Card title={<FormattedMessage id="contact.sent" />}>
        <p>
          <FormattedMessage id={isCustomer ? 'contact.sent.customer' : 'contact.sent.help'} />
        </p>
        <div>
          <Button onPress={startAnother}>
            <FormattedMessage id="contact.another" />
          </Button>
        </div>
      </Card>
    </div>
  );
}
