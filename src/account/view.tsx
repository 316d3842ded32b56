/** The consumer app, below `/app` (decision 4): for now the documents of a loan. */
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BrokenScreen, LoadingScreen } from '../apply/status-pages.tsx';
import { DocumentServicesProvider, type LoadDocumentServices } from '../documents/services.ts';
import { DocumentsScreen } from './documents.tsx';
import { DocumentsFrame } from './frame.tsx';

export interface AccountProps {
  loanId: string;
  /** What every address carries: empty, or beginning with '?'. */
  search: string;
  /** Whether the address or the tab says that loans are test loans. */
  testLoans: boolean;
  /** Whether the page knows the partner's API key. */
  hasKey: boolean;
  openDocuments: LoadDocumentServices;
}

export function Account({ loanId, search, testLoans, hasKey, openDocuments }: AccountProps) {
  return (
    <CatchBoundary
      getResetKey={() => loanId}
      errorComponent={() => (
        <DocumentsFrame isTest={testLoans}>
          <BrokenScreen onRetry={() => window.location.reload()} />
        </DocumentsFrame>
      )}
    >
      <Suspense
        fallback={
          <DocumentsFrame isTest={testLoans}>
            <LoadingScreen />
          </DocumentsFrame>
        }
      >
        <DocumentServicesProvider value={openDocuments}>
          <DocumentsScreen
            loanId={loanId}
            application={`/loan/${encodeURIComponent(loanId)}${search}`}
            testLoans={testLoans}
            hasKey={hasKey}
          />
        </DocumentServicesProvider>
      </Suspense>
    </CatchBoundary>
  );
}
