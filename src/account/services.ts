/** The services of the consumer app's screens; implemented by the composition root. */
import { createContext, useContext } from 'react';
import type { LoadDocumentServices } from '../documents/services.ts';

export interface AccountServices {
  /** Fills {phone}; may be empty. */
  supportPhone: string;
  /** The loan that the page was opened with; null where the address names no key and the device has no token. */
  keyAccess: KeyAccess | null;
}

/** Access to one loan by a partner's API key and the loan's token, as the embedded flow has it. */
export interface KeyAccess {
  loanId: string;
  /** The address of the application itself. */
  application: string;
  testLoans: boolean;
  /** The address of the documents for another device; null where the page has no API key. */
  phoneAddress: string | null;
  /** Leads to the re-entry and back; null where the page has no API key. */
  openReentry: (() => void) | null;
  loadDocumentServices: LoadDocumentServices;
}

const ServicesContext = createContext<AccountServices | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): AccountServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('No ServicesProvider');
  return services;
}
