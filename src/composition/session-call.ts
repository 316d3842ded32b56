/**
 * Calls within a session. The server knows the session by a cookie that no script can read. A customer has an access
 * token besides, in memory: a call whose token is not in force any more renews it, once for all calls that wait.
 */
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { CustomerSession, Profile } from '../../domain/values/wire.ts';
import { statusOf } from '../../machines/outcome.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import {
  personIdOf,
  type SessionActorRef,
  sessionMachine,
  type SignedInPerson,
} from '../../machines/session.ts';
import type { Call } from '../api/call.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import type { BrowserStore } from './browser-store.ts';

const hasEnded = (outcome: Outcome<unknown>) => statusOf(outcome) === 401;
const unreachable = { kind: 'unreachable' } as const;

interface SessionCalls {
  restore: (signal: AbortSignal) => Promise<Outcome<SignedInPerson>>;
  signOut: (signal: AbortSignal) => Promise<Outcome<null>>;
}

/** @param signedInKey the name of the device's value that says that a person has signed in */
export function createSessionActor(
  device: BrowserStore,
  signedInKey: string,
  calls: SessionCalls,
): SessionActorRef {
  // The device cannot tell if storage is refused: only the cookie can.
  const mayHaveSession = !device.isPersistent || device.read(signedInKey) === true;
  const logic = provideActors(sessionMachine, {
    restoreSession: fromPromise(({ signal }) => calls.restore(signal)),
    signOut: fromPromise(({ signal }) => calls.signOut(signal)),
  });
  const session = createActor(logic, { input: { mayHaveSession }, ...actorOptions });
  session.subscribe((now) => {
    if (now.matches('signedIn')) device.write(signedInKey, true);
    if (now.matches('signedOut')) device.remove(signedInKey);
  });
  return session;
}

/** Runs `callOnce` within the session; if that has expired, again after a new sign-in of the same person. */
export function createSessionCall(callOnce: Call, session: () => SessionActorRef): Call {
  const inSession = async <T>(
    attempt: () => Promise<Outcome<T>>,
    signal: AbortSignal,
  ): Promise<Outcome<T>> => {
    const before = session().getSnapshot();
    const outcome = await attempt();
    const now = session().getSnapshot();
    if (!hasEnded(outcome) || signal.aborted || !now.matches('signedIn')) return outcome;
    // Another call may have led to a sign-in meanwhile.
    if (now.context.signIns === before.context.signIns) session().send({ type: 'session.expired' });
    const isOver = (snapshot: typeof now) => !snapshot.matches({ signedIn: 'expired' });
    const after = await waitFor(session(), isOver, { signal }).catch(() => null);
    return after?.matches('signedIn') && personIdOf(after) === personIdOf(before)
      ? inSession(attempt, signal)
      : unreachable;
  };
  return (id, params, options) => inSession(() => callOnce(id, params, options), options.signal);
}

export interface AccessToken {
  current(): string | null;
  /** Takes the token of a session; the outcome is what screens may know of it. */
  store(opened: Outcome<CustomerSession>): Outcome<Profile>;
  /** Renews the token; concurrent calls share one renewal. It is refused (401) if another person is signed in. */
  renew(): Promise<Outcome<Profile>>;
  clear(): void;
}

/** @param refresh calls the server, which knows the session by its cookie */
export function createAccessToken(refresh: () => Promise<Outcome<CustomerSession>>): AccessToken {
  let session: CustomerSession | null = null;
  let renewal: Promise<Outcome<Profile>> | null = null;
  const store: AccessToken['store'] = (opened) => {
    if (opened.kind !== 'ok') return opened;
    session = opened.value;
    return { kind: 'ok', value: opened.value.profile };
  };
  // The pages of the browser share the cookie: another page may have signed another person in.
  const storeRenewed: AccessToken['store'] = (opened) =>
    session && opened.kind === 'ok' && opened.value.profile.id !== session.profile.id
      ? { kind: 'refused', status: 401, code: '', errors: [] }
      : store(opened);
  return {
    current: () => session?.access_token ?? null,
    store,
    renew: () =>
      (renewal ??= refresh()
        .then(storeRenewed)
        .finally(() => {
          renewal = null;
        })),
    clear: () => {
      session = null;
    },
  };
}

/** Adds an access token to `callOnce`, which is renewed once it has expired. */
export function createRenewingCall(callOnce: Call, accessToken: AccessToken): Call {
  return async (id, params, options) => {
    const token = accessToken.current();
    const first = await callOnce(id, params, options);
    // A call without a token belongs to no session, so there is nothing to renew.
    if (!hasEnded(first) || options.signal.aborted || token === null) return first;
    // Another call may have renewed it meanwhile.
    const renewal = accessToken.current() === token ? await accessToken.renew() : null;
    if (renewal && renewal.kind !== 'ok') return hasEnded(renewal) ? first : unreachable;
    return options.signal.aborted ? unreachable : callOnce(id, params, options);
  };
}
