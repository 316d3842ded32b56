/**
 * Re-entry (decision 2a): the loan's token is not on this device, so a one-time password opens it. It looks the same if
 * the loan does not exist.
 */
import { useId, useState } from 'react';
import { keepDigits } from '../../../domain/values/clean.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useDateLabels, optionalDateError } from '../../form/dates.ts';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { createPasswordActor, type PasswordActor } from '../../one-time-password/actor.ts';
import { usePasswordEntry } from '../../one-time-password/entry-state.ts';
import { PasswordInput } from '../../one-time-password/password-input.tsx';
import { PasswordNotice } from '../../one-time-password/password-notice.tsx';
import { RequestPasswordButton } from '../../one-time-password/request-password-button.tsx';
import { Actions, Button, SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { takeDocumentsReturn } from '../../documents/reentry-return.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { Frame } from '../shared/frame.tsx';
import { type Services, useServices, useWizard, type Wizard } from '../shared/wizard.tsx';
import './reentry.css';

export default function ReentryScreen() {
  useMessages('secondary');
  const wizard = useWizard();
  const reentry = useReentryActor();
  const { state: entry, wasSent, isRequesting } = usePasswordEntry(reentry);
  return (
    <Frame title="app.reentry.title" lead={wasSent ? null : 'app.reentry.why'}>
      <PasswordNotice password={reentry} messages={notices} />
      {entry !== 'attemptsExhausted' && (
        <Card>
          <Progress isSending={entry === 'sending'} wasSent={wasSent} />
          {isRequesting && (
            <Actions>
              {entry in notices && (
                <Button wide onPress={() => reentry.send({ type: 'password.alreadyReceived' })}>
                  {t('app.reentry.have')}
                </Button>
              )}
              <RequestPasswordButton
                {...request}
                password={reentry}
                message="app.reentry.send"
                kind="primary"
                wide
              />
            </Actions>
          )}
          {!isRequesting && <PasswordForm entry={entry} reentry={reentry} />}
        </Card>
      )}
      <div>
        <p className="text-muted">{t('app.reentry.other')}</p>
        <div>
          <Button kind="quiet" onPress={() => wizard.send({ type: 'explore.requested' })}>
            {t('app.reentry.startNew')}
          </Button>
        </div>
      </div>
    </Frame>
  );
}

const request = { countdown: 'app.reentry.anotherIn' } as const;

/** Describes the request; screen readers hear changes, and the text stays the same while a password is typed. */
function Progress({ isSending, wasSent }: { isSending: boolean; wasSent: boolean }) {
  const message = isSending ? 'app.reentry.sending' : wasSent ? 'app.reentry.sent' : 'app.reentry.how';
  return <p role="status">{t(message)}</p>;
}

const notices: Partial<Record<string, MessageId>> = {
  'awaitingRequest.notSent': 'app.reentry.unsent',
  'awaitingRequest.rateLimited': 'app.reentry.tooMany',
  'enteringPassword.notSent': 'app.reentry.unsent',
  'enteringPassword.rateLimited': 'app.reentry.tooMany',
  'enteringPassword.noResponse': 'app.reentry.noResponse',
  attemptsExhausted: 'app.reentry.closed',
};

const count = limits.oneTimePasswordDigits;

const errors: Partial<Record<string, MessageId>> = {
  'enteringPassword.incomplete': 'app.reentry.error.required',
  'enteringPassword.wrongPassword': 'app.reentry.error.wrong',
  'enteringPassword.expired': 'app.reentry.error.expired',
};

function PasswordForm({ entry, reentry }: { entry: string; reentry: PasswordActor }) {
  const { tab } = useServices();
  const id = useId();
  const { dob: dobKey } = storageKeys(useWizard().getSnapshot().context.loanId ?? '');
  const [otp, setOtp] = useState('');
  const [dob, setDob] = useState(() => textIn(tab.read(dobKey)));
  const [dobError, setDobError] = useState<MessageId | null>(null);
  const error = errors[entry];
  return (
    <form
      className="stack reentry-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = optionalDateError(dob);
        setDobError(found);
        if (found) return focusField(`${id}-dob`);
        reentry.send({ type: 'password.entered', answer: { otp, dob } });
      }}
    >
      <PasswordInput
        id={id}
        password={reentry}
        label={t('app.reentry.otp')}
        hint={t('app.reentry.otp.hint', { count, tries: limits.wrongReentryTriesPerDay })}
        error={error && t(error, { count })}
        value={otp}
        onValue={setOtp}
        another={{ ...request, message: 'app.reentry.another' }}
      />
      <DateInput
        id={`${id}-dob`}
        label={t('app.reentry.dob')}
        optional={t('app.reentry.dob.when')}
        error={dobError && t(dobError)}
        keepDigits={keepDigits}
        labels={useDateLabels()}
        autoComplete="bday"
        min={`${limits.applicantBirthYearFirst}-01-01`}
        max={`${limits.applicantBirthYearLast}-12-31`}
        value={dob}
        onValue={(date) => {
          setDob(date);
          setDobError(null);
          tab.write(dobKey, date);
          reentry.send({ type: 'answer.changed' });
        }}
      />
      <div>
        <SubmitButton busy={entry === 'checking'}>{t('app.reentry.open')}</SubmitButton>
        <p className="text-muted" role="status">
          {entry === 'checking' && t('app.reentry.checking')}
        </p>
      </div>
    </form>
  );
}

/** Reads a stored text, which may come from an older release. */
const textIn = (stored: unknown) => (typeof stored === 'string' ? stored : '');

/** Returns the running re-entry into the loan that the address names, and what the tab keeps of it. */
function useReentryActor(): PasswordActor {
  const wizard = useWizard();
  const services = useServices();
  return useLocalActor(() => createReentry(wizard, services));
}

/** Returns the names of the tab's values, which are kept until the loan is open. */
const storageKeys = (loanId: string) => ({ sent: `reentry.${loanId}`, dob: `reentry.${loanId}.dob` });

function createReentry(wizard: Wizard, { call, tab, now, saveLoanToken }: Services): PasswordActor {
  const loanId = wizard.getSnapshot().context.loanId ?? '';
  const { sent, dob: dobKey } = storageKeys(loanId);
  const path = { id: loanId };
  return createPasswordActor({
    tab,
    storageKey: sent,
    now,
    request: (signal) => call('requestReentry', { path }, { signal }),
    check: ({ otp, dob }, signal) =>
      call('reenterLoan', { path, body: { otp, ...(dob && { dob }) } }, { signal }),
    onAccepted({ access_token: token }) {
      saveLoanToken(loanId, token);
      tab.remove(dobKey);
      const documents = takeDocumentsReturn(tab, loanId);
      if (documents === null) wizard.send({ type: 'loan.reentered' });
      else window.location.replace(documents);
    },
  });
}
