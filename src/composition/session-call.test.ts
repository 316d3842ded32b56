import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Outcome, Refusal } from '../../domain/values/outcome.ts';
import type { CustomerSession, Profile } from '../../domain/values/wire.ts';
import { sessionMachine } from '../../machines/session.ts';
import type { Call } from '../api/call.ts';
import { createAccessToken, createRenewingCall, createSessionCall } from './session-call.ts';

const meena: Profile = {
  id: 'c1',
  name: 'Meena Raman',
  email: 'meena@example.org',
  mobile: '9876543210',
  language: 'en',
  role: 'customer',
};
const ravi: Profile = { ...meena, id: 'c2', name: 'Ravi', mobile: '9876543211' };
const opened = (access_token: string, profile = meena): Outcome<CustomerSession> => ({
  kind: 'ok',
  value: { access_token, expires_in: 900, profile },
});
const refused = (status: number): Refusal => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
});
const { signal } = new AbortController();

describe('a call of a customer', () => {
  it('with a valid token does not renew the token', async () => {
    const { call, access, calls } = inSession();
    access.store(opened('first'));
    expect(await call('readProfile', {}, { signal })).toEqual({ kind: 'ok', value: meena });
    expect(calls).toEqual(['readProfile with first']);
  });

  it('with an expired token renews it once for all waiting calls and is repeated', async () => {
    const { call, access, calls } = inSession({ valid: 'second', refreshed: [opened('second')] });
    access.store(opened('first'));
    const outcomes = await Promise.all([
      call('readProfile', {}, { signal }),
      call('listSessions', {}, { signal }),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
    expect(calls).toEqual([
      'readProfile with first',
      'listSessions with first',
      'refresh',
      'readProfile with second',
      'listSessions with second',
    ]);
  });

  it('is unreachable where the renewal gets no answer, and the session continues', async () => {
    const { call, session } = inSession({ valid: 'second', refreshed: [{ kind: 'unreachable' }] });
    expect(await call('readProfile', {}, { signal })).toEqual({ kind: 'unreachable' });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'active' });
  });

  it('waits after the end of the session and is repeated once the customer signs in again', async () => {
    const { call, access, session, isExpired } = inSession({ valid: 'third', refreshed: [refused(401)] });
    const waiting = call('readProfile', {}, { signal });
    await isExpired();
    access.store(opened('third'));
    session.send({ type: 'session.started', person: meena });
    expect(await waiting).toEqual({ kind: 'ok', value: meena });
  });

  it('is not repeated where another page signed in another customer', async () => {
    const { call, access, session, isExpired, calls } = inSession({
      valid: 'second',
      refreshed: [opened('second', ravi)],
    });
    const waiting = call('readProfile', {}, { signal });
    await isExpired();
    expect(calls).toEqual(['readProfile with expired', 'refresh']);
    access.store(opened('second'));
    session.send({ type: 'session.started', person: meena });
    expect(await waiting).toEqual({ kind: 'ok', value: meena });
  });

  it('is repeated where another page has changed the number of the same customer', async () => {
    const moved = { ...meena, mobile: '9876543212' };
    const { call } = inSession({ valid: 'second', refreshed: [opened('second', moved)] });
    expect(await call('readProfile', {}, { signal })).toMatchObject({ kind: 'ok' });
  });

  it('is not repeated in the session of another customer or after a sign-out', async () => {
    for (const leave of [{ type: 'session.started', person: ravi }, { type: 'signOut.requested' }] as const) {
      const { call, access, session, isExpired, calls } = inSession({ refreshed: [refused(401)] });
      const waiting = call('readProfile', {}, { signal });
      await isExpired();
      access.store(opened('first', ravi));
      session.send(leave);
      expect(await waiting).toEqual({ kind: 'unreachable' });
      expect(calls.filter((one) => one.endsWith('with first'))).toEqual([]);
    }
  });

  it('that is aborted does not ask for a sign-in', async () => {
    const { call, session } = inSession({ refreshed: [refused(401)] });
    expect(await call('readProfile', {}, { signal: AbortSignal.abort() })).toMatchObject({ status: 401 });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'active' });
  });

  it('without a session is not repeated', async () => {
    const { call, access, session, calls } = inSession();
    session.send({ type: 'sessions.ended' });
    access.clear();
    expect(await call('readProfile', {}, { signal })).toMatchObject({ status: 401 });
    expect(calls).toEqual(['readProfile with null']);
  });
});

/** Opens a session of Meena's, on a server where one access token alone is in force. */
function inSession({
  valid = 'first',
  refreshed = [],
}: { valid?: string; refreshed?: Outcome<CustomerSession>[] } = {}) {
  const calls: string[] = [];
  const access = createAccessToken(async () => {
    calls.push('refresh');
    return refreshed.shift() ?? refused(401);
  });
  access.store(opened('expired'));
  const session = createActor(
    sessionMachine.provide({
      actors: { signOut: fromPromise(async (): Promise<Outcome<null>> => ({ kind: 'ok', value: null })) },
    }),
    { input: { mayHaveSession: false } },
  ).start();
  session.send({ type: 'session.started', person: meena });
  const callOnce = (async (id: string) => {
    calls.push(`${id} with ${access.current()}`);
    return access.current() === valid ? { kind: 'ok', value: meena } : refused(401);
  }) as Call;
  return {
    calls,
    access,
    session,
    call: createSessionCall(createRenewingCall(callOnce, access), () => session),
    isExpired: () => expect.poll(() => session.getSnapshot().matches({ signedIn: 'expired' })).toBe(true),
  };
}
