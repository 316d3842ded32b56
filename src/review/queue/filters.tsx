/** Filters the queue. The address holds all filters except the searched text. */
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { QueueFilters } from '../../../machines/desk/queue.ts';
import { Button } from '../../ui/button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Key } from '../key.tsx';
import { parseQueueFilters, queueAddress, statusesOf } from '../links.ts';
import { useQueueActor, useQueueState } from './actor.tsx';
import { statusMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import './filters.css';

/** The contract's cap on what is searched for. */
const textMaxLength = 100;

export const searchTextId = 'queue-text';

export const isNarrowed = ({ status, institution_id, partner }: QueueFilters): boolean =>
  status !== undefined || institution_id !== undefined || partner !== undefined;

export function Filters() {
  const { history } = useRouter();
  const filters = useQueueState(({ context }) => context.filters);
  const { stage, test, ...narrowing } = filters;
  const go = (changed: QueueFilters) => history.push(queueAddress(changed));
  /** Changes one of the filters; the address drops empty ones. */
  const choose = (name: FilterName, value: string) => {
    const params = new URLSearchParams(queueAddress(filters).split('?')[1]);
    params.set(name, value);
    go(parseQueueFilters(`?${params.toString()}`));
  };
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.values(narrowing).filter((each) => each !== undefined).length + Number(test === true);
  return (
    <search className="filters">
      <SearchText />
      <button
        type="button"
        className="filters-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        {t('review.filter.fold', { count: chosen })}
        <ChevronIcon />
      </button>
      <div className="filters-panel stack-s3" data-open={isOpen || undefined}>
        <Selects choose={choose} />
        <div className="filters-row">
          <Switch
            id="queue-test"
            label={t('review.filter.test')}
            checked={test === true}
            onChecked={(on) => choose('test', on ? '1' : '')}
          />
          {isNarrowed(filters) && (
            <Button kind="quiet" onPress={() => go({ ...(stage && { stage }), ...(test && { test }) })}>
              {t('review.filter.clear')}
            </Button>
          )}
        </div>
      </div>
    </search>
  );
}

type FilterName = 'status' | 'institution' | 'partner' | 'test';

function Selects({ choose }: { choose: (name: FilterName, value: string) => void }) {
  const intl = useIntl();
  const { filters, results } = useQueueState(({ context }) => context);
  const { institution_id, partner, stage, status } = filters;
  const statuses = statusesOf(stage);
  const all = intl.formatMessage({ id: 'review.filter.all' });
  return (
    <>
      {statuses.length > 0 && (
        <Select
          required={false}
          prompt={all}
          id="queue-status"
          label={t('review.filter.status')}
          value={status ?? ''}
          options={statuses.map((each) => ({
            value: each,
            label: intl.formatMessage({ id: statusMessages[each] }),
          }))}
          onValue={(value) => choose('status', value)}
        />
      )}
      <Select
        required={false}
        prompt={all}
        id="queue-institution"
        label={t('review.filter.institution')}
        value={String(institution_id ?? '')}
        options={(results?.institutions ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        onValue={(value) => choose('institution', value)}
      />
      <Select
        required={false}
        prompt={all}
        id="queue-partner"
        label={t('review.filter.partner')}
        value={partner ?? ''}
        options={(results?.partners ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onValue={(value) => choose('partner', value)}
      />
    </>
  );
}

function SearchText() {
  const queue = useQueueActor();
  const text = useQueueState(({ context }) => context.text);
  return (
    <SearchInput
      id={searchTextId}
      label={
        <>
          {t('review.keys.search')} <span className="filters-searched">{t('review.filter.text')}</span>{' '}
          <Key name="/" />
        </>
      }
      maxLength={textMaxLength}
      value={text}
      onValue={(typed) => queue.send({ type: 'text.typed', text: typed })}
    />
  );
}
