/**
 * Re-entry (decision 2a): the loan's token is not on this device, so a one-time password opens it. Whether there is
 * such a loan, nothing here tells.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '../../../domain/limits.ts';
import { extractOneTimePassword } from '../../../domain/reentry.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { ReentrySnapshot } from '../../../machines/reentry.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Actions, Button, type ButtonProps } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { focusField } from '../../ui/ErrorSummary.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useWizard } from '../wizard-actor.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { storageKeys, type ReentryActor, useReentryActor } from './reentry-actor.ts';
import './reentry.css';

type Entry = ReentrySnapshot['value']['entry'];

export function ReentryScreen() {
  const wizard = useWizard();
  const reentry = useReentryActor();
  const entry = useSelector(reentry, ({ value }) => statePath(value.entry));
  // While another password is on its way, what was typed stays where it is.
  const wasSent = useSelector(reentry, ({ context }) => context.expiresAt !== null);
  const isRequesting = entry.startsWith('awaitingRequest') || (entry === 'sending' && !wasSent);
  return (
    <Frame title="app.reentry.title" lead="app.reentry.why">
      <Card>
        {entry !== 'attemptsExhausted' && <Progress isSending={entry === 'sending'} wasSent={wasSent} />}
        <Notice entry={entry} reentry={reentry} />
        {isRequesting && (
          <Actions>
            {entry in notices && (
              <Button wide onPress={() => reentry.send({ type: 'password.alreadyReceived' })}>
                <FormattedMessage id="app.reentry.have" />
              </Button>
            )}
            <RequestPasswordButton reentry={reentry} message="app.reentry.send" kind="primary" wide />
          </Actions>
        )}
        {!isRequesting && entry !== 'attemptsExhausted' && <PasswordForm entry={entry} reentry={reentry} />}
      </Card>
      <div className="reentry-other">
        <p className="text-muted">
          <FormattedMessage id="app.reentry.other" />
        </p>
        <Button kind="quiet" onPress={() => wizard.send({ type: 'explore.requested' })}>
          <FormattedMessage id="app.reentry.startNew" />
        </Button>
      </div>
    </Frame>
  );
}

/** The state as one text: 'awaitingRequest.notSent'. */
const statePath = (entry: Entry): string =>
  typeof entry === 'string' ? entry : Object.entries(entry).flat().join('.');

/** What happens now; screen readers hear when it changes, and it stays the same while a password is typed. */
function Progress({ isSending, wasSent }: { isSending: boolean; wasSent: boolean }) {
  const message = isSending ? 'app.reentry.sending' : wasSent ? 'app.reentry.sent' : 'app.reentry.how';
  return (
    <p role="status">
      <FormattedMessage id={message} />
    </p>
  );
}

const notices: Partial<Record<string, MessageId>> = {
  'awaitingRequest.notSent': 'app.reentry.unsent',
  'awaitingRequest.rateLimited': 'app.reentry.tooMany',
  'enteringPassword.notSent': 'app.reentry.unsent',
  'enteringPassword.rateLimited': 'app.reentry.tooMany',
  'enteringPassword.noResponse': 'app.reentry.unheard',
  attemptsExhausted: 'app.reentry.closed',
};

const minuteMs = 60_000;

