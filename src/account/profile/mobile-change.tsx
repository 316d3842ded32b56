/** Changes the mobile number by two one-time passwords: one to the present number, one to the next. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { mobileForm } from '../../../domain/forms/account.ts';
import { unlikelyMobile } from '../../../domain/forms/create.ts';
import { limits } from '../../../domain/values/limits.ts';
import { extractOneTimePassword } from '../../../domain/forms/one-time-password.ts';
import type { Profile } from '../../../domain/values/wire.ts';
import { useDomainForm, DomainForm, FormField, formChecker } from '../../form/domain-form.tsx';
import { PhoneField } from '../../form/fields.tsx';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { createPasswordActor, type PasswordActor } from '../../one-time-password/actor.ts';
import { useEntryState } from '../../one-time-password/entry-state.ts';
import { Actions, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Toast } from '../../ui/toast.tsx';
import { useServices } from '../services.ts';
import { BirthDateInput, useBirthDate } from '../session/birth-date.tsx';
import { PasswordStep } from '../session/password-step.tsx';
import { useProfile } from '../session/require-sign-in.tsx';
import { WrongPassword } from '../session/wrong-password.tsx';
import { t } from '../../i18n/i18n.tsx';

export function MobileChange() {
  const { session } = useServices();
  const { mobile: present } = useProfile();
  /** Null while none is entered; '' while the form is shown. */
  const [next, setNext] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  return (
    <Card title={t('account.mobile.label')}>
      <p>+91 {present}</p>
      <InlineForm isOpen={next !== null} onOpen={() => setNext('')} open={t('account.mobileChange.open')}>
        {next ? (
          <TwoPasswords
            present={present}
            next={next}
            onCancel={() => setNext(null)}
            onChanged={(profile) => {
              session.send({ type: 'person.changed', person: profile });
              setNext(null);
              setChanged(true);
            }}
          />
        ) : (
          <NextMobileForm onMobile={setNext} onCancel={() => setNext(null)} />
        )}
      </InlineForm>
      {isChanged && (
        <Toast forMs={limits.toastMs} onDone={() => setChanged(false)}>
          {t('account.mobileChange.done')}
        </Toast>
      )}
    </Card>
  );
}

const noMobile = { mobile: '' };
const mobileField = { label: 'account.mobileChange.next', warning: unlikelyMobile };

function NextMobileForm(props: { onMobile: (mobile: string) => void; onCancel: () => void }) {
  const { today } = useServices();
  const [checker] = useState(() => formChecker(mobileForm, { today: today() }));
  const { formApi } = useDomainForm({
    defaultValues: noMobile,
    checker,
    onValid: ({ mobile }) => props.onMobile(mobile),
  });
  return (
    <DomainForm formApi={formApi}>
      <FormField name="mobile" row={mobileField} as={PhoneField} />
      <Actions>
        <Button kind="quiet" onPress={props.onCancel}>
          {t('account.cancel')}
        </Button>
        <Button kind="primary" type="submit">
          {t('account.mobileChange.send')}
        </Button>
      </Actions>
    </DomainForm>
  );
}

interface TwoPasswordsProps {
  present: string;
  next: string;
  onCancel: () => void;
  onChanged: (profile: Profile) => void;
}

function TwoPasswords({ present, next, onCancel, onChanged }: TwoPasswordsProps) {
  const { call, tab, now } = useServices();
  const id = useId();
  const [newOtp, setNewOtp] = useState('');
  const password = useLocalActor(() =>
    createPasswordActor({
      tab,
      // A password that was sent to another number is none for this one.
      storageKey: `mobileChange.sent.${next}`,
      now,
      request: (signal) => call('requestMobileChange', { body: { mobile: next } }, { signal }),
      check: ({ otp, newOtp: new_otp = '', dob }, signal) =>
        call('changeMobile', { body: { mobile: next, otp, new_otp, ...(dob && { dob }) } }, { signal }),
      onAccepted: onChanged,
    }),
  );
  useEffect(() => {
    const isNew = password.getSnapshot().matches({ entry: { awaitingRequest: 'ready' } });
    if (isNew) password.send({ type: 'password.requested' });
  }, [password]);
  const birthDate = useBirthDate(password);
  const error = useNextError(password, newOtp);
  const values = { present: <strong>+91&nbsp;{present}</strong>, next: <strong>+91&nbsp;{next}</strong> };
  return (
    <div className="stack">
      <PasswordStep
        password={password}
        intro={t('account.mobileChange.intro', values)}
        sent={t('account.mobileChange.sent', values)}
        submit="account.mobileChange.submit"
        label="account.mobileChange.presentOtp"
        rest={{ newOtp, dob: birthDate.value }}
        isRestValid={birthDate.isValid}
      >
        <TextInput
          id={id}
          label={t('account.mobileChange.nextOtp')}
          error={error && <span role="alert">{error}</span>}
          size="s"
          inputMode="numeric"
          clean={extractOneTimePassword}
          value={newOtp}
          onValue={(typed) => {
            setNewOtp(typed);
            password.send({ type: 'answer.changed' });
          }}
        />
        {birthDate.isNeeded && (
          <BirthDateInput birthDate={birthDate} hint={t('account.signIn.birthDate.why')} />
        )}
      </PasswordStep>
      <div>
        <Button kind="quiet" onPress={onCancel}>
          {t('account.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the error of the next number's password. */
function useNextError(password: PasswordActor, newOtp: string): ReactNode {
  const state = useEntryState(password);
  const isRefused = useSelector(password, ({ context }) => context.refusedFields.includes('new_otp'));
  if (state === 'enteringPassword.incomplete') {
    if (newOtp === '') return t('account.error.otpMissing');
    return newOtp.length < limits.oneTimePasswordDigits && t('account.error.otpInvalid');
  }
  if (!isRefused) return undefined;
  if (state === 'enteringPassword.expired') return t('account.otp.error.expired');
  return <WrongPassword password={password} />;
}
