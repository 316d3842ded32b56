/** Shows a partner the applications made with its keys (decision 5), read-only. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { FormattedNumber, useIntl } from 'react-intl';
import type { PartnerState, PartnerKey } from '../../../domain/values/wire.ts';
import { customerOf } from '../../../machines/session.ts';
import { partnerStateMessages, partnerStates } from '../../../domain/lending/partner-states.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Loaded, useApiQuery } from '../../data/query.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { Applications } from './applications.tsx';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Card } from '../../ui/card.tsx';
import { ToggleGroup } from '../../ui/toggle-group.tsx';
import { Badge } from '../../ui/page.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../copy-text.ts';
import './statuses.css';
import './keys.css';

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
  const [test, setTest] = useState(false);
  const [state, setState] = useState<PartnerState>();
  const partner = useApiQuery('readPartner', { query: { test } });
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
  const filter = (state: PartnerState | undefined, name: MessageId, count: number) => (
    <li key={name}>
      <button
        type="button"
        className="status-filter"
        aria-pressed={chosen === state}
        onClick={() => onChoose(chosen === state ? undefined : state)}
      >
        {t(name)}{' '}
        <strong className="status-filter-count">
          <FormattedNumber value={count} />
        </strong>
      </button>
    </li>
  );
  return (
    <ul className="choice-row" aria-label={intl.formatMessage({ id: 'partner.statuses' })}>
      {filter(
        undefined,
        'account.stage.all',
        counts.reduce((sum, { count }) => sum + count, 0),
      )}
      {partnerStates
        .filter((state) => countOf(state) > 0 || state === chosen)
        .map((state) => filter(state, partnerStateMessages[state], countOf(state)))}
    </ul>
  );
}

/** Draws how many applications were begun over time, by day or by week. */
function Trend({ test }: { test: boolean }) {
  const intl = useIntl();
  const [by, setBy] = useState<'day' | 'week'>('day');
  const query = useApiQuery('countPartnerApplications', { query: { test, by } });
  const dateOf = (from: string) =>
    intl.formatDate(`${from}T00:00:00Z`, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  return (
    <Card title={t('partner.trend')}>
      <ToggleGroup
        label={intl.formatMessage({ id: 'partner.trend.by' })}
        options={[
          { value: 'day', name: t('partner.trend.day') },
          { value: 'week', name: t('partner.trend.week') },
        ]}
        value={by}
        onValue={setBy}
      />
      <Loaded
        query={query}
        pending={<Skeleton label={t('partner.loading')} fields={2} />}
        failed={{ help: 'partner.failed' }}
      >
        {(periods) => (
          <BarChart
            summary={intl.formatMessage(
              { id: by === 'day' ? 'partner.trend.days' : 'partner.trend.weeks' },
              { total: periods.reduce((sum, { count }) => sum + count, 0), periods: periods.length },
            )}
            tableTitle={t('partner.trend.table')}
            periodHeader={t('partner.trend.from')}
            countHeader={t('partner.trend.count')}
            bars={periods.map(({ from, count }) => ({ key: from, label: dateOf(from), count }))}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** The partner's keys by their public names, and what an address of the embedded flow is made of. */
export function Keys({ partnerId, keys }: { partnerId: string; keys: readonly PartnerKey[] }) {
  const intl = useIntl();
  const address = `${window.location.origin}/?api_key=KEY&institute_id=ID`;
  return (
    <Card title={t('partner.keys')}>
      <p className="text-muted">{t('partner.keys.help')}</p>
      <ul className="partner-values">
        <CopyValue name={intl.formatMessage({ id: 'partner.keys.partner' })} value={partnerId} />
        <CopyValue name={intl.formatMessage({ id: 'partner.keys.address' })} value={address} />
        <CopyValue
          name={intl.formatMessage({ id: 'partner.keys.testAddress' })}
          value={`${address}&test=1`}
        />
      </ul>
      {keys.map(({ key_id, label, origins, revoked, secret, test, scopes }) => (
        <section key={key_id} aria-label={label}>
          <h3>
            {label} {secret && <Badge>{t('partner.keys.secret', { test })}</Badge>}{' '}
            {revoked && <Badge>{t('partner.keys.revoked')}</Badge>}
          </h3>
          <ul className="partner-values">
            <CopyValue name={intl.formatMessage({ id: 'partner.keys.id' })} value={key_id} />
            {origins.map((origin) => (
              <CopyValue
                key={origin}
                name={intl.formatMessage({ id: 'partner.keys.origin' })}
                value={origin}
              />
            ))}
          </ul>
          {secret && <p className="text-muted">{t('partner.keys.scopes', { scopes: scopes.join(', ') })}</p>}
          {!secret && origins.length === 0 && <p className="text-muted">{t('partner.keys.noOrigin')}</p>}
        </section>
      ))}
    </Card>
  );
}

const copyResults = { copied: 'partner.copied', failed: 'partner.copy.failed' } as const;

function CopyValue({ name, value }: { name: string; value: string }) {
  const intl = useIntl();
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => setResult(await copyText(value));
  return (
    <li className="partner-value">
      <span className="partner-value-name text-muted text-small">{name}</span>
      <code className="partner-value-text">{value}</code>
      <Button
        kind="quiet"
        label={intl.formatMessage({ id: 'partner.copy.label' }, { name })}
        onPress={() => void copy()}
      >
        {t('partner.copy')}
      </Button>
      <span className="partner-value-result text-muted text-small" role="status">
        {result && t(copyResults[result])}
      </span>
    </li>
  );
}
