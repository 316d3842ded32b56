/** Lists a customer's questions and complaints with their answers. */
import { useMemo, useState } from 'react';
import type { Conversation } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { customerReplyFields, customerReplyForm } from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { type ListedMessage, MessageList } from '../../ui/message-list.tsx';
import { Pill } from '../../ui/pill.tsx';
import { t } from '../../i18n/i18n.tsx';
import {
  useDomainForm,
  DomainForm,
  FormField,
  useServerErrors,
  formChecker,
} from '../../form/domain-form.tsx';
import { TextAreaField } from '../../form/more-fields.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { FormActions } from '../../ui/button.tsx';
import { Moment } from '../moment.tsx';
import { useServices } from '../services.ts';
import { SubmissionFailure } from '../call-failure.tsx';
import { GrievancePill, GrievanceStatus } from './grievance-status.tsx';

const states = {
  open: 'contact.state.open',
  answered: 'contact.state.answered',
  closed: 'contact.state.closed',
} as const satisfies Record<Conversation['state'], MessageId>;

const tones = { open: 'waiting', answered: 'good', closed: undefined } as const;

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
      <ol className="stack divided">
        {conversations.map((conversation, index) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            isLatest={index === 0}
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
  isLatest: boolean;
  isReplying: boolean;
  onReplying: (isReplying: boolean) => void;
  drafts: Map<string, string>;
}

function ConversationItem(props: ConversationItemProps) {
  const { conversation, isLatest, isReplying, onReplying, drafts, onChanged } = props;
  const { id, state, messages, grievance } = conversation;
  const [earlier, latest] = [messages.slice(0, -shownMessages), messages.slice(-shownMessages)];
  const endReply = () => {
    drafts.delete(id);
    onReplying(false);
  };
  const content = (
    <>
      {grievance && <GrievanceStatus grievance={grievance} />}
      {(!grievance || (grievance.outcome !== null && state === 'open')) && (
        <p>
          <Pill tone={tones[state]}>{t(states[state])}</Pill>
        </p>
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
    </>
  );
  // A settled conversation is collapsed unless it is the latest.
  const isFolded = !isLatest && grievance !== null && grievance.outcome !== null && state !== 'open';
  return (
    <li className="stack-s3">
      {grievance && !isFolded && (
        <p>
          <GrievancePill grievance={grievance} />
        </p>
      )}
      {isFolded ? (
        <Disclosure
          title={
            <>
              <GrievancePill grievance={grievance} /> <span className="number">{grievance.number}</span>
            </>
          }
        >
          {content}
        </Disclosure>
      ) : (
        content
      )}
    </li>
  );
}

const listedMessage = ({ id, author, at, text }: Conversation['messages'][number]): ListedMessage => ({
  ...{ id, at, text, isOwn: author === 'customer' },
  author: t(author === 'staff' ? 'contact.author.staff' : 'contact.author.customer'),
  time: <Moment at={at} />,
});

interface ReplyFormProps {
  conversationId: string;
  /** The text that was already typed; later values of this prop are ignored. */
  draft: string;
  onDraft: (text: string) => void;
  onCancel: () => void;
  onSent: (conversation: Conversation) => void;
}

/** Writes again in a conversation. */
function ReplyForm({ conversationId, draft, onDraft, onCancel, onSent }: ReplyFormProps) {
  const { today } = useServices();
  const [defaultValues] = useState({ text: draft });
  const path = { conversation_id: conversationId };
  const { isPending, error, mutate } = useApiMutation('continueMyConversation', onSent);
  const checker = useMemo(() => formChecker(customerReplyForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({ defaultValues, checker, onValid: (body) => mutate({ path, body }) });
  useServerErrors(formApi, error);
  return (
    <DomainForm formApi={formApi} label="contact.reply">
      <FormField
        name="text"
        row={customerReplyFields.text}
        as={TextAreaField}
        rows={4}
        maxLength={limits.supportTextMaxLength}
        listeners={{ onChange: ({ value }) => onDraft(value) }}
      />
      <SubmissionFailure failure={error} />
      <FormActions
        cancel={t('account.cancel')}
        onCancel={onCancel}
        submit={t('contact.send')}
        busy={isPending}
      />
    </DomainForm>
  );
}
