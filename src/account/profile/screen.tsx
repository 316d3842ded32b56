/** The profile of a customer: details, mobile number, devices, and what was agreed to. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { Language, Profile, Device as CustomerDevice } from '../../../domain/values/wire.ts';
import { offeredLanguages, t } from '../../i18n/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts, type FactsProps } from '../../ui/facts.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { Select } from '../../ui/select.tsx';
import { Toast } from '../../ui/toast.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { ProfileForm } from '../session/profile-form.tsx';
import { useProfile } from '../session/require-sign-in.tsx';
import { MobileChange } from './mobile-change.tsx';
import { MyDataCard } from './my-data.tsx';
import { NomineeCard } from './nominee.tsx';
import { useMutation } from '../../data/mutation.ts';
import { LoadFailed } from '../../data/load-failed.tsx';
import { apiQuery, setQueryData, useQuery } from '../../data/query.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Moment } from '../moment.tsx';
import './devices.css';

export default function ProfileScreen() {
  return (
    <Frame title="account.profile.title" wide>
      <div className="split">
        <div className="stack">
          <Details />
          <MobileChange />
          <Card>
            <p className="link-row">
              <a href={accountPath('agreements')}>{t('account.agreements.title')}</a>
              <a href={accountPath('consents')}>{t('account.consents.title')}</a>
            </p>
          </Card>
        </div>
        <div className="stack">
          <NomineeCard />
          <Devices />
          <MyDataCard />
        </div>
      </div>
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
        view={<Facts stacked facts={factsOf(profile)} />}
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

/** The devices on which the customer is signed in; each can be signed out, or all. */
function Devices() {
  const { call, session } = useServices();
  const [isToastShown, setToastShown] = useState(false);
  const query = apiQuery(call, 'listSessions', {});
  const devices = useQuery(query);
  const { isPending, variables, error, mutate } = useMutation<unknown, string>({
    mutationFn: (id, signal) =>
      id === everywhere
        ? call('endSessions', {}, { signal })
        : call('endSession', { path: { id } }, { signal }),
    onSuccess: (_, id) => {
      if (id === everywhere) return session.send({ type: 'sessions.ended' });
      setQueryData(query, devices.data?.filter((device) => device.id !== id) ?? []);
      setToastShown(true);
    },
  });
  const button = (id: string) => ({
    busy: isPending && variables === id,
    unavailable: isPending,
    onPress: () => mutate(id),
  });
  if (devices.isError) return <LoadFailed title="account.devices.title" onRetry={devices.refetch} />;
  return (
    <Card title={t('account.devices.title')}>
      {error && (
        <Banner kind="notice" role="alert">
          <p>{t('account.devices.failed')}</p>
        </Banner>
      )}
      {devices.data ? (
        <ul className="stack-s3">
          {devices.data.map((device) => (
            <Device key={device.id} device={device} {...button(device.id)} />
          ))}
        </ul>
      ) : (
        <Skeleton label={t('app.loading')} fields={1} />
      )}
      <div>
        <Button {...button(everywhere)}>{t('account.devices.endAll')}</Button>
      </div>
      {isToastShown && (
        <Toast forMs={limits.toastMs} onDone={() => setToastShown(false)}>
          {t('account.devices.ended')}
        </Toast>
      )}
    </Card>
  );
}

/** The value in place of a device's id for all devices. */
const everywhere = 'everywhere';

interface DeviceProps extends Pick<ButtonProps, 'busy' | 'unavailable' | 'onPress'> {
  device: CustomerDevice;
}

function Device({ device: { device, last_used_at: lastUsed, current }, ...button }: DeviceProps) {
  const name = device || t('account.devices.unknown');
  return (
    <li className="device">
      <span>
        <strong>{name}</strong>
        <span className="device-time text-muted">
          {current
            ? t('account.devices.current')
            : t('account.devices.lastUsed', {
                at: (
                  <span className="number">
                    <Moment at={lastUsed} />
                  </span>
                ),
              })}
        </span>
      </span>
      {!current && (
        <Button kind="quiet" {...button}>
          {t('account.devices.end')}
        </Button>
      )}
    </li>
  );
}
