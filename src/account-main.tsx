/** Starts the consumer app in a page whose address is below `/app`. */
import { createRoot } from 'react-dom/client';
import { legalPageAt } from '../domain/legal.ts';
import { applicantOperations } from '../openapi/operations.ts';
import { LegalPage } from './account/legal.tsx';
import { Account } from './account/view.tsx';
import { createCall } from './api/call.ts';
import { createDocumentServices } from './composition/document-services.ts';
import { ResourceCacheProvider } from './hooks/resource-cache.ts';
import { loadMessages, MessagesProvider } from './i18n.tsx';
import { openPageSession } from './page-session.ts';

/** @param now by the server's clock */
export async function startAccount(address: URL, now: () => Date): Promise<void> {
  await loadMessages('document');
  const legalPage = legalPageAt(address.pathname);
  const page = legalPage ? <LegalPage {...legalPage} /> : documentsPage(address, now);
  createRoot(document.getElementById('root') ?? document.body).render(
    <MessagesProvider>{page}</MessagesProvider>,
  );
}

function documentsPage(address: URL, now: () => Date) {
  const loanId = /^\/app\/loan\/([^/]+)/.exec(address.pathname)?.[1] ?? '';
  const session = openPageSession(address, loanId);
  const opened = Promise.resolve(
    createDocumentServices({ call: createCall(applicantOperations, session), now }),
  );
  return (
    <ResourceCacheProvider value={new Map()}>
      <Account
        loanId={loanId}
        search={session.search}
        testLoans={session.test}
        hasKey={session.key !== null}
        openDocuments={() => opened}
      />
    </ResourceCacheProvider>
  );
}
