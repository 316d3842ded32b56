/** The services of the desk's screens; implemented by the composition root. */
import { createContext, useContext } from 'react';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Credentials, Reviewer } from '../../domain/values/review-wire.ts';
import type { deskMachine } from '../../machines/desk/application.ts';
import type { invitationMachine } from '../../machines/desk/invitation.ts';
import type { queueMachine } from '../../machines/desk/queue.ts';
import type { SessionActorRef } from '../../machines/session.ts';
import type { Call } from '../api/call.ts';
import type { fetchBlob } from '../api/fetch-blob.ts';
import type { EarlyInput } from '../form/early-input.ts';
import type { TabStore } from '../hooks/tab-store.ts';

export interface DeskServices {
  session: SessionActorRef;
  /** Checks the password; the caller then sends `session.started` to the session. */
  signIn(credentials: Credentials, options: { signal: AbortSignal }): Promise<Outcome<Reviewer>>;
  /** Machines with their actors; the component that starts one gives the input. */
  queue: typeof queueMachine;
  desk: typeof deskMachine;
  invitation: typeof invitationMachine;
  /** An operation of the API, by its operationId. Without a session it waits until the reviewer has signed in again. */
  call: Call;
  fetchBlob: typeof fetchBlob;
  tab: TabStore;
  /** Now, by the server's clock. */
  now(): Date;
  /** What was typed into the sign-in before the desk ran, once; null where nothing was. */
  takeEarlyInput(): EarlyInput | null;
}

const ServicesContext = createContext<DeskServices | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): DeskServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('No ServicesProvider');
  return services;
}
