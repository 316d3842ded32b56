/** The queue: what waits longest first. */
import { limits } from '../../../domain/values/limits.ts';
import { useIntl } from 'react-intl';
import { type QueueContext, pageLength, pageCount } from '../../../machines/desk/queue.ts';
import { Badge } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import {
  queueStages,
  waitsForReviewer,
  type QueueItem,
  type QueueStage,
} from '../../../domain/values/wire.ts';
import { queueAddress, applicationAddress } from '../links.ts';
import { Frame } from '../frame.tsx';
import { ListTable, type ListTableProps } from '../list-table.tsx';
import { moveFocus, type Shortcut, Shortcuts } from '../shortcuts.tsx';
import { useQueueActor, useQueueState } from './actor.tsx';
import { Filters, isNarrowed, searchTextId } from './filters.tsx';
import { countText, DeskListHead, DeskTabs } from '../tabs.tsx';
import { stageMessages, stageTones, statusMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import { formatRupees } from '../../ui/money.tsx';
import { EyeIcon } from '../icons.tsx';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { TimeAgo } from '../values.tsx';
import './queue.css';
import './items.css';

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
  const queue = useQueueActor();
  const context = useQueueState((now) => now.context);
  const hasFailed = useQueueState((now) => now.matches('failed'));
  const isSearching = useQueueState((now) => now.matches('searching') || now.matches('debouncing'));
  const { results, resultsSearch, resultsPage } = context;
  return (
    <Frame title="review.queue.title" heading={false}>
      <DeskListHead
        title={t('review.queue.title')}
        tabs={<Stages {...context} results={hasFailed ? null : results} />}
      >
        <Shortcuts shortcuts={shortcuts} />
      </DeskListHead>
      <Filters />
      <div className="queue-items">
        <Items
          rows={results?.items}
          stage={resultsSearch?.stage}
          first={(resultsPage - 1) * pageLength + 1}
          busy={isSearching}
          hasFailed={hasFailed}
          onRetry={() => queue.send({ type: 'retry.requested' })}
          empty={<Empty {...context} />}
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

/** Says that the stage has no items, and links to stages in which the same search finds some. */
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
              <a href={queueAddress({ ...filters, stage })}>
                {t('review.queue.elsewhere', {
                  count: results?.counts[stage] ?? 0,
                  stage: t(stageMessages[stage]),
                })}
              </a>
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
  // The pages continue beyond the counted items.
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
        pages: next !== null && total >= limits.queueCounted ? `${pages}+` : pages,
      })}
      previous={t('review.pages.previous')}
      next={t('review.pages.next')}
      onPage={(to) => queue.send({ type: 'page.chosen', page: to })}
    />
  );
}

type ItemsProps = Pick<ListTableProps<QueueItem>, 'rows' | 'busy' | 'hasFailed' | 'onRetry' | 'empty'> & {
  stage: QueueStage | undefined;
  /** The number of the first of them in the whole queue. */
  first: number;
};

/** The applications of one page. */
function Items({ stage, first, ...list }: ItemsProps) {
  return (
    <ListTable
      {...list}
      caption={t('review.queue.caption')}
      failed="review.queue.failed"
      loading="review.queue.loading"
      rowKey={({ loan_id }) => loan_id}
      rowClassName="item"
      serial={{ header: t('review.column.number'), first }}
      columns={[
        {
          id: 'waiting',
          header: t('review.column.waiting'),
          className: 'item-waiting number',
          cell: ({ submitted_at: since, stage: of }) => (
            <TimeAgo since={since} isUrgent={waitsForReviewer(of)} />
          ),
        },
        {
          id: 'applicant',
          header: t('review.column.applicant'),
          className: 'item-applicant',
          cell: (item) => (
            <>
              <a href={applicationAddress(item.loan_id)} className="item-link stretched-link">
                {item.name}
              </a>
              {item.test && <Badge>{t('app.testLoan')}</Badge>}
              <span className="item-details">
                {loanNumber(item.loan_id)} · {item.partner}
              </span>
              <State item={item} stage={stage} />
            </>
          ),
        },
        {
          id: 'students',
          header: t('status.loan.students'),
          className: 'item-students',
          cell: ({ students }) => students.join(', '),
        },
        {
          id: 'institution',
          header: t('review.column.institution'),
          className: 'item-institution',
          cell: (item) => item.institution_name,
        },
        {
          id: 'amount',
          header: t('review.column.amount'),
          numeric: true,
          className: 'item-amount',
          cell: (item) => item.order_value !== null && formatRupees(item.order_value),
        },
      ]}
    />
  );
}

/** The tones that distinguish applications with a lender from new ones. */
const statusTones: Partial<Record<QueueItem['status'], PillTone>> = {
  with_lender: 'running',
  pending: 'running',
  in_progress: 'running',
  under_review: 'running',
  approved: 'good',
  rejected: 'bad',
};

/** The status that each stage says already. */
const statusOfStage: Partial<Record<QueueStage, QueueItem['status']>> = {
  to_review: 'submitted',
  with_lender: 'with_lender',
  approved: 'approved',
  rejected: 'rejected',
};

/** Shows the item's stage, queries and status unless the chosen stage implies them, and its other viewers. */
function State({ item, stage }: { item: QueueItem; stage: QueueStage | undefined }) {
  const others = item.viewers.join(', ');
  const isSaidByStage = item.status === statusOfStage[item.stage];
  return (
    <>
      <span className="item-pills">
        {item.stage !== stage && <Pill tone={stageTones[item.stage]}>{t(stageMessages[item.stage])}</Pill>}
        {item.answered_queries > 0 && (
          <Pill tone="waiting">{t('review.queue.answered', { count: item.answered_queries })}</Pill>
        )}
        {item.open_queries > 0 && (
          <Pill tone="running">{t('review.queue.open', { count: item.open_queries })}</Pill>
        )}
        {item.answered_queries + item.open_queries === 0 && item.status !== 'draft' && !isSaidByStage && (
          <Pill tone={statusTones[item.status]}>{t(statusMessages[item.status])}</Pill>
        )}
      </span>
      {others && (
        <span className="item-viewers">
          <EyeIcon /> {t('review.queue.viewers', { names: others })}
        </span>
      )}
    </>
  );
}
