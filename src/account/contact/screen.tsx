/** Contact: a query or a complaint. It is answered by mail, and a customer reads the answer here too. */
import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Conversation, ConversationKind } from '../../../domain/values/wire.ts';
import { customerOf } from '../../../machines/session.ts';
import { Loaded, apiQuery, setQueryData, useQuery } from '../../data/query.tsx';
import { supportLinks } from '../../ui/support-links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Columns } from '../columns.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { kindInSearch } from './address.ts';
import { ContactForm } from './contact-form.tsx';
import { Conversations } from './conversations.tsx';

export default function ContactScreen() {
  const { session, support } = useServices();
  // A customer without a name and a mail address is asked for them here.
  const customer = useSelector(session, customerOf);
  const mobile = customer?.name ? customer.mobile : null;
  const firstKind = kindInSearch(useLocation().searchStr);
  const ways = <p>{t('contact.ways', supportLinks(support))}</p>;
  const isRestoring = useSelector(session, (now) => now.matches('starting') || now.matches('restoring'));
  return (
    <Frame title="contact.title" lead="contact.lead" wide>
      {isRestoring ? (
        <Skeleton label={t('app.loading')} fields={3} />
      ) : mobile === null ? (
        <Columns side={ways}>
          <ContactForm key={firstKind} firstKind={firstKind} />
        </Columns>
      ) : (
        <CustomerContact key={mobile} mobile={mobile} firstKind={firstKind} ways={ways} />
      )}
    </Frame>
  );
}

interface CustomerContactProps {
  mobile: string;
  firstKind: ConversationKind;
  /** The other ways to reach support. */
  ways: ReactNode;
}

/** Shows the customer's conversations, and the form for a new message. */
function CustomerContact({ mobile, firstKind, ways }: CustomerContactProps) {
  const { call } = useServices();
  const query = {
    ...apiQuery(call, 'listMyConversations', {}),
    // The number is part of the key, since each customer has different conversations.
    queryKey: ['listMyConversations', mobile],
  };
  const conversations = useQuery(query);
  return (
    <Loaded query={conversations} pending={<Skeleton label={t('app.loading')} fields={3} />}>
      {(read) => {
        const change = (changed: Conversation) => setQueryData(query, withChange(read, changed));
        return (
          <Columns side={ways}>
            <Conversations conversations={read} onChanged={change} />
            <ContactForm key={firstKind} firstKind={firstKind} onSent={change} />
          </Columns>
        );
      }}
    </Loaded>
  );
}

/** Returns the conversations with the changed one; a new one is first. */
const withChange = (read: readonly Conversation[], changed: Conversation): Conversation[] =>
  read.some(({ id }) => id === changed.id)
    ? read.map((one) => (one.id === changed.id ? changed : one))
    : [changed, ...read];
