/** The applications of one page. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import {
  type QueueItem,
  queueLimits,
  type QueueStage,
  waitsForReviewer,
} from '../../../domain/values/review-wire.ts';
import { formatRupees } from '../../ui/money.tsx';
import { Badge } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { applicationAddress } from '../address.ts';
import { EyeIcon } from '../icons.tsx';
import { DeskLink } from '../links.tsx';
import { valueText } from '../../form/value-text.ts';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { TimeAgo } from '../values.tsx';
import { stageMessages, stageTones, statusMessages } from '../message-ids.ts';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import './items.css';

export type ItemsProps = {
  items: readonly QueueItem[];
  stage: QueueStage | undefined;
  /** The number of the first of them in the whole queue. */
  first: number;
  busy: boolean;
  /** Shown in their place: that they are loading, that there are none, or that they could not be loaded. */
  placeholder: ReactNode;
};

export function Items({ items, stage, first, ...state }: ItemsProps) {
  const intl = useIntl();
  return (
    <Table
      {...state}
      caption={t('review.queue.caption')}
      rows={items}
      rowKey={({ loan_id }) => loan_id}
      rowClassName="item"
      cards="plain"
      serial={{ header: t('review.column.number'), first }}
      columns={[
        {
          id: 'waiting',
          header: t('review.column.waiting'),
          className: 'item-waiting',
          cell: (item) => <Waiting item={item} />,
        },
        {
          id: 'applicant',
          header: t('review.column.applicant'),
          className: 'item-applicant',
          cell: (item) => (
            <>
              <DeskLink href={applicationAddress(item.loan_id)} className="item-link">
                {item.name}
              </DeskLink>
              {item.test && <Badge>{t('app.testLoan')}</Badge>}
              <span className="item-details">
                {valueText(intl, { kind: 'phone' }, item.mobile)} · {item.partner}
              </span>
            </>
          ),
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
        {
          id: 'state',
          header: t('review.column.state'),
          className: 'item-status text-small',
          cell: (item) => <State item={item} stage={stage} />,
        },
      ]}
    />
  );
}

/** The time that an application waits; it stands out where it waits for a reviewer too long. */
function Waiting({ item: { submitted_at: since, stage } }: { item: QueueItem }) {
  const { now } = useServices();
  const waited = since === null ? 0 : now().getTime() - Date.parse(since);
  const isLate = waitsForReviewer(stage) && waited >= queueLimits.lateAfterMs;
  const lateness = waited >= queueLimits.veryLateAfterMs ? 'item-very-late' : 'item-late';
  return (
    <span className={isLate ? lateness : undefined}>
      <TimeAgo since={since} />
    </span>
  );
}

/** What a lender has begun stands out from what nobody has looked at. */
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

/** What there is to know besides the stage that one is looking at. */
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
