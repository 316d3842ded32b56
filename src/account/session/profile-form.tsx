/** A form for a customer's name and e-mail, used by the sign-up and the profile. */
import { type ReactNode, useState } from 'react';
import { profileForm } from '../../../domain/forms/account.ts';
import { trimText } from '../../../domain/forms/create.ts';
import { unlikelyEmail } from '../../../domain/forms/email-suggestions.ts';
import type { Language, Profile } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import {
  useDomainForm,
  DomainForm,
  FormField,
  useServerErrors,
  formChecker,
} from '../../form/domain-form.tsx';
import { EmailField, TextField } from '../../form/fields.tsx';
import { EmailSuggestions } from '../../form/field-suggestions.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { FormActions, SubmitButton } from '../../ui/button.tsx';
import { useServices } from '../services.ts';
import { SubmissionFailure } from '../call-failure.tsx';
import { t } from '../../i18n/i18n.tsx';

export interface ProfileValues {
  name: string;
  email: string;
}

export interface ProfileFormProps {
  /** The stored values. Keep the same object: a changed one resets an untouched form. */
  values: ProfileValues;
  language: Language;
  submit: MessageId;
  onChange?: (values: ProfileValues) => void;
  onSaved: (profile: Profile) => void;
  /** Called by the back button; omitted if there is no way back. */
  onCancel?: () => void;
  /** Further inputs below the e-mail. */
  children?: ReactNode;
}

const fields = {
  name: {
    label: 'account.name.label',
    hint: 'account.name.hint',
    autoComplete: 'name',
    autoCapitalize: 'words',
    strippedMessage: 'app.stripped.letters',
  },
  email: { label: 'account.email.label', hint: 'account.email.hint', warning: unlikelyEmail },
} as const;

export function ProfileForm(props: ProfileFormProps) {
  const { values, language, submit, onChange, onSaved, onCancel, children } = props;
  const { today } = useServices();
  const { isPending: busy, error, mutate } = useApiMutation('saveProfile', onSaved);
  const [checker] = useState(() => formChecker(profileForm, { today: today() }));
  const { formApi } = useDomainForm({
    defaultValues: values,
    checker,
    onChange,
    onValid: ({ name, email }) =>
      mutate({ body: { name: trimText(name), email: trimText(email), language } }),
  });
  useServerErrors(formApi, error);
  return (
    <DomainForm formApi={formApi}>
      <SubmissionFailure failure={error} />
      <FormField name="name" row={fields.name} as={TextField} />
      <FormField name="email" row={fields.email} as={EmailField} enterKeyHint="go" />
      <EmailSuggestions />
      {children}
      {onCancel ? (
        <FormActions cancel={t('account.cancel')} onCancel={onCancel} submit={t(submit)} busy={busy} />
      ) : (
        <SubmitButton busy={busy}>{t(submit)}</SubmitButton>
      )}
    </DomainForm>
  );
}
