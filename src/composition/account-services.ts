/** The composition root of the consumer app: the one place that gives its machines their actors. */
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Language } from '../../domain/values/wire.ts';
import { applicantOperations, customerOperations } from '../../openapi/operations.ts';
import type { AccountServices, EmbeddedLoanAccess } from '../account/services.ts';
import { bearerHeaders, createCall } from '../api/call.ts';
import type { BrowserStore } from './browser-store.ts';
import {
  createAccessToken,
  createRenewingCall,
  createSessionActor,
  createSessionCall,
} from './session-call.ts';
import { loadDocumentServices } from './load-document-services.ts';
import { once } from './once.ts';
import type { SupportContact } from '../ui/support-links.tsx';
import { createServerContact } from './server-contact.ts';

export interface AccountDependencies {
  keyAccess: EmbeddedLoanAccess | null;
  /** The tab's storage of unsent input. */
  tab: BrowserStore;
  device: BrowserStore;
  support: SupportContact;
  language: () => Language;
  now: () => Date;
  /** Tells whether the service worker has opened the page from its cache. */
  isStoredPage: boolean;
  /** Returns what was typed into a prerendered sign-in before the app ran. */
  takeEarlyInput: AccountServices['takeEarlyInput'];
}

/** Says that this device has signed in; the session itself is in a cookie, which no script can read. */
export const signedInKey = 'signedIn';

export function createAccountServices(dependencies: AccountDependencies): AccountServices {
  const { keyAccess, tab, device, support, language, now, isStoredPage, takeEarlyInput } = dependencies;
  const serverContact = createServerContact({ isStoredPage });
  // The window is undefined during prerendering.
  if (typeof window !== 'undefined') window.addEventListener('online', serverContact.setReached);
  const callOnce = serverContact.observe(
    createCall(
      { ...applicantOperations, ...customerOperations },
      bearerHeaders(() => accessToken.current()),
    ),
  );
  // A renewal belongs to no call, so none ends it.
  const { signal: never } = new AbortController();
  const accessToken = createAccessToken(() => callOnce('refreshSession', {}, { signal: never }));
  const session = createSessionActor(device, signedInKey, {
    restore: () => accessToken.renew(),
    signOut: (signal) => callOnce('signOutCustomer', {}, { signal }),
  });
  session.subscribe((now) => {
    if (now.matches('signedOut')) accessToken.clear();
  });
  const call = createSessionCall(createRenewingCall(callOnce, accessToken), () => session);
  const loadDocuments = loadDocumentServices({ call, now });
  return {
    session,
    call,
    async signIn(credentials, { signal }) {
      const body = { ...credentials, language: language() };
      return accessToken.store(await callOnce('signInCustomer', { body }, { signal }));
    },
    keyAccess,
    loadDocumentServices: loadDocuments,
    loadApplications: once(async () => {
      const { createOpenApplication } = await import('./customer-application.ts');
      return createOpenApplication({ call, loadDocumentServices: loadDocuments, tab, support, now });
    }),
    serverContact,
    support,
    tab,
    now,
    today: () => todayInIndia(now()),
    language,
    takeEarlyInput,
  };
}
