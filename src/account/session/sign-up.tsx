/** Sign-up: what a new customer is called, and where mail reaches them. */
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { ProfileForm, type ProfileValues } from './profile-form.tsx';

/** The name under which the tab keeps what is typed. */
const storageKey = 'signUp';

export function SignUpPage() {
  const { tab, session, language } = useServices();
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
      </Card>
    </Frame>
  );
}

/** The stored entry may come from an older release. */
function storedValues(stored: unknown): ProfileValues {
  const { name, email } = (stored ?? {}) as Partial<Record<keyof ProfileValues, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(name), email: text(email) };
}
