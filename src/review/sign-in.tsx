/** Sign-in to the desk: the form, and its page. */
import { useMemo, useState } from 'react';
import type { SignIn as Credentials } from '../../domain/values/wire.ts';
import { useDomainForm, DomainForm, FormField } from '../form/domain-form.tsx';
import { useEarlyInput } from '../form/early-input.ts';
import { EmailField } from '../form/fields.tsx';
import { useMutation } from '../data/mutation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { t } from '../i18n/i18n.tsx';
import { CodeField, PasswordField } from './credential-fields.tsx';
import { createFieldChecker, required } from './field-checker.ts';
import { Frame } from './frame.tsx';
import { useServices } from './services.ts';
import { type SignInRefusal, signInRefusalOf } from './sign-in-refusal.ts';
import './sign-in.css';

export function SignInPage() {
  return (
    <Frame title="review.signIn.title" heading={false}>
      <div className="sign-in">
        <div className="stack-s1">
          <h1>{t('review.signIn.title')}</h1>
          <p className="text-muted">{t('review.signIn.lead')}</p>
        </div>
        <Card>
          <SignInForm email="" />
          <p className="text-muted text-small">{t('review.signIn.forgotten')}</p>
        </Card>
      </div>
    </Frame>
  );
}

const fields = {
  email: { label: 'review.signIn.email', autoComplete: 'username' },
  password: { label: 'review.signIn.password' },
  code: { label: 'review.signIn.code', hint: 'review.signIn.code.hint' },
};

export function SignInForm({ email }: { email: string }) {
  const { session, signIn, takeEarlyInput } = useServices();
  const { isPending, error, mutate } = useMutation({
    mutationFn: (credentials: Credentials, signal) => signIn(credentials, { signal }),
    onSuccess: (person) => session.send({ type: 'session.started', person }),
  });
  const refusal = error && signInRefusalOf(error);
  // The field stays during the check of the code that it was shown for.
  const [needsCode, setNeedsCode] = useState(false);
  if (!needsCode && refusal?.reason === 'codeRequired') setNeedsCode(true);
  const defaultValues = useMemo<Required<Credentials>>(() => ({ email, password: '', code: '' }), [email]);
  const { formApi } = useDomainForm({
    defaultValues,
    checker,
    onValid: ({ email: typed, password, code }) =>
      mutate({ email: typed.trim(), password, ...(code.trim() && { code }) }),
  });
  useEarlyInput(formApi, takeEarlyInput);
  return (
    <DomainForm formApi={formApi}>
      {refusal && <Refused refusal={refusal} />}
      <FormField name="email" row={fields.email} as={EmailField} />
      <FormField name="password" row={fields.password} as={PasswordField} />
      {needsCode && <FormField name="code" row={fields.code} as={CodeField} />}
      <Button kind="primary" type="submit" busy={isPending} wide>
        {t('review.signIn.submit')}
      </Button>
    </DomainForm>
  );
}

/** The same message whether the address is known or not. */
function Refused({ refusal }: { refusal: SignInRefusal }) {
  return (
    <p className="sign-in-error" role="alert">
      <AlertIcon />
      <span>
        {refusal.reason === 'locked' && refusal.seconds !== null
          ? t('review.signIn.locked', { minutes: Math.max(1, Math.ceil(refusal.seconds / 60)) })
          : t(refusalMessages[refusal.reason])}
      </span>
    </p>
  );
}

const refusalMessages = {
  wrong: 'review.signIn.wrong',
  codeRequired: 'review.signIn.code.required',
  codeWrong: 'review.signIn.code.wrong',
  notEnrolled: 'review.signIn.enrolment',
  locked: 'review.signIn.lockedLong',
  noResponse: 'review.signIn.noResponse',
} as const satisfies Record<SignInRefusal['reason'], string>;

/** The sign-in requires both fields and does not check the format of the address. */
const checker = createFieldChecker({
  email: required('review.signIn.email.required'),
  password: required('review.signIn.password.required'),
});
