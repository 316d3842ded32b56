/** The profile of a customer: details, mobile number, devices, and what was agreed to. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { Language, Profile } from '../../../domain/values/wire.ts';
import { offeredLanguages } from '../../i18n/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts, type FactsProps } from '../../ui/facts.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { Select } from '../../ui/select.tsx';
import { Toast } from '../../ui/toast.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { ProfileForm } from '../session/profile-form.tsx';
import { useProfile } from '../session/require-sign-in.tsx';
import { t } from '../../i18n/text.tsx';
import { Devices } from './devices.tsx';
import { MobileChange } from './mobile-change.tsx';
import { NomineeCard } from './nominee.tsx';

export default function ProfileScreen() {
  return (
    <Frame title="account.profile.title">
      <Details />
      <MobileChange />
      <NomineeCard />
      <Devices />
      <p>
        <a href={accountPath('agreements')}>{t('account.agreements.title')}</a>
      </p>
      <p>
        <a href={accountPath('consents')}>{t('account.consents.title')}</a>
      </p>
    </Frame>
  );
}

function Details() {
  const { session } = useServices();
  const profile = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [isSaved, setSaved] = useState(false);
  return (
    <Card title={t('account.profile.details')}>
      <InlineForm
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        open={t('account.profile.edit')}
        view={<Facts facts={factsOf(profile)} />}
      >
        <DetailsForm
          profile={profile}
          onCancel={() => setOpen(false)}
          onSaved={(saved) => {
            session.send({ type: 'person.changed', person: saved });
            setOpen(false);
            setSaved(true);
          }}
        />
      </InlineForm>
      {isSaved && (
        <Toast forMs={limits.toastMs} onDone={() => setSaved(false)}>
          {t('account.profile.saved')}
        </Toast>
      )}
    </Card>
  );
}

const factsOf = ({ name, email, language }: Profile): FactsProps['facts'] => [
  [t('account.name.label'), name],
  [t('account.email.label'), email],
  [t('account.profile.language'), offeredLanguages.find(({ code }) => code === language)?.name],
];

interface DetailsFormProps {
  profile: Profile;
  onCancel: () => void;
  onSaved: (profile: Profile) => void;
}

function DetailsForm({ profile, onCancel, onSaved }: DetailsFormProps) {
  const intl = useIntl();
  const [values] = useState(() => ({ name: profile.name ?? '', email: profile.email ?? '' }));
  const [language, setLanguage] = useState<Language>(profile.language);
  return (
    <ProfileForm
      values={values}
      language={language}
      submit="account.profile.update"
      onCancel={onCancel}
      onSaved={onSaved}
    >
      <Select
        id="language"
        label={t('account.profile.language')}
        prompt={intl.formatMessage({ id: 'app.field.choose' })}
        value={language}
        options={offeredLanguages.map(({ code, name }) => ({ value: code, label: name }))}
        onValue={(code) => setLanguage(offeredLanguages.find((one) => one.code === code)?.code ?? language)}
      />
    </ProfileForm>
  );
}
