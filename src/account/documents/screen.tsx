/** The documents of a loan: opened by the credentials of the embedded flow, or by the session of its customer. */
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense } from 'react';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import { BrokenScreen, LoadingScreen } from '../../apply/page/status-pages.tsx';
import { DocumentServicesProvider } from '../../documents/services.ts';
import { useAddressId } from '../../shell/address-id.ts';
import { DocumentsFrame } from '../frame.tsx';
import { type EmbeddedLoanAccess, useServices } from '../services.ts';
import { RequireSignIn, SignInPage } from '../session/require-sign-in.tsx';
import { DocumentsScreen, NoAccess } from './documents.tsx';

export default function Documents() {
  const { keyAccess, loadDocumentServices } = useServices();
  const id = useAddressId();
  if (keyAccess?.loanId === id) return <LoanDocuments {...keyAccess} />;
  const notice = <NoAccess application={`/loan/${encodeURIComponent(id)}`} />;
  return (
    <RequireSignIn signedOut={<SignInPage notice={notice} />}>
      <LoanDocuments
        key={id}
        loanId={id}
        application={addressOf('students', id, consumerBase)}
        testLoans={false}
        phoneAddress={null}
        openReentry={null}
        loadDocumentServices={loadDocumentServices}
      />
    </RequireSignIn>
  );
}

function LoanDocuments({ loadDocumentServices, ...documents }: EmbeddedLoanAccess) {
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
