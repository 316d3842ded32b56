/** The devices on which the customer is signed in; each can be signed out, or all. */
import { useState } from 'react';
import { limits } from '../../../domain/values/limits.ts';
import type { CustomerDevice } from '../../../domain/values/wire.ts';
import { useAbortSignal } from '../../hooks/abort-signal.ts';
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
  const signal = useAbortSignal();
  const [isToastShown, setToastShown] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const query = apiQuery(call, 'listSessions', {});
  const devices = useQuery(query);
  const end = async (id: string) => {
    if (busy !== null) return;
    setBusy(id);
    const outcome =
      id === everywhere
        ? await call('endSessions', {}, { signal })
        : await call('endSession', { path: { id } }, { signal });
    if (signal.aborted) return;
    setBusy(null);
    setFailed(outcome.kind !== 'ok');
    if (outcome.kind !== 'ok') return;
    if (id === everywhere) return session.send({ type: 'sessions.ended' });
    setQueryData(query, devices.data?.filter((device) => device.id !== id) ?? []);
    setToastShown(true);
  };
  if (devices.isError) return <LoadFailed title="account.devices.title" onRetry={devices.refetch} />;
  return (
    <Card title={t('account.devices.title')}>
      {hasFailed && (
        <Banner kind="notice" role="alert">
          <p>{t('account.devices.failed')}</p>
        </Banner>
      )}
      {devices.data ? (
        <ul className="devices">
          {devices.data.map((device) => (
            <Device
              key={device.id}
              device={device}
              busy={busy === device.id}
              unavailable={busy !== null}
              onEnd={() => void end(device.id)}
            />
          ))}
        </ul>
      ) : (
        <Skeleton label={t('app.loading')} fields={1} />
      )}
      <div>
        <Button busy={busy === everywhere} unavailable={busy !== null} onPress={() => void end(everywhere)}>
          {t('account.devices.endAll')}
        </Button>
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

interface DeviceProps extends Pick<ButtonProps, 'busy' | 'unavailable'> {
  device: CustomerDevice;
  onEnd: () => void;
}

function Device({ device: { device, last_used_at: lastUsed, current }, onEnd, ...button }: DeviceProps) {
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
        <Button kind="quiet" {...button} onPress={onEnd}>
          {t('account.devices.end')}
        </Button>
      )}
    </li>
  );
}
