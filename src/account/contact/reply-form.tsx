/** Writes again in a conversation. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { customerReplyFields, customerReplyForm } from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { Conversation } from '../../../domain/values/wire.ts';
import { useDomainForm } from '../../form/app-form.ts';
import { formChecker } from '../../form/checker.ts';
import { DomainForm } from '../../form/domain-form.tsx';
import { FormField } from '../../form/form-field.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { useServerErrors } from '../../form/server-errors.ts';
import { useServices } from '../services.ts';
import { SubmissionFailure } from '../submission-failure.tsx';
import { t } from '../../i18n/text.tsx';

export interface ReplyFormProps {
  conversationId: string;
  /** What is written so far; later ones are not looked at. */
  draft: string;
  onDraft: (text: string) => void;
  onCancel: () => void;
  onSent: (conversation: Conversation) => void;
}

export function ReplyForm({ conversationId, draft, onDraft, onCancel, onSent }: ReplyFormProps) {
  const intl = useIntl();
  const { call, today } = useServices();
  const [defaultValues] = useState({ text: draft });
  const path = { conversation_id: conversationId };
  const { isPending, error, mutate } = useApiMutation(call, 'continueMyConversation', onSent);
  const checker = useMemo(() => formChecker(customerReplyForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({ defaultValues, checker, onValid: (body) => mutate({ path, body }) });
  useServerErrors(formApi, error);
  return (
    <DomainForm formApi={formApi} label={intl.formatMessage({ id: 'contact.reply' })}>
      <FormField
        name="text"
        row={customerReplyFields.text}
        as={TextAreaField}
        rows={4}
        maxLength={limits.supportTextMaxLength}
        listeners={{ onChange: ({ value }) => onDraft(value) }}
      />
      <SubmissionFailure failure={error} />
      <FormActions
        cancel={t('account.cancel')}
        onCancel={onCancel}
        submit={t('contact.send')}
        busy={isPending}
      />
    </DomainForm>
  );
}
