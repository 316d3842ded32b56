/** Sign-in by mobile number and one-time password. */
import { useEffect, useState } from 'react';
import { mobileForm } from '../../../domain/forms/account.ts';
import { unlikelyMobile } from '../../../domain/forms/create.ts';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { useDomainForm, DomainForm, FormField, formChecker } from '../../form/domain-form.tsx';
import { useEarlyInput } from '../../form/early-input.ts';
import { PhoneField } from '../../form/fields.tsx';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { createPasswordActor } from '../../one-time-password/actor.ts';
import { Button } from '../../ui/button.tsx';
import { useServices } from '../services.ts';
import type { TabStore } from '../../hooks/tab-store.ts';
import { t } from '../../i18n/i18n.tsx';
import { BirthDateInput, useBirthDate } from './birth-date.tsx';
import { PasswordStep } from './password-step.tsx';

/** The names of the tab's values, which are kept until the customer is signed in. */
export const storageKeys = { mobile: 'signIn.mobile', sent: 'signIn.sent' };

/** @param knownMobile the number of a customer whose session has ended; no other can be entered */
export function SignIn({ knownMobile }: { knownMobile?: string }) {
  const { tab } = useServices();
  const [mobile, setMobile] = useState(() => knownMobile ?? storedMobile(tab));
  if (mobile === '') {
    return (
      <MobileForm
        onMobile={(typed) => {
          tab.write(storageKeys.mobile, typed);
          setMobile(typed);
        }}
      />
    );
  }
  const changeNumber = () => {
    for (const name of Object.values(storageKeys)) tab.remove(name);
    setMobile('');
  };
  return <SignInPassword mobile={mobile} onChangeNumber={knownMobile === undefined ? changeNumber : null} />;
}

/** Returns the number to which a password was sent; the entry may come from an older release. */
function storedMobile(tab: TabStore): string {
  const stored = tab.read(storageKeys.mobile);
  return typeof stored === 'string' ? stored : '';
}

/** Returns whether the sign-in asks for the password in place of the number. */
export const isPasswordRequested = (tab: TabStore): boolean => storedMobile(tab) !== '';

const noMobile = { mobile: '' };
const mobileField = { label: 'account.mobile.label', hint: 'account.mobile.hint', warning: unlikelyMobile };

function MobileForm({ onMobile }: { onMobile: (mobile: string) => void }) {
  const { today, takeEarlyInput } = useServices();
  const [checker] = useState(() => formChecker(mobileForm, { today: today() }));
  const { formApi } = useDomainForm({
    defaultValues: noMobile,
    checker,
    onValid: ({ mobile }) => onMobile(mobile),
  });
  useEarlyInput(formApi, takeEarlyInput);
  return (
    <DomainForm formApi={formApi}>
      <FormField name="mobile" row={mobileField} as={PhoneField} />
      <Button kind="primary" type="submit" wide>
        {t('account.otp.send')}
      </Button>
    </DomainForm>
  );
}

interface SignInPasswordProps {
  mobile: string;
  /** Changes the number; null if the number is fixed. */
  onChangeNumber: (() => void) | null;
}

function SignInPassword({ mobile, onChangeNumber }: SignInPasswordProps) {
  const { call, signIn, session, tab, now, language } = useServices();
  const password = useLocalActor(() =>
    createPasswordActor({
      tab,
      storageKey: storageKeys.sent,
      now,
      request: (signal) => call('requestOtp', { body: { mobile, language: language() } }, { signal }),
      check: ({ otp, dob }, signal) => signIn({ mobile, otp, ...(dob && { dob }) }, { signal }),
      onAccepted(person) {
        tab.remove(storageKeys.mobile);
        session.send({ type: 'session.started', person });
      },
    }),
  );
  // The button of the form before has asked for the password already.
  const requestsAtOnce = onChangeNumber !== null;
  useEffect(() => {
    const isNew = password.getSnapshot().matches({ entry: { awaitingRequest: 'ready' } });
    if (requestsAtOnce && isNew) password.send({ type: 'password.requested' });
  }, [password, requestsAtOnce]);
  const birthDate = useBirthDate(password);
  const values = { mobile: <strong>+91&nbsp;{mobile}</strong> };
  return (
    <div className="stack">
      <PasswordStep
        password={password}
        intro={t('account.signIn.intro', values)}
        sent={t('account.signIn.sent', values)}
        submit="account.signIn.submit"
        rest={{ dob: birthDate.value }}
        isRestValid={birthDate.isValid}
      >
        {birthDate.isNeeded && (
          <>
            <BirthDateInput birthDate={birthDate} hint={t('account.signIn.birthDate.why')} />
            <p className="text-muted">
              {t('account.signIn.birthDate.other')}{' '}
              <a href={accountPath('contact')}>{t('account.signIn.birthDate.contact')}</a>
            </p>
          </>
        )}
      </PasswordStep>
      {onChangeNumber && (
        <div>
          <Button kind="quiet" onPress={onChangeNumber}>
            {t('account.signIn.changeNumber')}
          </Button>
        </div>
      )}
    </div>
  );
}
