/** The documents of a loan: opened by the credentials of the embedded flow, or by the session of its customer. */
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BrokenScreen, LoadingScreen } from '../../apply/status-pages.tsx';
import { DocumentServicesProvider } from '../../documents/services.ts';
import { DocumentsFrame } from '../frame.tsx';
import { type KeyAccess, useServices } from '../services.ts';
import { NotFoundPage } from '../status-pages.tsx';
import { DocumentsScreen } from './documents.tsx';

export default function Documents() {
  const { keyAccess } = useServices();
  return keyAccess ? <DocumentsByKey {...keyAccess} /> : <NotFoundPage />;
}

function DocumentsByKey({ loadDocumentServices, ...documents }: KeyAccess) {
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
        <DocumentServicesProvider value={loadDocumentServices}>
          <DocumentsScreen {...documents} />
        </DocumentServicesProvider>
      </Suspense>
    </CatchBoundary>
  );
}
