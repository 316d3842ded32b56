/** A conversation with support: what was asked, and the answer that goes out by mail. */
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StaffConversation } from '../../../domain/wire.ts';
import { languages } from '../../../locales/languages.ts';
import { useResource } from '../../hooks/resource.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { type ListedMessage, MessageList } from '../../ui/MessageList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { conversationIdOfAddress, conversationsAddress } from '../address.ts';
import { Frame } from '../frame.tsx';
import { DeskLink } from '../links.tsx';
import { useServices } from '../services.ts';
import { LoadFailure } from '../status-pages.tsx';
import { formatDateTime } from '../values.tsx';
import { AnswerForm } from './answer-form.tsx';
import './conversation.css';

const listAddress = conversationsAddress({ state: 'open', page: 1 });

export function ConversationScreen() {
  const intl = useIntl();
  const { pathname } = useLocation();
  const id = conversationIdOfAddress(pathname) ?? '';
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.conversation.title' })}
      home={listAddress}
      title={<FormattedMessage id="review.conversation.title" />}
    >
      <p>
        <DeskLink href={listAddress}>
          <FormattedMessage id="review.conversation.back" />
        </DeskLink>
      </p>
      <LoadedConversation key={id} id={id} />
    </Frame>
  );
}

/** Read again each time it is opened. */
const disposeAtOnce = () => undefined;

function LoadedConversation({ id }: { id: string }) {
  const { call } = useServices();
  const read = useResource(
    `conversation ${id}`,
    (signal) => call('readConversation', { path: { conversation_id: id } }, { signal }),
    disposeAtOnce,
  );
  const [changed, setChanged] = useState<StaffConversation | null>(null);
  const conversation = changed ?? read.value;
  if (read.status === 'failed') {
    return (
      <LoadFailure
        title="review.conversations.failed"
        help="review.conversations.failed.help"
        onRetry={read.retry}
      />
    );
  }
  if (!conversation)
    return <Skeleton label={<FormattedMessage id="review.conversations.loading" />} fields={4} />;
  const { name, mobile, email, language, is_customer: isCustomer, messages } = conversation;
  return (
    <div className="stack conversation">
      <Card title={name}>
        <Facts
          facts={[
            {
              id: 'customer',
              name: <FormattedMessage id="review.conversation.identity" />,
              value: (
                <FormattedMessage
                  id={isCustomer ? 'review.conversation.customer' : 'review.conversation.visitor'}
                />
              ),
            },
            { id: 'mobile', name: <FormattedMessage id="review.conversation.mobile" />, value: mobile },
            { id: 'email', name: <FormattedMessage id="review.conversation.email" />, value: email },
            {
              id: 'language',
              name: <FormattedMessage id="review.conversation.language" />,
              value: languages[language].name,
            },
          ]}
        />
        <MessageList messages={messages.map((message) => listedMessage(message, name))} />
      </Card>
      <AnswerForm conversation={conversation} onChanged={setChanged} />
    </div>
  );
}

const listedMessage = (
  { id, at, author, author_name: authorName, text }: StaffConversation['messages'][number],
  customerName: string,
): ListedMessage => ({
  ...{ id, at, text, isAnswer: author === 'staff' },
  author: authorName ?? customerName,
  time: formatDateTime(at),
});
