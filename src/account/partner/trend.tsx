/** How many applications were begun over time, by day or by week. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Loaded } from '../../data/loaded.tsx';
import { useApiQuery } from '../../data/query.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ToggleGroup } from '../../ui/toggle-group.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';

export function Trend({ test }: { test: boolean }) {
  const intl = useIntl();
  const { call } = useServices();
  const [by, setBy] = useState<'day' | 'week'>('day');
  const query = useApiQuery(call, 'countPartnerApplications', { query: { test, by } });
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
