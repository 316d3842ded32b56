/**
 * The credentials of a customer: an access token in memory, which a cookie that no script can read renews. A call whose
 * token is not in force any more renews it, once for all calls that wait, and is repeated; where the session has ended,
 * it waits until the customer has signed in again.
 */
import { type ActorRefFrom, waitFor } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { CustomerSession, Profile } from '../../domain/values/wire.ts';
import type { customerSessionMachine } from '../../machines/account/session.ts';
import { statusOf } from '../../machines/outcome.ts';
import type { Call } from '../api/call.ts';

export type CustomerSessionActor = ActorRefFrom<typeof customerSessionMachine>;

export interface AccessToken {
  current(): string | null;
  /** Takes the token of a session; the outcome is what screens may know of it. */
  store(opened: Outcome<CustomerSession>): Outcome<Profile>;
  /** Renews the token; calls meanwhile share one renewal. */
  renew(): Promise<Outcome<Profile>>;
  clear(): void;
}

/** @param refresh calls the server, which knows the session by its cookie */
export function createAccessToken(refresh: () => Promise<Outcome<CustomerSession>>): AccessToken {
  let token: string | null = null;
  let renewal: Promise<Outcome<Profile>> | null = null;
  const store: AccessToken['store'] = (opened) => {
    if (opened.kind !== 'ok') return opened;
    token = opened.value.access_token;
    return { kind: 'ok', value: opened.value.profile };
  };
  return {
    current: () => token,
    store,
    renew: () =>
      (renewal ??= refresh()
        .then(store)
        .finally(() => {
          renewal = null;
        })),
    clear: () => {
      token = null;
    },
  };
}

const hasEnded = (outcome: Outcome<unknown>) => statusOf(outcome) === 401;
const unreachable = { kind: 'unreachable' } as const;

/** `callOnce` within the session; a call of one customer is not repeated in the session of another. */
export function createCustomerCall(
  callOnce: Call,
  accessToken: AccessToken,
  session: () => CustomerSessionActor,
): Call {
  const inSession = async <T>(
    attempt: () => Promise<Outcome<T>>,
    signal: AbortSignal,
  ): Promise<Outcome<T>> => {
    const token = accessToken.current();
    const first = await attempt();
    if (!hasEnded(first) || signal.aborted || !session().getSnapshot().matches('signedIn')) return first;
    // Another call may have renewed it meanwhile.
    const renewal = accessToken.current() === token ? await accessToken.renew() : null;
    if (renewal && renewal.kind !== 'ok' && !hasEnded(renewal)) return unreachable;
    if (signal.aborted) return unreachable;
    if (!renewal || renewal.kind === 'ok') {
      const second = await attempt();
      if (!hasEnded(second) || signal.aborted) return second;
    }
    return (await signsInAgain(session(), signal)) ? inSession(attempt, signal) : unreachable;
  };
  return (id, params, options) => inSession(() => callOnce(id, params, options), options.signal);
}

/** Whether the same customer has signed in again. */
async function signsInAgain(session: CustomerSessionActor, signal: AbortSignal): Promise<boolean> {
  const mobile = session.getSnapshot().context.profile?.mobile;
  session.send({ type: 'session.expired' });
  const now = await waitFor(session, (snapshot) => !snapshot.matches({ signedIn: 'expired' }), {
    signal,
  }).catch(() => null);
  return now?.matches('signedIn') === true && now.context.profile?.mobile === mobile;
}
