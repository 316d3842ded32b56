/** Contact: a query to support. It is answered by mail, and a customer reads the answer here too. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Conversation } from '../../../domain/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Frame } from '../frame.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useServices } from '../services.ts';
import { Conversations } from './conversations.tsx';
import { CustomerQueryForm, VisitorQueryForm } from './query-form.tsx';

export default function ContactScreen() {
  const { session } = useServices();
  // Without a name and a mail address, a customer is asked for them here.
  const mobile = useSelector(session, ({ context: { profile } }) => (profile?.name ? profile.mobile : null));
  const isRestoring = useSelector(session, (now) => now.matches('starting') || now.matches('restoring'));
  return (
    <Frame title="contact.title" lead="contact.lead">
      {isRestoring ? (
        <Skeleton label={<FormattedMessage id="app.loading" />} fields={3} />
      ) : mobile === null ? (
        <VisitorQueryForm />
      ) : (
        <CustomerContact key={mobile} mobile={mobile} />
      )}
    </Frame>
  );
}

/** Read again each time the page is opened. */
const disposeAtOnce = () => undefined;

/** What was written before, and the form of another query. */
function CustomerContact({ mobile }: { mobile: string }) {
  const { call } = useServices();
  const read = useResource(
    `conversations of ${mobile}`,
    (signal) => call('listMyConversations', {}, { signal }),
    disposeAtOnce,
  );
  const [changed, setChanged] = useState<readonly Conversation[]>([]);
  const change = (conversation: Conversation) =>
    setChanged((before) => [conversation, ...before.filter(({ id }) => id !== conversation.id)]);
  if (read.status === 'failed') return <LoadFailed onRetry={read.retry} />;
  if (read.status !== 'loaded') return <Skeleton label={<FormattedMessage id="app.loading" />} fields={3} />;
  return (
    <>
      <Conversations conversations={withChanges(read.value, changed)} onChanged={change} />
      <CustomerQueryForm onSent={change} />
    </>
  );
}

/** What was read, with what was written since; the newest conversation first. */
const withChanges = (read: readonly Conversation[], changed: readonly Conversation[]): Conversation[] => [
  ...changed.filter(({ id }) => !read.some((one) => one.id === id)),
  ...read.map((one) => changed.find(({ id }) => id === one.id) ?? one),
];
