/** Requests a one-time password, and takes it with the other inputs of its answer. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useId, useState } from 'react';
import { limits } from '../../../domain/values/limits.ts';
import type { PasswordAnswer } from '../../../domain/forms/one-time-password.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { PasswordActor } from '../../one-time-password/actor.ts';
import { usePasswordEntry } from '../../one-time-password/entry-state.ts';
import { PasswordInput } from '../../one-time-password/password-input.tsx';
import { PasswordNotice } from '../../one-time-password/password-notice.tsx';
import { RequestPasswordButton } from '../../one-time-password/request-password-button.tsx';
import { Actions, Button, type ButtonProps, SubmitButton } from '../../ui/button.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CallFailure } from '../call-failure.tsx';
import { WrongPassword } from './wrong-password.tsx';

export interface PasswordStepProps {
  password: PasswordActor;
  /** The texts shown before and after a password was sent. */
  intro: ReactNode;
  sent: ReactNode;
  /** The look of the button that requests a password, where another one comes first. */
  requestKind?: ButtonProps['kind'];
  /** The label of the button that checks the password. */
  submit: MessageId;
  /** The label of the password's input. */
  label?: MessageId;
  /** The message of a wrong password. */
  wrong?: MessageId;
  /** The rest of the answer. */
  rest?: Omit<PasswordAnswer, 'otp'>;
  /** Called before the answer is checked; false if one of the further inputs has an error, which it then shows. */
  isRestValid?: () => boolean;
  /** Further inputs below that of the password. */
  children?: ReactNode;
}

const countdown = { countdown: 'account.otp.anotherIn' } as const;

const notices: Readonly<Partial<Record<string, MessageId>>> = {
  'awaitingRequest.notSent': 'account.otp.notSent',
  'awaitingRequest.rateLimited': 'account.otp.rateLimited',
  'awaitingRequest.undeliverable': 'account.otp.error.undeliverable',
  'enteringPassword.notSent': 'account.otp.notSent',
  'enteringPassword.rateLimited': 'account.otp.rateLimited',
  'enteringPassword.noResponse': 'account.otp.noResponse',
  attemptsExhausted: 'account.otp.exhausted',
};

export function PasswordStep(props: PasswordStepProps) {
  const { password, intro, sent, requestKind = 'primary' } = props;
  const { state, wasSent, isRequesting } = usePasswordEntry(password);
  const refusal = useSelector(password, ({ context }) => context.refusal);
  return (
    <div className="stack">
      {state !== 'attemptsExhausted' && (
        <p role="status" className="live-region">
          {state === 'sending' ? t('account.otp.sending') : wasSent ? sent : intro}
        </p>
      )}
      {refusal ? (
        <CallFailure failure={refusal} />
      ) : (
        <PasswordNotice password={password} messages={notices} />
      )}
      {isRequesting && (
        <Actions>
          {refusal === null && state in notices && state !== 'awaitingRequest.undeliverable' && (
            <Button wide onPress={() => password.send({ type: 'password.alreadyReceived' })}>
              {t('account.otp.alreadyReceived')}
            </Button>
          )}
          <RequestPasswordButton
            {...countdown}
            password={password}
            message="account.otp.send"
            kind={requestKind}
            wide
          />
        </Actions>
      )}
      {!isRequesting && state !== 'attemptsExhausted' && <PasswordForm {...props} state={state} />}
    </div>
  );
}

function PasswordForm(props: PasswordStepProps & { state: string }) {
  const { password, submit, label = 'account.otp.label', wrong } = props;
  const { rest, isRestValid, children, state } = props;
  const id = useId();
  const [otp, setOtp] = useState('');
  const refused = useSelector(password, ({ context }) => context.refusedFields);
  const error =
    state === 'enteringPassword.wrongPassword' ? (
      <WrongPassword password={password} message={wrong} />
    ) : (
      errorOf(state, otp)
    );
  const isAboutOtherField = refused.length > 0 && !refused.includes('otp');
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRestValid?.() === false) return;
        password.send({ type: 'password.entered', answer: { otp, ...rest } });
      }}
    >
      <PasswordInput
        id={id}
        password={password}
        label={t(label)}
        hint={t('account.otp.hint', { count: limits.oneTimePasswordDigits })}
        error={!isAboutOtherField && error}
        value={otp}
        onValue={setOtp}
        another={{ ...countdown, message: 'account.otp.another' }}
      />
      {children}
      <div>
        <SubmitButton busy={state === 'checking'}>{t(submit)}</SubmitButton>
        <p className="visually-hidden" role="status">
          {state === 'checking' && t('account.otp.checking')}
        </p>
      </div>
    </form>
  );
}

/** Returns the error of the password's own input. */
function errorOf(state: string, otp: string): ReactNode {
  switch (state) {
    case 'enteringPassword.incomplete':
      if (otp === '') return t('account.error.otpMissing');
      return otp.length < limits.oneTimePasswordDigits && t('account.error.otpInvalid');
    case 'enteringPassword.expired':
      return t('account.otp.error.expired');
    default:
      return undefined;
  }
}
