/** Requests a one-time password once the cooldown is over; until then it says how long that takes. */
import { useSelector } from '@xstate/react';
import type { MessageId } from '../../locales/index.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { t } from '../i18n/i18n.tsx';
import type { PasswordActor } from './actor.ts';

export interface RequestPasswordButtonProps extends Pick<ButtonProps, 'kind' | 'wide'> {
  password: PasswordActor;
  message: MessageId;
  /** The message with the {seconds} that are left. */
  countdown: MessageId;
}

/** The number of seconds above which the button shows no countdown. */
const maxShownSeconds = 100;

export function RequestPasswordButton({ password, message, countdown, ...look }: RequestPasswordButtonProps) {
  const isPaused = useSelector(password, (now) => now.matches({ cooldown: 'running' }));
  const seconds = useSelector(password, ({ context }) => context.secondsLeft);
  const isSending = useSelector(password, (now) => now.matches({ entry: 'sending' }));
  return (
    <Button
      {...look}
      busy={isSending}
      disabled={isPaused}
      onPress={() => password.send({ type: 'password.requested' })}
    >
      {isPaused && seconds < maxShownSeconds ? t(countdown, { seconds }) : t(message)}
    </Button>
  );
}
