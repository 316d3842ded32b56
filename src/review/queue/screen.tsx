/** The queue: what waits longest first. */
import { useIntl } from 'react-intl';
import { type QueueContext, pageLength, pageCount } from '../../../machines/desk/queue.ts';
import { pageTitleId } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { queueLimits, queueStages, waitsForReviewer } from '../../../domain/values/review-wire.ts';
import { queueAddress } from '../address.ts';
import { Frame } from '../frame.tsx';
import { DeskLink } from '../links.tsx';
import { listPlaceholder } from '../list-placeholder.tsx';
import { moveFocus, type Shortcut, Shortcuts } from '../shortcuts.tsx';
import { useQueueActor, useQueueState } from './actor.tsx';
import { Filters, isNarrowed, searchTextId } from './filters.tsx';
import { countText, DeskTabs } from '../tabs.tsx';
import { Items } from './items.tsx';
import './queue.css';
import { stageMessages } from '../message-ids.ts';
import { t } from '../../i18n/text.tsx';

const links = '.item-link';

/** The focused application is opened by Enter, like every link. */
const shortcuts: readonly Shortcut[] = [
  { key: 'j', help: 'review.application.next', named: true, act: () => moveFocus(1, links) },
  { key: 'k', help: 'review.application.previous', act: () => moveFocus(-1, links) },
  {
    key: '/',
    help: 'review.keys.search',
    act: () => document.getElementById(searchTextId)?.focus(),
  },
];

export function QueueScreen() {
  const intl = useIntl();
  const queue = useQueueActor();
  const context = useQueueState((now) => now.context);
  const hasFailed = useQueueState((now) => now.matches('failed'));
  const isSearching = useQueueState((now) => now.matches('searching') || now.matches('debouncing'));
  const { results, resultsSearch, resultsPage } = context;
  return (
    <Frame tabTitle={intl.formatMessage({ id: 'review.queue.title' })}>
      <h1 id={pageTitleId} tabIndex={-1} className="queue-title">
        {t('review.queue.title')}
      </h1>
      <div className="queue-head">
        <Stages {...context} results={hasFailed ? null : results} />
        <Shortcuts shortcuts={shortcuts} />
      </div>
      <Filters />
      <div className="queue-items">
        <Items
          items={results?.items ?? []}
          stage={resultsSearch?.stage}
          first={(resultsPage - 1) * pageLength + 1}
          busy={isSearching}
          placeholder={listPlaceholder({
            rows: results?.items ?? null,
            hasFailed,
            onRetry: () => queue.send({ type: 'retry.requested' }),
            failed: 'review.queue.failed',
            loading: 'review.queue.loading',
            empty: <Empty {...context} />,
          })}
        />
      </div>
      {!hasFailed && <Pages {...context} />}
    </Frame>
  );
}

/** The stages of applications, and how many are in each. */
function Stages({ filters, results }: QueueContext) {
  const intl = useIntl();
  return (
    <DeskTabs
      label={intl.formatMessage({ id: 'review.stages' })}
      current={filters.stage}
      tabs={queueStages.map((stage) => ({
        id: stage,
        href: queueAddress({ ...filters, stage }),
        label: t(stageMessages[stage]),
        count: results && results.counts[stage],
        isWaiting: waitsForReviewer(stage),
      }))}
    />
  );
}

/** Nothing here; where the same search finds something elsewhere, it leads there. */
function Empty({ filters, results, resultsSearch }: QueueContext) {
  const elsewhere = queueStages.filter(
    (stage) => stage !== filters.stage && (results?.counts[stage] ?? 0) > 0,
  );
  const isNarrow = resultsSearch !== null && (resultsSearch.text !== undefined || isNarrowed(resultsSearch));
  return (
    <>
      <p className="queue-empty-title">{t(isNarrow ? 'review.queue.noneFound' : 'review.queue.empty')}</p>
      {elsewhere.length > 0 && (
        <ul className="queue-other-stages stack-s1">
          {elsewhere.map((stage) => (
            <li key={stage}>
              <DeskLink href={queueAddress({ ...filters, stage })}>
                {t('review.queue.elsewhere', {
                  count: results?.counts[stage] ?? 0,
                  stage: t(stageMessages[stage]),
                })}
              </DeskLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Pages({ page, results, resultsPage }: QueueContext) {
  const queue = useQueueActor();
  const intl = useIntl();
  const { items = [], next = null, total = 0 } = results ?? {};
  const before = (resultsPage - 1) * pageLength;
  // Behind what is counted, the pages go on.
  const pages = next === null ? resultsPage : Math.max(resultsPage + 1, pageCount(total));
  return (
    <Pagination
      label={intl.formatMessage({ id: 'review.pages' })}
      summary={
        items.length > 0 &&
        t('review.pages.of', { first: before + 1, last: before + items.length, total: countText(total) })
      }
      page={page}
      pages={pages}
      position={t('review.pages.position', {
        page,
        pages: next !== null && total >= queueLimits.counted ? `${pages}+` : pages,
      })}
      previous={t('review.pages.previous')}
      next={t('review.pages.next')}
      onPage={(to) => queue.send({ type: 'page.chosen', page: to })}
    />
  );
}
