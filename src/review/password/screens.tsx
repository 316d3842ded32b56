/**
 * The own password and second factor of a reviewer, who proves to be the owner of the account: the password is changed,
 * which ends the sessions in other browsers, or another authenticator app is set up, for a new phone or new recovery codes.
 */
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { PresentCredentials } from '../../../domain/values/wire.ts';
import { newPasswordIssue } from '../../../domain/forms/staff-password.ts';
import type { MessageId } from '../../../locales/index.ts';
import { reviewerOf } from '../../../machines/session.ts';
import { useDomainForm, DomainForm, FormField, useServerErrors } from '../../form/domain-form.tsx';
import { type Mutation, useApiMutation } from '../../data/mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { CallFailure, CodeField, isAtField, NewPasswordField, PasswordField } from '../credential-fields.tsx';
import { createFieldChecker, type FieldRule, required } from '../field-checker.ts';
import { Frame } from '../frame.tsx';
import { invitationAddress, queuePath, secondFactorPath } from '../links.ts';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';

export function PasswordScreen() {
  const sending = useApiMutation('changePassword');
  return (
    <Frame
      title="review.password.title"
      home={queuePath}
      narrow
      lead={!sending.isSuccess && t('review.password.lead')}
    >
      <Card>
        {sending.isSuccess ? (
          <>
            <p role="status">{t('review.password.done')}</p>
            <p>
              <a href={queuePath}>{t('review.toQueue')}</a>
            </p>
          </>
        ) : (
          <CredentialsForm
            sending={sending}
            onSubmit={(body) => sending.mutate({ body })}
            submitMessage="review.password.submit"
            choosesPassword
          />
        )}
      </Card>
      <p>
        <a href={secondFactorPath}>{t('review.secondFactor.title')}</a>
      </p>
    </Frame>
  );
}

export function ReplaceSecondFactorScreen() {
  const { history } = useRouter();
  const sending = useApiMutation('replaceSecondFactor', ({ token }) =>
    history.push(invitationAddress(token)),
  );
  return (
    <Frame title="review.secondFactor.title" home={queuePath} narrow lead={t('review.secondFactor.lead')}>
      <Card>
        <CredentialsForm
          sending={sending}
          onSubmit={({ new_password: _, ...body }) => sending.mutate({ body })}
          submitMessage="review.secondFactor.submit"
        />
      </Card>
    </Frame>
  );
}

interface CredentialsFormProps {
  sending: Pick<Mutation, 'isPending' | 'isSuccess' | 'error'>;
  /** Called with an empty `new_password` if none is chosen. */
  onSubmit: (typed: PresentCredentials & { new_password: string }) => void;
  submitMessage: MessageId;
  /** True if a new password is chosen. */
  choosesPassword?: boolean;
}

const empty = { password: '', new_password: '', code: '' };

const rows = {
  password: { label: 'review.password.present' },
  newPassword: { label: 'review.password.new', hint: 'review.password.new.hint' },
  code: { label: 'review.signIn.code', hint: 'review.signIn.code.hint' },
};

function CredentialsForm({
  sending: { isPending, isSuccess, error },
  onSubmit,
  submitMessage,
  choosesPassword = false,
}: CredentialsFormProps) {
  const { session } = useServices();
  const { email = '', has_second_factor: needsCode = false } = useSelector(session, reviewerOf) ?? {};
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
      {/* Password managers store this address with the password. */}
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
