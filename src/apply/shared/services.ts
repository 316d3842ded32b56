/** The services of the screens, beside the wizard; implemented by the composition root. */
import { createContext, useContext } from 'react';
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { IsoDate } from '../../../domain/values/today.ts';
import type { MyLoan } from '../../../domain/values/wire.ts';
import type { Call } from '../../api/call.ts';
import type { LoadDocumentServices } from '../../documents/services.ts';
import type { EarlyInput } from '../../form/early-input.ts';
import type { SupportContact } from '../../ui/support-links.tsx';
import type { TabStore } from '../../hooks/tab-store.ts';

export interface Services {
  /** An operation of the API, by its operationId. */
  call: Call;
  /** Now, by the server's clock. */
  now(): Date;
  /** Today in India, by the server's clock. */
  today(): IsoDate;
  support: SupportContact;
  /** The tab's storage of unsent input. */
  tab: TabStore;
  /** The loan as the list of its owner has it; null in the embedded flow. */
  readMyLoan: ((loanId: string, signal: AbortSignal) => Promise<Outcome<MyLoan>>) | null;
  /** The partner's API key, for a link that leaves a frame. */
  apiKey: string | null;
  /** Whether a loan that is created here is a test loan. */
  testLoans: boolean;
  loadDocumentServices: LoadDocumentServices;
  /** The institution that the address names; null where it names none. */
  instituteId: number | null;
  /** The loans whose tokens the device has, the one that was opened last first. */
  loanIds(): string[];
  /** What was typed before the app ran, once; null where nothing was. */
  takeEarlyInput(): EarlyInput | null;
  /** Keeps a loan's token on the device, so that it can be read. */
  saveLoanToken(loanId: string, token: string): void;
}

/** The name under which the tab keeps what the create form holds, until the loan is there. */
export const createFormKey = 'create';

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('No ServicesProvider');
  return services;
}
