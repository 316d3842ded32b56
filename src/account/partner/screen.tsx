/** What a partner sees of the applications made with its keys (decision 5); nothing can be changed here. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { PartnerState } from '../../../domain/values/wire.ts';
import { customerOf } from '../../../machines/session.ts';
import { useResource } from '../../hooks/resource.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { Applications } from './applications.tsx';
import { Keys } from './keys.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { t } from '../../i18n/text.tsx';
import { Statuses } from './statuses.tsx';
import { Trend } from './trend.tsx';

export default function PartnerScreen() {
  const isMember = useSelector(useServices().session, (now) => customerOf(now)?.role === 'partner');
  if (isMember) return <PartnerView />;
  return (
    <Frame title="partner.notMember">
      <p>{t('partner.notMember.help')}</p>
    </Frame>
  );
}

function PartnerView() {
  const { call } = useServices();
  const [test, setTest] = useState(false);
  const [state, setState] = useState<PartnerState>();
  const partner = useResource(`partner/${test}`, (signal) =>
    call('readPartner', { query: { test } }, { signal }),
  );
  return (
    <Frame title="partner.title" heading={partner.value?.name} lead="partner.lead" wide>
      <Switch id="partner-test" label={t('partner.test')} checked={test} onChecked={setTest} />
      {partner.status === 'failed' ? (
        <LoadFailed help="partner.failed" onRetry={partner.retry} />
      ) : !partner.value ? (
        <Skeleton label={t('partner.loading')} fields={4} />
      ) : (
        <>
          <Applications test={test} state={state}>
            <Statuses counts={partner.value.states} chosen={state} onChoose={setState} />
          </Applications>
          <Trend test={test} />
          <Keys partnerId={partner.value.id} keys={partner.value.keys} />
        </>
      )}
    </Frame>
  );
}
