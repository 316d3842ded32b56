/** The services of the desk's screens; implemented by the composition root. */
import type { Outcome } from '../../domain/values/outcome.ts';
import type { SignIn as Credentials, Reviewer } from '../../domain/values/wire.ts';
import type { deskMachine } from '../../machines/desk/application.ts';
import type { invitationMachine } from '../../machines/desk/invitation.ts';
import type { queueMachine } from '../../machines/desk/queue.ts';
import { type SessionActorRef, reviewerOf } from '../../machines/session.ts';
import type { Call } from '../api/call.ts';
import type { fetchBlob } from '../api/fetch-blob.ts';
import type { EarlyInput } from '../form/early-input.ts';
import { requiredContext } from '../hooks/required-context.ts';
import type { TabStore } from '../hooks/tab-store.ts';
import { useSelector } from '@xstate/react';

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
  /** Returns the current time by the server's clock. */
  now(): Date;
  /** Returns the input that was typed into the sign-in before the desk ran, once; null if there was none. */
  takeEarlyInput(): EarlyInput | null;
}

export const [ServicesProvider, useServices] = requiredContext<DeskServices>('ServicesProvider');

/**
 * Says whether the member of staff may decide about a loan after its approval, as seniors and administrators may. The server
 * decides; without the right there is no button.
 */
export function useMayDecide(): boolean {
  const { session } = useServices();
  return useSelector(session, (now) => (reviewerOf(now)?.role ?? 'reviewer') !== 'reviewer');
}
