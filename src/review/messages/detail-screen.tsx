/** A conversation with support: what was asked, and the answer that goes out by mail. */
import { useIntl } from 'react-intl';
import { useEffect, useRef, useState } from 'react';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import type { Grievance, StaffConversation } from '../../../domain/values/wire.ts';
import { Loaded, apiQuery, setQueryData, useApiQuery, useQuery } from '../../data/query.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { type Fact, Facts, type FactsProps } from '../../ui/facts.tsx';
import { formatPaise } from '../../ui/money.tsx';
import { type ListedMessage, MessageList } from '../../ui/message-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { valueText } from '../../form/value-text.ts';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { Button } from '../../ui/button.tsx';
import { applicationAddress, conversationsAddress, queuePath } from '../links.ts';
import { useAddressId } from '../../shell/address-id.ts';
import { BackLink, Frame, useIsWide } from '../frame.tsx';
import { statusMessages } from '../message-ids.ts';
import { useQueueActor } from '../queue/actor.tsx';
import { useServices } from '../services.ts';
import { loadFailure } from '../status-pages.tsx';
import { DateText, DateTimeText } from '../values.tsx';
import { AnswerForm, type AnswerFormProps } from './answer-form.tsx';
import { GrievanceBadge, OutcomeText } from './grievance-badge.tsx';
import './conversation.css';

const listAddress = conversationsAddress({ state: 'open', page: 1 });

export function ConversationScreen() {
  const { call } = useServices();
  const id = useAddressId();
  const query = apiQuery(call, 'readConversation', { path: { conversation_id: id } });
  const read = useQuery(query);
  return (
    <Frame
      title="review.conversation.title"
      back={<BackLink href={listAddress}>{t('review.conversation.back')}</BackLink>}
      heading={read.data?.name}
      home={listAddress}
    >
      <Loaded
        key={id}
        query={read}
        pending={<Skeleton label={t('review.conversations.loading')} fields={4} />}
        failed={loadFailure('review.conversations.failed')}
      >
        {(conversation) => (
          <Conversation conversation={conversation} onChanged={(changed) => setQueryData(query, changed)} />
        )}
      </Loaded>
    </Frame>
  );
}

function Conversation({ conversation, onChanged }: AnswerFormProps) {
  const intl = useIntl();
  const { id, name, mobile, email, language, is_customer: isCustomer, messages, grievance } = conversation;
  const queue = useQueueActor();
  const isWide = useIsWide();
  return (
    <div className="stack conversation">
      <Card title={t('review.conversation.title')}>
        {grievance && <Facts stacked facts={grievanceFacts(grievance)} />}
        <MessageList messages={messages.map((message) => listedMessage(message, name))} />
      </Card>
      <Card>
        {isCustomer && (
          <div className="stack-s3">
            {conversation.loans.length > 0 && <Facts stacked facts={conversation.loans.map(loanFact)} />}
            <a href={queuePath} onClick={() => queue.send({ type: 'text.typed', text: mobile })}>
              {t('review.conversation.applications')}
            </a>
          </div>
        )}
        <div>
          <Disclosure
            title={t(isCustomer ? 'review.conversation.customer' : 'review.conversation.visitor')}
            startsOpen={isWide}
          >
            <Facts
              stacked
              facts={[
                [t('review.conversation.mobile'), valueText(intl, { kind: 'phone' }, mobile)],
                [t('review.conversation.email'), email],
                [t('review.conversation.language'), <LanguageName language={language} />],
              ]}
            />
          </Disclosure>
          {isCustomer && <NomineeOfCustomer conversationId={id} />}
        </div>
      </Card>
      <AnswerForm conversation={conversation} onChanged={onChanged} />
    </div>
  );
}

/** Returns a loan's number, its status, and what is to be paid next. */
function loanFact(loan: StaffConversation['loans'][number]): Fact {
  const { loan_id: id, loan_number: number, status, servicing_stage: stage, next_payment: next } = loan;
  return [
    <a href={applicationAddress(id)}>{number}</a>,
    <>
      {stage ? t('review.lenderLoan.stage', { stage }) : status !== 'draft' && t(statusMessages[status])}
      {next && (
        <div>
          {t('review.lenderLoan.nextDue')}: <DateText at={next.due_on} />, {formatPaise(next.amount_paise)}
        </div>
      )}
    </>,
  ];
}

/** Returns the facts of a complaint. */
const grievanceFacts = (grievance: Grievance): FactsProps['facts'] => {
  const { loan_id: loanId, lender_name: lender } = grievance;
  return [
    [t('review.column.complaint'), grievance.number],
    [t('review.grievance.lodgedOn'), <DateText at={grievance.lodged_on} />],
    [
      t('review.grievance.answerBy'),
      <>
        <DateText at={grievance.answer_by} /> <GrievanceBadge grievance={grievance} />
      </>,
    ],
    lender !== null && [t('review.grievance.lender'), lender],
    loanId !== null && [
      t('review.grievance.loan'),
      <a href={applicationAddress(loanId)}>{loanNumber(loanId)}</a>,
    ],
  ];
};

const listedMessage = (
  { id, at, author, author_name: authorName, text, outcome }: StaffConversation['messages'][number],
  customerName: string,
): ListedMessage => ({
  ...{ id, at, text, isOwn: author === 'staff' },
  author: (
    <>
      {authorName ?? customerName}
      {outcome && (
        <>
          {' · '}
          <OutcomeText outcome={outcome} />
        </>
      )}
    </>
  ),
  time: <DateTimeText at={at} />,
});

/** Shows the nominee of a customer, read only at the press of a button, because each reading is recorded. */
function NomineeOfCustomer({ conversationId }: { conversationId: string }) {
  const intl = useIntl();
  const [isShown, setShown] = useState(false);
  const path = { conversation_id: conversationId };
  const read = useApiQuery('readNomineeOfCustomer', isShown ? { path } : null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isShown) content.current?.focus();
  }, [isShown]);
  return (
    <Disclosure title={t('review.nominee.title')}>
      <p>{t('review.nominee.help')}</p>
      {isShown ? (
        <div className="stack" ref={content} tabIndex={-1}>
          <Loaded
            query={read}
            pending={<Skeleton label={t('review.conversations.loading')} fields={1} />}
            failed={loadFailure('review.nominee.failed')}
          >
            {(nominee) =>
              nominee ? (
                <Facts
                  stacked
                  facts={[
                    [t('review.nominee.relation', { relation: nominee.relation }), nominee.name],
                    [t('review.conversation.mobile'), valueText(intl, { kind: 'phone' }, nominee.mobile)],
                  ]}
                />
              ) : (
                <p>{t('review.nominee.none')}</p>
              )
            }
          </Loaded>
        </div>
      ) : (
        <div>
          <Button onPress={() => setShown(true)}>{t('review.nominee.show')}</Button>
        </div>
      )}
    </Disclosure>
  );
}
