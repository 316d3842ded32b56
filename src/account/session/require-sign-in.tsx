/** Requires a sign-in, and a sign-up of a new customer. The screen does not change when the session ends. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { Profile } from '../../../domain/values/wire.ts';
import { customerOf } from '../../../machines/session.ts';
import { LoadFailed } from '../../data/load-failed.tsx';
import { PrivacyLink } from '../../shell/privacy-link.tsx';
import { Card } from '../../ui/card.tsx';
import { SessionView } from '../../shell/session.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { LoadingPage } from '../status-pages.tsx';
import { SignIn } from './sign-in.tsx';
import { t } from '../../i18n/i18n.tsx';
import { ProfileForm, type ProfileValues } from './profile-form.tsx';
import '../frame.css';

interface RequireSignInProps {
  /** Shown to who is not signed in, in place of the sign-in. */
  signedOut?: ReactNode;
  children: ReactNode;
}

export function RequireSignIn({ signedOut = <SignInPage />, children }: RequireSignInProps) {
  return (
    <SessionView
      session={useServices().session}
      restoring={<LoadingPage />}
      failed={(retry) => <SessionFailedPage onRetry={retry} />}
      signedOut={signedOut}
      signingUp={<SignUpPage />}
    >
      {children}
    </SessionView>
  );
}

/** Returns the customer, inside of `RequireSignIn`. */
export function useProfile(): Profile {
  const { session } = useServices();
  const profile = useSelector(session, customerOf);
  const [last, setLast] = useState(profile);
  // A screen is rendered once more while the customer signs out.
  if (profile !== null && profile !== last) setLast(profile);
  const known = profile ?? last;
  if (!known) throw new Error('Nobody is signed in');
  return known;
}

/** @param notice the content above the sign-in */
export function SignInPage({ notice }: { notice?: ReactNode }) {
  return (
    <Frame title="account.signIn.title" lead="account.signIn.lead">
      {notice}
      <div className="frame-sign-in">
        <Card>
          <SignIn />
          <p className="text-muted text-small">
            {t('account.signIn.privacy')} <PrivacyLink />
          </p>
        </Card>
      </div>
    </Frame>
  );
}

function SessionFailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <Frame title="account.restoreFailed.title">
      <LoadFailed help="account.restoreFailed.help" onRetry={onRetry} />
    </Frame>
  );
}

function SignUpPage() {
  const { tab, session, language } = useServices();
  /** The name under which the tab keeps what this customer types: another one may sign in after a sign-out. */
  const storageKey = `signUp.${useProfile().id}`;
  const [values] = useState(() => storedValues(tab.read(storageKey)));
  return (
    <Frame title="account.signUp.title" lead="account.signUp.lead">
      <Card>
        <ProfileForm
          values={values}
          language={language()}
          submit="account.signUp.submit"
          onChange={(typed) => tab.write(storageKey, typed)}
          onSaved={(profile) => {
            tab.remove(storageKey);
            session.send({ type: 'person.changed', person: profile });
          }}
        />
        <PrivacyLink />
      </Card>
    </Frame>
  );
}

/** Reads the stored values, which may come from an older release. */
function storedValues(stored: unknown): ProfileValues {
  const { name, email } = (stored ?? {}) as Partial<Record<keyof ProfileValues, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(name), email: text(email) };
}