/** What went wrong, and from when on it can be tried again; a minute of the clock, so that nobody hears it tick. */
function Notice({ entry, reentry }: { entry: string; reentry: ReentryActor }) {
  const intl = useIntl();
  const resendAt = useSelector(reentry, ({ context }) => context.resendAt);
  const box = useRef<HTMLDivElement>(null);
  // What was pressed is gone, or cannot be pressed again.
  const takesFocus = entry === 'attemptsExhausted' || entry === 'awaitingRequest.rateLimited';
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const message = notices[entry];
  if (!message) return null;
  const when = intl.formatDate(Math.round(resendAt / minuteMs) * minuteMs, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
  return (
    <Banner kind="notice" role="alert" ref={box}>
      <p>
        <FormattedMessage id={message} values={{ when }} />
      </p>
    </Banner>
  );
}

/** From here on nobody counts the seconds. */
const maxShownSeconds = 100;

/** Requests a password, once the cooldown is over; until then it says how long that takes. */
function RequestPasswordButton({
  reentry,
  message,
  ...buttonProps
}: { reentry: ReentryActor; message: MessageId } & Pick<ButtonProps, 'kind' | 'wide'>) {
  const isPaused = useSelector(reentry, (now) => now.matches({ cooldown: 'running' }));
  const seconds = useSelector(reentry, ({ context }) => context.secondsLeft);
  const isSending = useSelector(reentry, (now) => now.matches({ entry: 'sending' }));
  return (
    <Button
      {...buttonProps}
      busy={isSending}
      disabled={isPaused}
      onPress={() => reentry.send({ type: 'password.requested' })}
    >
      {isPaused && seconds < maxShownSeconds ? (
        <FormattedMessage id="app.reentry.anotherIn" values={{ seconds }} />
      ) : (
        <FormattedMessage id={message} />
      )}
    </Button>
  );
}

const count = limits.oneTimePasswordDigits;

const errors: Partial<Record<string, MessageId>> = {
  'enteringPassword.incomplete': 'app.reentry.error.required',
  'enteringPassword.wrongPassword': 'app.reentry.error.wrong',
  'enteringPassword.expired': 'app.reentry.error.expired',
};

function PasswordForm({ entry, reentry }: { entry: string; reentry: ReentryActor }) {
  const { tab } = useServices();
  const id = useId();
  const attempt = useSelector(reentry, ({ context }) => context.attempt);
  const { dob: dobKey } = storageKeys(reentry.getSnapshot().context.loanId);
  const [otp, setOtp] = useState('');
  const [dob, setDob] = useState(() => textIn(tab.read(dobKey)));
  const error = errors[entry];
  const changed = () => reentry.send({ type: 'answer.changed' });
  useEffect(() => {
    if (attempt === 0) return;
    focusField(id);
    // What is typed or pasted now takes the place of what stood there.
    document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.select();
  }, [attempt, id]);

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        reentry.send({ type: 'password.entered', answer: { otp, dob } });
      }}
    >
      <div className="reentry-password">
        <TextInput
          id={id}
          label={<FormattedMessage id="app.reentry.otp" />}
          hint={
            <FormattedMessage
              id="app.reentry.otp.hint"
              values={{ count, tries: limits.wrongReentryTriesPerDay }}
            />
          }
          error={
            error && (
              <span role="alert">
                <FormattedMessage id={error} values={{ count }} />
              </span>
            )
          }
          size="s"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          clean={extractOneTimePassword}
          value={otp}
          onValue={(text) => {
            setOtp(text);
            changed();
          }}
        />
        <RequestPasswordButton reentry={reentry} message="app.reentry.another" kind="quiet" />
      </div>
      <TextInput
        id={`${id}-dob`}
        label={<FormattedMessage id="app.reentry.dob" />}
        optional={<FormattedMessage id="app.reentry.dob.when" />}
        size="m"
        type="date"
        autoComplete="bday"
        min={`${limits.applicantBirthYearFirst}-01-01`}
        max={`${limits.applicantBirthYearLast}-12-31`}
        value={dob}
        onValue={(date) => {
          setDob(date);
          tab.write(dobKey, date);
          changed();
        }}
      />
      <div>
        <Actions>
          <Button kind="primary" type="submit" wide busy={entry === 'checking'}>
            <FormattedMessage id="app.reentry.open" />
          </Button>
        </Actions>
        <p className="text-muted" role="status">
          {entry === 'checking' && <FormattedMessage id="app.reentry.checking" />}
        </p>
      </div>
    </form>
  );
}

/** An older page may have kept anything. */
const textIn = (stored: unknown) => (typeof stored === 'string' ? stored : '');
