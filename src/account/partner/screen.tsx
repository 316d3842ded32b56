/** What a partner sees of the applications made with its keys (decision 5); nothing can be changed here. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { PartnerState } from '../../../domain/values/wire.ts';
import { customerOf } from '../../../machines/session.ts';
import { Loaded } from '../../data/loaded.tsx';
import { useApiQuery } from '../../data/query.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { Applications } from './applications.tsx';
import { Keys } from './keys.tsx';
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
  const partner = useApiQuery(call, 'readPartner', { query: { test } });
  return (
    <Frame title="partner.title" heading={partner.data?.name} lead="partner.lead" wide>
      <Switch id="partner-test" label={t('partner.test')} checked={test} onChecked={setTest} />
      <Loaded
        query={partner}
        pending={<Skeleton label={t('partner.loading')} fields={4} />}
        failed={{ help: 'partner.failed' }}
      >
        {({ id, states, keys }) => (
          <>
            <Applications test={test} state={state}>
              <Statuses counts={states} chosen={state} onChoose={setState} />
            </Applications>
            <Trend test={test} />
            <Keys partnerId={id} keys={keys} />
          </>
        )}
      </Loaded>
    </Frame>
  );
}
