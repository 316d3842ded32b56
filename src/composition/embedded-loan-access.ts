/** The loan that a page of the consumer app was opened with by the embedded flow's own credentials. */
import { documentsLoanIdAt } from '../../domain/pages/account-pages.ts';
import { applicantOperations } from '../../openapi/operations.ts';
import type { EmbeddedLoanAccess } from '../account/services.ts';
import { type Call, createCall, keyHeaders } from '../api/call.ts';
import { createBrowserStore } from './browser-store.ts';
import { saveDocumentsReturn } from '../documents/reentry-return.ts';
import { openPageSession } from './page-session.ts';
import { hasLoanToken, type Session } from './session.ts';
import { loadDocumentServices } from './load-document-services.ts';

/**
 * Takes the API key and the code of a frame (decision 123) out of the address, so a router reads that afterwards.
 * @param now returns the server's time
 * @returns null at every page that neither names a key nor is about a loan whose token the device has
 */
export async function openEmbeddedLoan(address: URL, now: () => Date): Promise<EmbeddedLoanAccess | null> {
  const loanId = documentsLoanIdAt(address.pathname);
  if (loanId === null) return null;
  const namesKey = address.searchParams.has('api_key') || address.searchParams.has('k');
  const device = createBrowserStore(() => window.localStorage);
  if (!namesKey && !hasLoanToken(device, loanId, Date.now())) return null;
  const session = openPageSession(address, loanId);
  const application = `/loan/${encodeURIComponent(loanId)}${session.search}`;
  // Re-entry exists only on the application's own page, which then leads back here.
  const openReentry = () => {
    saveDocumentsReturn(session.tab, loanId, address.pathname + session.search);
    window.location.replace(application);
  };
  const call = createCall(applicantOperations, keyHeaders(session), openReentry);
  const code = new URLSearchParams(address.hash.slice(1)).get('code');
  if (code !== null) await exchangeCode(code, { loanId, call, session });
  return {
    loanId,
    application,
    testLoans: session.test,
    phoneAddress: session.key === null ? null : phoneAddressOf(address, session.key),
    openReentry: session.key === null ? null : openReentry,
    loadDocumentServices: loadDocumentServices({ call, now }),
  };
}

/** Exchanges the code, with retries: the frame may still be storing it. The first call leads to re-entry if all fail. */
async function exchangeCode(
  code: string,
  { loanId, call, session }: { loanId: string; call: Call; session: Session },
): Promise<void> {
  const { signal } = new AbortController();
  for (const pauseMs of [0, 500, 1500]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const outcome = await call('exchangeAccessCode', { path: { id: loanId }, body: { code } }, { signal });
    if (outcome.kind === 'ok') session.storeLoanToken(loanId, outcome.value.access_token);
    if (outcome.kind !== 'refused' || outcome.status !== 404) return;
  }
}

/** Returns the address of this page for another device, which does not know the key of `k`. */
function phoneAddressOf(address: URL, apiKey: string): string {
  const phone = new URL(address.pathname + address.search, address);
  phone.searchParams.delete('k');
  phone.searchParams.set('api_key', apiKey);
  return phone.href;
}
