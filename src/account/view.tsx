/** The consumer app, below `/app` (decision 4): for now the documents of a loan. */
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BrokenScreen, LoadingScreen } from '../apply/status-pages.tsx';
import { DocumentServicesProvider, type LoadDocumentServices } from '../documents/services.ts';
import { DocumentsScreen } from './documents.tsx';
import { Frame } from './frame.tsx';

export interface AccountProps {
  loanId: string;
  /** What every address carries: empty, or beginning with '?'. */
  search: string;
  openDocuments: LoadDocumentServices;
}

export function Account({ loanId, search, openDocuments }: AccountProps) {
  return (
    <Frame title="document.title" lead="document.lead">
      <CatchBoundary
        getResetKey={() => loanId}
        errorComponent={() => <BrokenScreen onRetry={() => window.location.reload()} />}
      >
        <Suspense fallback={<LoadingScreen />}>
          <DocumentServicesProvider value={openDocuments}>
            <DocumentsScreen loanId={loanId} application={`/loan/${encodeURIComponent(loanId)}${search}`} />
          </DocumentServicesProvider>
        </Suspense>
      </CatchBoundary>
    </Frame>
  );
}
