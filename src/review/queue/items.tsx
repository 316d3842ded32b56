/** The applications of one page: a table, and cards where a table has no room. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { QueueItem, QueueStage } from '../../../domain/review-wire.ts';
import { formatRupees } from '../../ui/Money.tsx';
import { Badge } from '../../ui/Page.tsx';
import { applicationAddress } from '../address.ts';
import { EyeIcon } from '../icons.tsx';
import { DeskLink } from '../links.tsx';
import { valueText } from '../../form/value-text.ts';
import { TimeAgo } from '../values.tsx';
import { stageMessages, statusMessages } from '../message-ids.ts';
import './items.css';

/** The roles are said aloud: styles that make cards of rows take them away in some browsers. */
export function Items({ items, stage }: { items: readonly QueueItem[]; stage: QueueStage | undefined }) {
  return (
    <table className="items" role="table">
      <caption className="visually-hidden">
        <FormattedMessage id="review.queue.caption" />
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            <FormattedMessage id="review.column.waiting" />
          </th>
          <th scope="col" role="columnheader">
            <FormattedMessage id="review.column.applicant" />
          </th>
          <th scope="col" role="columnheader">
            <FormattedMessage id="review.column.institution" />
          </th>
          <th scope="col" role="columnheader" className="items-number">
            <FormattedMessage id="review.column.amount" />
          </th>
          <th scope="col" role="columnheader">
            <FormattedMessage id="review.column.state" />
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <Item key={item.loan_id} item={item} stage={stage} />
        ))}
      </tbody>
    </table>
  );
}

function Item({ item, stage }: { item: QueueItem; stage: QueueStage | undefined }) {
  const intl = useIntl();
  return (
    <tr role="row" className="item">
      <td role="cell" className="item-waiting">
        <TimeAgo since={item.submitted_at} />
      </td>
      <td role="cell" className="item-applicant">
        <DeskLink href={applicationAddress(item.loan_id)} className="item-link">
          {item.name}
        </DeskLink>
        {item.test && (
          <Badge>
            <FormattedMessage id="app.testLoan" />
          </Badge>
        )}
        <span className="item-details">
          {valueText(intl, { kind: 'phone' }, item.mobile)} · {item.partner}
        </span>
      </td>
      <td role="cell" className="item-institution">
        {item.institution_name}
      </td>
      <td role="cell" className="items-number item-amount">
        {item.order_value !== null && formatRupees(item.order_value)}
      </td>
      <td role="cell" className="item-status">
        <State item={item} stage={stage} />
      </td>
    </tr>
  );
}

/** What there is to know besides the stage that one is looking at. */
function State({ item, stage }: { item: QueueItem; stage: QueueStage | undefined }) {
  const others = item.viewers.join(', ');
  return (
    <>
      <span>
        {item.stage !== stage && (
          <>
            <FormattedMessage id={stageMessages[item.stage]} /> ·{' '}
          </>
        )}
        {item.answered_queries > 0 && (
          <FormattedMessage id="review.queue.answered" values={{ count: item.answered_queries }} />
        )}
        {item.answered_queries > 0 && item.open_queries > 0 && ' · '}
        {item.open_queries > 0 && (
          <FormattedMessage id="review.queue.open" values={{ count: item.open_queries }} />
        )}
        {item.answered_queries + item.open_queries === 0 && item.status !== 'draft' && (
          <FormattedMessage id={statusMessages[item.status]} />
        )}
      </span>
      {others && (
        <span className="item-viewers">
          <EyeIcon /> <FormattedMessage id="review.queue.viewers" values={{ names: others }} />
        </span>
      )}
    </>
  );
}
