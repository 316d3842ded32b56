/**
 * What the screens may ask for beyond the wizard: the edge implements it, a test may give another. Every call
 * answers with an outcome and never throws; the signal ends it early.
 */
import { createContext, useContext } from 'react';
import type { Outcome } from '../../domain/outcome.ts';
import type { ReentryAnswer } from '../../domain/reentry.ts';
import type { IsoDate } from '../../domain/today.ts';
import type { Course, Institution } from '../../domain/wire.ts';
import type { Bank, City, DraftStep, KeptDraft, PincodePlace, State } from '../api/types.ts';
import type { OpenDocuments } from '../documents/services.ts';

export interface Services {
  /** Now, by the server's clock. */
  now(): Date;
  /** Today in India, by the server's clock. */
  today(): IsoDate;
  /** Fills {phone}; may be empty. */
  supportPhone: string;
  /** What this tab keeps of what was typed. */
  tab: Tab;
  /** Whether a loan that is created here is a test loan. */
  testLoans: boolean;
  /** Institutions whose name contains a text of at least three characters, the best match first. */
  searchInstitutes(text: string, signal: AbortSignal): Promise<Outcome<Institution[]>>;
  getInstitute(id: number, signal: AbortSignal): Promise<Outcome<Institution>>;
  listCourses(institutionId: number, signal: AbortSignal): Promise<Outcome<Course[]>>;
  listStates(signal: AbortSignal): Promise<Outcome<State[]>>;
  listCities(stateId: number, signal: AbortSignal): Promise<Outcome<City[]>>;
  /** City and state of a pincode; refused with 404 where it is unknown. */
  placeOf(pincode: string, signal: AbortSignal): Promise<Outcome<PincodePlace>>;
  listBanks(signal: AbortSignal): Promise<Outcome<Bank[]>>;
  openDocuments: OpenDocuments;
  /** One promise a page, of code that has to be fetched first; it rejects where that does not come. */
  openReentry(): Promise<Reentry>;
  readDraft(loanId: string, step: DraftStep, signal: AbortSignal): Promise<Outcome<KeptDraft>>;
  /** Replaces `version` of a draft (0: none yet); refused with 412 where another one was kept meanwhile. */
  keepDraft(
    loanId: string,
    step: DraftStep,
    version: number,
    body: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Outcome<{ version: number }>>;
}

/** Re-entry into a loan whose token is not on this device (decision 2a). */
export interface Reentry {
  requestPassword(
    loanId: string,
    signal: AbortSignal,
  ): Promise<Outcome<{ expires_in: number; next_in: number }>>;
  /** Once it is decided, the loan can be read. */
  enterLoan(loanId: string, answer: ReentryAnswer, signal: AbortSignal): Promise<Outcome<unknown>>;
}

/** JSON values by name, for as long as the tab lives. */
export interface Tab {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('No ServicesProvider');
  return services;
}
