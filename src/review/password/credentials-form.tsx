/** The form in which somebody who is signed in proves to be the owner of the account, and chooses a new password. */
import { useMemo } from 'react';
import type { PresentCredentials, Reviewer } from '../../../domain/values/wire.ts';
import { newPasswordIssue } from '../../../domain/forms/staff-password.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useDomainForm, DomainForm, FormField, useServerErrors } from '../../form/domain-form.tsx';
import type { Mutation } from '../../data/mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { CallFailure, CodeField, isAtField, NewPasswordField, PasswordField } from '../credential-fields.tsx';
import { createFieldChecker, type FieldRule, required } from '../field-checker.ts';
import { t } from '../../i18n/i18n.tsx';

/** `new_password` is empty where none is chosen. */
export type TypedCredentials = PresentCredentials & { new_password: string };

export interface CredentialsFormProps {
  reviewer: Reviewer;
  sending: Pick<Mutation, 'isPending' | 'isSuccess' | 'error'>;
  onSubmit: (typed: TypedCredentials) => void;
  submitMessage: MessageId;
  /** Whether a new password is chosen. */
  choosesPassword?: boolean;
}

const empty = { password: '', new_password: '', code: '' };

const rows = {
  password: { label: 'review.password.present' },
  newPassword: { label: 'review.password.new', hint: 'review.password.new.hint' },
  code: { label: 'review.signIn.code', hint: 'review.signIn.code.hint' },
};

export function CredentialsForm({
  reviewer: { email, has_second_factor: needsCode },
  sending: { isPending, isSuccess, error },
  onSubmit,
  submitMessage,
  choosesPassword = false,
}: CredentialsFormProps) {
  const checker = useMemo(() => {
    const rules: Record<string, FieldRule> = {
      password: required('review.signIn.password.required'),
      ...(choosesPassword && { new_password: (typed) => newPasswordIssue(typed, email) }),
      ...(needsCode && { code: required('review.signIn.code.required') }),
    };
    return createFieldChecker(rules);
  }, [email, needsCode, choosesPassword]);
  const { formApi } = useDomainForm({
    defaultValues: empty,
    checker,
    onValid: ({ code, ...passwords }) => onSubmit({ ...passwords, ...(needsCode && { code }) }),
  });
  useServerErrors(formApi, error);
  return (
    <DomainForm formApi={formApi}>
      {/* For password managers, which store the address with the password. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <FormField name="password" row={rows.password} as={PasswordField} />
      {choosesPassword && <FormField name="new_password" row={rows.newPassword} as={NewPasswordField} />}
      {needsCode && <FormField name="code" row={rows.code} as={CodeField} />}
      {error && !isAtField(error) && (
        <ErrorNote role="alert">
          <CallFailure failure={error} />
        </ErrorNote>
      )}
      <Button kind="primary" type="submit" busy={isPending || isSuccess} wide>
        {t(submitMessage)}
      </Button>
    </DomainForm>
  );
}
