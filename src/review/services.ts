/** What the desk's screens may ask for: the edge implements it, a test may give another. */
import { createContext, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import type { DocumentType } from '../../domain/wire.ts';
import type { deskMachine } from '../../machines/desk/application.ts';
import type { queueMachine } from '../../machines/desk/queue.ts';
import type { sessionMachine } from '../../machines/desk/session.ts';

export interface DeskServices {
  session: ActorRefFrom<typeof sessionMachine>;
  /** With their actors; who runs them gives the input. */
  queue: typeof queueMachine;
  desk: typeof deskMachine;
  /** One content of a document, and what unlocks it; never throws. */
  readDocument(
    loanId: string,
    type: DocumentType,
    eTag: string,
    signal: AbortSignal,
  ): Promise<Outcome<{ bytes: Blob; password: string | null }>>;
  tab: Tab;
  /** Now, by the server's clock. */
  now(): Date;
}

/** JSON values by name, for as long as the tab lives. */
export interface Tab {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

const ServicesContext = createContext<DeskServices | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): DeskServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('No ServicesProvider');
  return services;
}
