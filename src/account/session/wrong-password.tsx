/** That a one-time password is wrong, and how often another one can still be tried. */
import { useSelector } from '@xstate/react';
import type { MessageId } from '../../../locales/index.ts';
import type { PasswordActor } from '../../one-time-password/actor.ts';
import { t } from '../../i18n/i18n.tsx';

export interface WrongPasswordProps {
  password: PasswordActor;
  /** In place of it, where the answer has more than the password. */
  message?: MessageId | undefined;
}

export function WrongPassword({ password, message }: WrongPasswordProps) {
  const tries = useSelector(password, ({ context }) => context.triesLeft);
  if (message || tries === null) return t(message ?? 'account.error.otpInvalid');
  return t('account.otp.error.wrong', { tries });
}
