/** What a customer has asked and complained of, and what was answered. */
import { useState } from 'react';
import type { Conversation } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { type ListedMessage, MessageList } from '../../ui/message-list.tsx';
import { Moment } from '../moment.tsx';
import { t } from '../../i18n/text.tsx';
import { GrievanceStatus } from './grievance-status.tsx';
import { ReplyForm } from './reply-form.tsx';
import { StateBadge } from './state-badge.tsx';
import './conversations.css';

const states = {
  open: 'contact.state.open',
  answered: 'contact.state.answered',
  closed: 'contact.state.closed',
} as const satisfies Record<Conversation['state'], MessageId>;

export interface ConversationsProps {
  conversations: readonly Conversation[];
  onChanged: (conversation: Conversation) => void;
}

export function Conversations({ conversations, onChanged }: ConversationsProps) {
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  /** Unfinished replies, by the conversation's id: they stay while another one is written. */
  const [drafts] = useState(() => new Map<string, string>());
  if (conversations.length === 0) return null;
  return (
    <Card title={t('contact.conversations')}>
      <ol className="stack">
        {conversations.map((conversation) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            isReplying={replyingTo === conversation.id}
            onReplying={(isReplying) => setReplyingTo(isReplying ? conversation.id : null)}
            drafts={drafts}
            onChanged={onChanged}
          />
        ))}
      </ol>
    </Card>
  );
}

/** The number of messages that are in sight: mostly the latest question and its answer. */
const shownMessages = 2;

interface ConversationItemProps extends Pick<ConversationsProps, 'onChanged'> {
  conversation: Conversation;
  isReplying: boolean;
  onReplying: (isReplying: boolean) => void;
  drafts: Map<string, string>;
}

function ConversationItem({
  conversation,
  isReplying,
  onReplying,
  drafts,
  onChanged,
}: ConversationItemProps) {
  const { id, state, messages, grievance } = conversation;
  const [earlier, latest] = [messages.slice(0, -shownMessages), messages.slice(-shownMessages)];
  const endReply = () => {
    drafts.delete(id);
    onReplying(false);
  };
  return (
    <li className="my-query stack-s3">
      {grievance && <GrievanceStatus grievance={grievance} />}
      {(!grievance || (grievance.outcome !== null && state === 'open')) && (
        <StateBadge state={state}>{t(states[state])}</StateBadge>
      )}
      {earlier.length > 0 && (
        <Disclosure title={t('contact.earlier', { count: earlier.length })}>
          <MessageList messages={earlier.map(listedMessage)} />
        </Disclosure>
      )}
      <MessageList messages={latest.map(listedMessage)} />
      <InlineForm isOpen={isReplying} onOpen={() => onReplying(true)} open={t('contact.reply')}>
        <ReplyForm
          conversationId={id}
          draft={drafts.get(id) ?? ''}
          onDraft={(text) => drafts.set(id, text)}
          onCancel={endReply}
          onSent={(next) => {
            endReply();
            onChanged(next);
          }}
        />
      </InlineForm>
    </li>
  );
}

const listedMessage = ({ id, author, at, text }: Conversation['messages'][number]): ListedMessage => ({
  ...{ id, at, text, isOwn: author === 'customer' },
  author: t(author === 'staff' ? 'contact.author.staff' : 'contact.author.customer'),
  time: <Moment at={at} />,
});
