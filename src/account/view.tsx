/** The consumer app, below `/app` (decision 4): for now the documents of a loan. */
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BrokenScreen, LoadingScreen } from '../apply/status-pages.tsx';
import { DocumentServicesProvider, type LoadDocumentServices } from '../documents/services.ts';
import { type DocumentsProps, DocumentsScreen } from './documents.tsx';
import { DocumentsFrame } from './frame.tsx';

export interface AccountProps extends DocumentsProps {
  openDocuments: LoadDocumentServices;
}

export function Account({ openDocuments, ...documents }: AccountProps) {
  const { loanId, testLoans } = documents;
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
          <DocumentsScreen {...documents} />
        </DocumentServicesProvider>
      </Suspense>
    </CatchBoundary>
  );
}
