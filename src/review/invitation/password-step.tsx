/** The first step of an invitation: a password is chosen. */
import { useMemo } from 'react';
import { newPasswordIssue } from '../../../domain/forms/staff-password.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useDomainForm, DomainForm, FormField, useServerErrors } from '../../form/domain-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NewPasswordField } from '../credential-fields.tsx';
import { createFieldChecker } from '../field-checker.ts';
import { t } from '../../i18n/i18n.tsx';

export interface PasswordStepProps {
  /** Of the account, which the password must not contain. */
  email: string;
  /** Why the server has refused the password before; null where it has not. */
  failure: Failure | null;
  onChosen: (password: string) => void;
}

const empty = { password: '' };
const field = { label: 'review.password.new', hint: 'review.password.new.hint' };

export function PasswordStep({ email, failure, onChosen }: PasswordStepProps) {
  const checker = useMemo(
    () => createFieldChecker({ password: (typed) => newPasswordIssue(typed, email) }),
    [email],
  );
  const { formApi } = useDomainForm({
    defaultValues: empty,
    checker,
    onValid: ({ password }) => onChosen(password),
  });
  useServerErrors(formApi, failure);
  return (
    <Card>
      <DomainForm formApi={formApi}>
        {/* For password managers, which store the address with the password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormField name="password" row={field} as={NewPasswordField} />
        <Button kind="primary" type="submit" wide>
          {t('review.invitation.password.submit')}
        </Button>
      </DomainForm>
    </Card>
  );
}
