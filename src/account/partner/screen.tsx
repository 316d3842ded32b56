/** What a partner sees of the applications made with its keys (decision 5); nothing can be changed here. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { FormattedNumber, useIntl } from 'react-intl';
import type { PartnerState } from '../../../domain/values/wire.ts';
import { customerOf } from '../../../machines/session.ts';
import { partnerStateMessages, partnerStates } from '../../../domain/lending/partner-states.ts';
import { Loaded } from '../../data/loaded.tsx';
import { useApiQuery } from '../../data/query.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/text.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { Applications } from './applications.tsx';
import { Keys } from './keys.tsx';
import { Trend } from './trend.tsx';
import './statuses.css';

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

interface StatusesProps {
  counts: readonly { state: PartnerState; count: number }[];
  chosen: PartnerState | undefined;
  onChoose: (state: PartnerState | undefined) => void;
}

/** Counts the applications of each state; one that is pressed narrows the list to it. Others are left out. */
function Statuses({ counts, chosen, onChoose }: StatusesProps) {
  const intl = useIntl();
  const countOf = (state: PartnerState) => counts.find((one) => one.state === state)?.count ?? 0;
  return (
    <ul className="cluster" aria-label={intl.formatMessage({ id: 'partner.statuses' })}>
      {partnerStates
        .filter((state) => countOf(state) > 0 || state === chosen)
        .map((state) => (
          <li key={state}>
            <button
              type="button"
              className="status-filter"
              aria-pressed={chosen === state}
              onClick={() => onChoose(chosen === state ? undefined : state)}
            >
              {t(partnerStateMessages[state])}{' '}
              <strong className="status-filter-count">
                <FormattedNumber value={countOf(state)} />
              </strong>
            </button>
          </li>
        ))}
    </ul>
  );
}
