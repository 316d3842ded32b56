/** The form of a query or a complaint: with who writes, and for a customer without. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  contactForms,
  customerQueryFields,
  grievanceFields,
  visitorFields,
} from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { Form } from '../../../domain/values/check.ts';
import type { Conversation, ConversationKind, Grievance } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import {
  useDomainForm,
  DomainForm,
  FormField,
  useServerErrors,
  formChecker,
} from '../../form/domain-form.tsx';
import { EmailField, PhoneField, TextField } from '../../form/fields.tsx';
import type { DomainFormApi } from '../../form/form-context.ts';
import { useApiMutation } from '../../data/mutation.ts';
import { useLanguage, t } from '../../i18n/i18n.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { SelectField, TextAreaField } from '../../form/more-fields.tsx';
import { useApiQuery } from '../../data/query.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { useGrievanceRedressal } from '../grievance/redressal.ts';
import { SubmissionConfirmation } from '../submission-confirmation.tsx';
import { useServices } from '../services.ts';
import { SubmissionFailure } from '../call-failure.tsx';
import { GrievanceFacts } from './grievance-status.tsx';

const empty = { name: '', mobile: '', email: '', query: '', loan_id: '', lender_id: '' };

interface ContactFormProps {
  /** The kind that is chosen at first. */
  firstKind: ConversationKind;
  /** Called with what a customer has sent. If absent, the writer is a visitor, who adds name and addresses. */
  onSent?: (conversation: Conversation) => void;
}

const formTitles = {
  query: 'contact.form',
  grievance: 'contact.complaint.form',
} as const satisfies Record<ConversationKind, MessageId>;

const textRows = { query: customerQueryFields.query, grievance: grievanceFields.query } as const;

export function ContactForm({ firstKind, onSent }: ContactFormProps) {
  const { today } = useServices();
  const { language } = useLanguage();
  const [kind, setKind] = useState(firstKind);
  const isGrievance = kind === 'grievance';
  const isCustomer = onSent !== undefined;
  const asVisitor = useApiMutation('startConversation');
  const asCustomer = useApiMutation('startMyConversation', onSent);
  const { isPending, isSuccess, error, reset } = isCustomer ? asCustomer : asVisitor;
  const form: Form = contactForms[kind][isCustomer ? 'customer' : 'visitor'];
  const checker = useMemo(() => formChecker(form, { today: today() }), [form, today]);
  const { formApi } = useDomainForm({
    defaultValues: empty,
    checker,
    onValid: ({ query, loan_id, lender_id: lender, ...visitor }) => {
      const message = { kind, query, language, ...(isGrievance && lender && { lender_id: Number(lender) }) };
      if (isCustomer) asCustomer.mutate({ body: { ...message, ...(isGrievance && loan_id && { loan_id }) } });
      else asVisitor.mutate({ body: { ...visitor, ...message } });
    },
  });
  useServerErrors(formApi, error);
  if (isSuccess) {
    const grievance = isCustomer ? asCustomer.data?.grievance : asVisitor.data;
    return (
      <SentContact
        formApi={formApi}
        onAnother={reset}
        grievance={grievance ?? null}
        isCustomer={isCustomer}
      />
    );
  }
  return (
    <DomainForm formApi={formApi} label={formTitles[kind]}>
      <Card title={t(formTitles[kind])}>
        <KindChoice kind={kind} onChoose={setKind} />
        {!isCustomer && (
          <>
            <FormField name="name" row={visitorFields.name} as={TextField} />
            <FormField name="mobile" row={visitorFields.mobile} as={PhoneField} />
            <FormField name="email" row={visitorFields.email} as={EmailField} />
          </>
        )}
        {isGrievance && (
          <>
            {isCustomer && <LoanField />}
            <LenderField />
          </>
        )}
        <FormField
          key={kind}
          name="query"
          row={textRows[kind]}
          as={TextAreaField}
          rows={6}
          maxLength={limits.supportTextMaxLength}
        />
        {isGrievance && <AnswerPromise />}
        <SubmissionFailure failure={error} />
        <SubmitButton busy={isPending}>{t('contact.send')}</SubmitButton>
      </Card>
    </DomainForm>
  );
}

/** Promises an answer within a number of days. */
function AnswerPromise() {
  const { data } = useGrievanceRedressal();
  return data && <p>{t('contact.complaint.promise', { days: data.answer_days })}</p>;
}

interface SentContactProps {
  formApi: DomainFormApi;
  isCustomer: boolean;
  /** Null for a query. */
  grievance: Grievance | null;
  onAnother: () => void;
}

function SentContact({ formApi: { form }, isCustomer, grievance, onAnother }: SentContactProps) {
  const startAnother = () => {
    form.reset();
    onAnother();
    // The form replaces the button.
    requestAnimationFrame(() => focusField(kindChoiceId));
  };
  return (
    <SubmissionConfirmation title={t(grievance ? 'contact.complaint.sent' : 'contact.sent')}>
      {grievance && (
        <>
          <GrievanceFacts grievance={grievance} />
          <p>{t('contact.complaint.sent.help')}</p>
        </>
      )}
      <p>{t(isCustomer ? 'contact.sent.customer' : 'contact.sent.help')}</p>
      <div>
        <Button onPress={startAnother}>{t('contact.another')}</Button>
      </div>
    </SubmissionConfirmation>
  );
}

const mostLoans = 50;

/** Inputs for the loan of a complaint and its lender; each is omitted if its list cannot be read. */
function LoanField() {
  const { data } = useApiQuery('listMyLoans', { query: { page_length: mostLoans } });
  if (!data || data.loans.length === 0) return null;
  const options = data.loans.map(({ loan_id: value, loan_number: number, institution_name: name }) => ({
    value,
    label: name === null ? number : `${number}, ${name}`,
  }));
  return <FormField name="loan_id" row={grievanceFields.loan_id} as={SelectField} options={options} />;
}

function LenderField() {
  const { data } = useGrievanceRedressal();
  if (!data || data.lenders.length === 0) return null;
  const options = data.lenders.map(({ lender_id: id, name: label }) => ({ value: String(id), label }));
  return <FormField name="lender_id" row={grievanceFields.lender_id} as={SelectField} options={options} />;
}

const kinds = {
  query: 'contact.kind.query',
  grievance: 'contact.kind.grievance',
} as const satisfies Record<ConversationKind, MessageId>;

/** The id of its input. */
const kindChoiceId = 'contact-kind';

interface KindChoiceProps {
  kind: ConversationKind;
  onChoose: (kind: ConversationKind) => void;
}

/** Asks for a question or a complaint, which has a number and a day by which it is answered. */
function KindChoice({ kind, onChoose }: KindChoiceProps) {
  const intl = useIntl();
  return (
    <RadioGroup
      id={kindChoiceId}
      label={t('contact.kind.label')}
      value={kind}
      options={Object.entries(kinds).map(([value, id]) => ({ value, label: intl.formatMessage({ id }) }))}
      onValue={(value) => onChoose(value as ConversationKind)}
    />
  );
}
