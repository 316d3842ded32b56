/** Starts the consumer app in a page whose address is below `/app`. */
import { createRoot } from 'react-dom/client';
import { Account } from './account/view.tsx';
import { openClient } from './api/client.ts';
import { openDocuments } from './edge-documents.ts';
import { loadWords, WordsProvider } from './i18n.tsx';
import type { Session } from './session.ts';

export interface Opened {
  session: Session;
  loanId: string;
  /** Now, by the server's clock. */
  now: () => Date;
}

export async function startAccount({ session, loanId, now }: Opened): Promise<void> {
  await loadWords('document');
  const opened = Promise.resolve(openDocuments({ client: openClient(session), session, now }));
  createRoot(document.getElementById('root') ?? document.body).render(
    <WordsProvider>
      <Account loanId={loanId} search={session.search} openDocuments={() => opened} />
    </WordsProvider>,
  );
}
