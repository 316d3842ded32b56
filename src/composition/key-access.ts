/** The loan that a page of the consumer app was opened with by the embedded flow's own credentials. */
import { documentsLoanIdAt } from '../../domain/account-pages.ts';
import { applicantOperations } from '../../openapi/operations.ts';
import type { KeyAccess } from '../account/services.ts';
import { createCall, keyHeaders } from '../api/call.ts';
import { createBrowserStore } from '../browser-store.ts';
import { saveDocumentsReturn } from '../documents/reentry-return.ts';
import { openPageSession } from '../page-session.ts';
import { hasLoanToken } from '../session.ts';
import { loadDocumentServices } from './load-document-services.ts';

/**
 * Takes the API key out of the address, so it is called before a router reads that.
 * @param now by the server's clock
 * @returns null at every page that neither names a key nor is about a loan whose token the device has
 */
export function openKeyAccess(address: URL, now: () => Date): KeyAccess | null {
  const loanId = documentsLoanIdAt(address.pathname);
  if (loanId === null) return null;
  const namesKey = address.searchParams.has('api_key') || address.searchParams.has('k');
  const device = createBrowserStore(() => window.localStorage);
  if (!namesKey && !hasLoanToken(device, loanId, Date.now())) return null;
  const session = openPageSession(address, loanId);
  const application = `/loan/${encodeURIComponent(loanId)}${session.search}`;
  // Only the application's own page has the re-entry; it leads back here.
  const openReentry = () => {
    saveDocumentsReturn(session.tab, loanId, address.pathname + session.search);
    window.location.replace(application);
  };
  const call = createCall(applicantOperations, keyHeaders(session), openReentry);
  return {
    loanId,
    application,
    testLoans: session.test,
    phoneAddress: session.key === null ? null : phoneAddressOf(address, session.key),
    openReentry: session.key === null ? null : openReentry,
    loadDocumentServices: loadDocumentServices({ call, now }),
  };
}

/** The address of this page for another device, which does not know the key that stands behind `k`. */
function phoneAddressOf(address: URL, apiKey: string): string {
  const phone = new URL(address.pathname + address.search, address);
  phone.searchParams.delete('k');
  phone.searchParams.set('api_key', apiKey);
  return phone.href;
}
