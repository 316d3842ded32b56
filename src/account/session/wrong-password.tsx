/** Says that a one-time password is wrong, and how many tries are left. */
import { useSelector } from '@xstate/react';
import type { MessageId } from '../../../locales/index.ts';
import type { PasswordActor } from '../../one-time-password/actor.ts';
import { t } from '../../i18n/i18n.tsx';

export interface WrongPasswordProps {
  password: PasswordActor;
  /** The message in its place, if the answer has more than the password. */
  message?: MessageId | undefined;
}

export function WrongPassword({ password, message }: WrongPasswordProps) {
  const tries = useSelector(password, ({ context }) => context.triesLeft);
  if (message || tries === null) return t(message ?? 'account.error.otpInvalid');
  return t('account.otp.error.wrong', { tries });
}
