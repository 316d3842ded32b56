/** Starts the consumer app in a page whose address is below `/app`. */
import { createRoot } from 'react-dom/client';
import { Account } from './account/view.tsx';
import { createCall } from './api/call.ts';
import { createDocumentServices } from './composition/document-services.ts';
import { ResourceCacheProvider } from './hooks/resource-cache.ts';
import { loadMessages, MessagesProvider } from './i18n.tsx';
import type { Session } from './session.ts';

export interface AccountOptions {
  session: Session;
  loanId: string;
  /** Now, by the server's clock. */
  now: () => Date;
}

export async function startAccount({ session, loanId, now }: AccountOptions): Promise<void> {
  await loadMessages('document');
  const opened = Promise.resolve(createDocumentServices({ call: createCall(session), now }));
  createRoot(document.getElementById('root') ?? document.body).render(
    <MessagesProvider>
      <ResourceCacheProvider value={new Map()}>
        <Account loanId={loanId} search={session.search} openDocuments={() => opened} />
      </ResourceCacheProvider>
    </MessagesProvider>,
  );
}
