/** The input of a one-time password, which the browser offers from the SMS (autocomplete) or fills in (WebOTP). */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { extractOneTimePassword } from '../../domain/forms/one-time-password.ts';
import { focusField } from '../ui/error-summary.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { PasswordActor } from './actor.ts';
import { RequestPasswordButton, type RequestPasswordButtonProps } from './request-password-button.tsx';
import './password-input.css';

export interface PasswordInputProps {
  id: string;
  password: PasswordActor;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  value: string;
  onValue: (otp: string) => void;
  /** The messages of the button below, which requests another password. */
  another: Pick<RequestPasswordButtonProps, 'message' | 'countdown'>;
}

/** Each prompt to enter the password moves the focus here. */
export function PasswordInput({ password, onValue, error, another, ...props }: PasswordInputProps) {
  const { id } = props;
  const attempt = useSelector(password, ({ context }) => context.attempt);
  useEffect(() => {
    if (attempt === 0) return;
    focusField(id);
    // The text is selected, so that typing or pasting replaces it.
    document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.select();
  }, [attempt, id]);
  const change = (otp: string) => {
    onValue(otp);
    password.send({ type: 'answer.changed' });
  };
  usePasswordOfSms(change);
  return (
    <div className="password-input">
      <TextInput
        {...props}
        onValue={change}
        error={error && <span role="alert">{error}</span>}
        size="s"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        clean={extractOneTimePassword}
      />
      <RequestPasswordButton {...another} password={password} kind="quiet" />
    </div>
  );
}

/** WebOTP, which TypeScript's types do not have yet. */
type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };

/**
 * Calls `onPassword` with the password of an SMS whose last line names this site, if the browser has WebOTP and the
 * person agrees. The request ends with the component.
 */
function usePasswordOfSms(onPassword: (otp: string) => void): void {
  const enter = useEffectEvent(onPassword);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const controller = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const { code } = (credential ?? {}) as { code?: unknown };
        if (typeof code === 'string') enter(extractOneTimePassword(code));
      },
      // The request was aborted or refused, or no SMS came: the password is typed.
      () => undefined,
    );
    return () => controller.abort();
  }, []);
}
