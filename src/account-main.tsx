/** Starts the consumer app in a page whose address is below `/app`. */
import { createRoot } from 'react-dom/client';
import { legalPageAt } from '../domain/legal.ts';
import { applicantOperations } from '../openapi/operations.ts';
import { LegalPage } from './account/legal.tsx';
import { Account } from './account/view.tsx';
import { createCall } from './api/call.ts';
import { createDocumentServices } from './composition/document-services.ts';
import { saveDocumentsReturn } from './documents/reentry-return.ts';
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
  const application = `/loan/${encodeURIComponent(loanId)}${session.search}`;
  // Only the application's own page has the re-entry; it leads back here.
  const openReentry = () => {
    saveDocumentsReturn(session.tab, loanId, address.pathname + session.search);
    window.location.replace(application);
  };
  const opened = Promise.resolve(
    createDocumentServices({ call: createCall(applicantOperations, session, openReentry), now }),
  );
  return (
    <ResourceCacheProvider value={new Map()}>
      <Account
        loanId={loanId}
        application={application}
        testLoans={session.test}
        phoneAddress={session.key === null ? null : phoneAddressOf(address, session.key)}
        openReentry={session.key === null ? null : openReentry}
        openDocuments={() => opened}
      />
    </ResourceCacheProvider>
  );
}

/** The address of this page for another device, which does not know the key that stands behind `k`. */
function phoneAddressOf(address: URL, apiKey: string): string {
  const phone = new URL(address.pathname + address.search, address);
  phone.searchParams.delete('k');
  phone.searchParams.set('api_key', apiKey);
  return phone.href;
}
