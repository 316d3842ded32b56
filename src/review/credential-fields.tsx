/** The fields by which staff sign in and choose a password, and why a call with them failed. */
import { useState } from 'react';
import type { Failure } from '../../machines/outcome.ts';
import type { BoundFieldProps } from '../form/field-binding.tsx';
import { TextField } from '../form/fields.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { t } from '../i18n/i18n.tsx';

/** The keyboard of a phone changes nothing of what is typed. */
const asTyped = { autoCapitalize: 'none', spellCheck: false, enterKeyHint: undefined } as const;

export function PasswordField(props: BoundFieldProps) {
  return <TextField {...props} {...asTyped} type="password" autoComplete="current-password" />;
}

/** It is typed once, so it can be shown. */
export function NewPasswordField(props: BoundFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField {...props} {...asTyped} type={isShown ? 'text' : 'password'} autoComplete="new-password" />
      <Switch id="password-shown" label={t('review.password.show')} checked={isShown} onChecked={setShown} />
    </>
  );
}

/** An input for a code of the authenticator app, or a recovery code. */
export function CodeField(props: BoundFieldProps) {
  return <TextField {...props} {...asTyped} autoComplete="one-time-code" />;
}

/** Explains a failed call that is not reported at a field. */
export function CallFailure({ failure }: { failure: Failure }) {
  if (failure.kind !== 'refused' || failure.status !== 429) return t('review.signIn.noResponse');
  const minutes = Math.max(1, Math.ceil((failure.retryAfter ?? 60) / 60));
  return t('review.password.locked', { minutes });
}

/** Returns whether a failure is reported at a field. */
export const isAtField = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 400;
