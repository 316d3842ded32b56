/** The services of the consumer app's screens; implemented by the composition root. */
import type { Outcome } from '../../domain/values/outcome.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { Language, Profile } from '../../domain/values/wire.ts';
import type { SessionActorRef } from '../../machines/session.ts';
import type { Call } from '../api/call.ts';
import type { LoadDocumentServices } from '../documents/services.ts';
import type { EarlyInput } from '../form/early-input.ts';
import type { SupportContact } from '../ui/support-links.tsx';
import type { OpenApplication } from './application/open-application.ts';
import { requiredContext } from '../hooks/required-context.ts';
import type { TabStore } from '../hooks/tab-store.ts';

export interface AccountServices {
  session: SessionActorRef;
  /** An operation of the API, by its operationId. A call of an expired session waits for a sign-in. */
  call: Call;
  /** Checks the one-time password; the caller then sends `session.started` to the session. */
  signIn(
    credentials: { mobile: string; otp: string; dob?: string },
    options: { signal: AbortSignal },
  ): Promise<Outcome<Profile>>;
  /** The loan that the page was opened with; null if the address names no key and the device has no token. */
  keyAccess: EmbeddedLoanAccess | null;
  /** The documents of the customer's own loans. */
  loadDocumentServices: LoadDocumentServices;
  /** Fetches what opens the customer's applications; the same promise at each call. */
  loadApplications: () => Promise<OpenApplication>;
  serverContact: ServerContact;
  support: SupportContact;
  /** The tab's storage of unsent input. */
  tab: TabStore;
  /** Returns the current time by the server's clock. */
  now(): Date;
  /** Returns today's date in India by the server's clock. */
  today(): IsoDate;
  /** Returns the current language. */
  language(): Language;
  /** Returns the input that was typed into the sign-in before the app ran, once; null if there was none. */
  takeEarlyInput(): EarlyInput | null;
}

/** Tells whether the server answers; a page that was stored on the device does not know before its first call. */
export interface ServerContact {
  isReached(): boolean;
  subscribe(listener: () => void): () => void;
}

/** Access to one loan by a partner's API key and the loan's token, as the embedded flow has it. */
export interface EmbeddedLoanAccess {
  loanId: string;
  /** The address of the application itself. */
  application: string;
  testLoans: boolean;
  /** The address of the documents for another device; null if the page has no API key. */
  phoneAddress: string | null;
  /** Leads to the re-entry and back; null if the page has no API key. */
  openReentry: (() => void) | null;
  loadDocumentServices: LoadDocumentServices;
}

export const [ServicesProvider, useServices] = requiredContext<AccountServices>('ServicesProvider');
