/** The conversations with support: complaints by their last day, then what waits longest. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { ConversationPage, ConversationState } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useApiQuery } from '../../data/query.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import {
  conversationAddress,
  type ConversationFilters,
  conversationsAddress,
  conversationStates,
  parseConversationFilters,
  queuePath,
  standardAnswersPath,
} from '../links.ts';
import { Frame } from '../frame.tsx';
import { ListTable } from '../list-table.tsx';
import { countText, DeskListHead, DeskTabs } from '../tabs.tsx';
import { TimeAgo } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { GrievanceBadge } from './grievance-badge.tsx';
import './conversation-list.css';

const stateMessages = {
  open: 'review.conversation.state.open',
  answered: 'review.conversation.state.answered',
  closed: 'review.conversation.state.closed',
} as const satisfies Record<ConversationState, MessageId>;

const pageLength = 25;

/** The contract's cap on what is searched for. */
const textMaxLength = 100;

export function MessagesScreen() {
  const intl = useIntl();
  const filters = parseConversationFilters(useLocation().searchStr);
  const { state, page } = filters;
  const { history } = useRouter();
  const [text, setText] = useState('');
  const search = { state, page, page_length: pageLength, ...(text && { text }) };
  const list = useApiQuery('searchConversations', { body: search });
  return (
    <Frame title="review.conversations.title" heading={false} home={queuePath}>
      <DeskListHead
        title={t('review.conversations.title')}
        tabs={
          <DeskTabs
            label={intl.formatMessage({ id: 'review.conversations.states' })}
            current={state}
            tabs={conversationStates.map((one) => ({
              id: one,
              href: conversationsAddress({ state: one, page: 1 }),
              label: t(stateMessages[one]),
              count: list.data?.counts[one] ?? null,
              isWaiting: one === 'open',
            }))}
          />
        }
      >
        <a href={standardAnswersPath} className="target">
          {t('review.standardAnswers.title')}
        </a>
      </DeskListHead>
      <search className="conversation-search">
        <SearchInput
          id="conversation-text"
          label={t('review.conversations.text')}
          maxLength={textMaxLength}
          value={text}
          onValue={(typed) => {
            setText(typed);
            if (page > 1) history.replace(conversationsAddress({ state, page: 1 }));
          }}
        />
      </search>
      <ListTable
        caption={t('review.conversations.title')}
        columns={columns}
        rows={list.data?.items}
        rowKey={({ id }) => id}
        rowClassName="conversation-row"
        serial={{
          header: t('review.column.number'),
          first: (page - 1) * pageLength + 1,
        }}
        hasFailed={list.isError}
        onRetry={() => void list.refetch()}
        failed="review.conversations.failed"
        loading="review.conversations.loading"
        empty={t(text ? 'review.queue.noneFound' : 'review.conversations.none')}
      />
      {list.data && list.data.total > 0 && <Pages filters={filters} total={list.data.total} />}
    </Frame>
  );
}

const columns: readonly TableColumn<ConversationPage['items'][number]>[] = [
  {
    id: 'waiting',
    header: t('review.column.waiting'),
    className: 'number conversation-waiting',
    cell: ({ waiting_since: since, state }) => <TimeAgo since={since} isUrgent={state === 'open'} />,
  },
  {
    id: 'name',
    header: t('review.conversation.from'),
    className: 'conversation-name',
    cell: ({ id, name }) => (
      <a href={conversationAddress(id)} className="conversation-link stretched-link">
        {name}
      </a>
    ),
  },
  {
    id: 'excerpt',
    header: t('review.conversation.message'),
    className: 'conversation-wide conversation-excerpt',
    cell: ({ excerpt }) => <span dir="auto">{excerpt}</span>,
  },
  {
    id: 'complaint',
    header: t('review.column.complaint'),
    className: 'conversation-wide number',
    cell: ({ grievance }) =>
      grievance && (
        <>
          {grievance.number} <GrievanceBadge grievance={grievance} />
        </>
      ),
  },
];

function Pages({ filters, total }: { filters: ConversationFilters; total: number }) {
  const intl = useIntl();
  const { history } = useRouter();
  const { page } = filters;
  const pages = Math.max(1, Math.ceil(total / pageLength));
  return (
    <Pagination
      label={intl.formatMessage({ id: 'review.pages' })}
      summary={t('review.pages.of', {
        first: (page - 1) * pageLength + 1,
        last: Math.min(page * pageLength, total),
        total: countText(total),
      })}
      page={page}
      pages={pages}
      position={t('review.pages.position', { page, pages })}
      previous={t('review.pages.previous')}
      next={t('review.pages.next')}
      onPage={(to) => history.push(conversationsAddress({ ...filters, page: to }))}
    />
  );
}
