/** Explains a failed one-time password, and the time from which it can be tried again. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { Banner } from '../ui/banner.tsx';
import { withNonBreakingTime } from '../ui/moment-text.ts';
import { t } from '../i18n/i18n.tsx';
import type { PasswordActor } from './actor.ts';
import { useEntryState } from './entry-state.ts';

export interface PasswordNoticeProps {
  password: PasswordActor;
  /** The message of each state that has one; {when} is a time of the clock. */
  messages: Readonly<Partial<Record<string, MessageId>>>;
}

const minuteMs = 60_000;

/** The time is a minute of the clock, so that a screen reader does not announce each second. */
export function PasswordNotice({ password, messages }: PasswordNoticeProps) {
  const intl = useIntl();
  const state = useEntryState(password);
  const resendAt = useSelector(password, ({ context }) => context.resendAt);
  const box = useRef<HTMLDivElement>(null);
  // The control that was pressed is removed or disabled.
  const takesFocus = state === 'attemptsExhausted' || state === 'awaitingRequest.rateLimited';
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const message = messages[state];
  if (!message) return null;
  const when = withNonBreakingTime(
    intl.formatDate(Math.round(resendAt / minuteMs) * minuteMs, {
      weekday: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }),
  );
  return (
    <Banner kind="notice" role="alert" ref={box}>
      <p>{t(message, { when })}</p>
    </Banner>
  );
}
