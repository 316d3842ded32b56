/** The devices on which the customer is signed in; each can be signed out, or all. */
import { useState } from 'react';
import { limits } from '../../../domain/values/limits.ts';
import type { CustomerDevice } from '../../../domain/values/wire.ts';
import { useMutation } from '../../data/mutation.ts';
import { apiQuery, setQueryData, useQuery } from '../../data/query.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Toast } from '../../ui/toast.tsx';
import { LoadFailed } from '../../data/load-failed.tsx';
import { Moment } from '../moment.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import './devices.css';

export function Devices() {
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
        <ul className="devices">
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

/** In place of a device's id. */
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
            : t('account.devices.lastUsed', { at: <Moment at={lastUsed} /> })}
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
