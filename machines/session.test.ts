import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome, Refusal } from '../domain/values/outcome.ts';
import type { Profile } from '../domain/values/wire.ts';
import { sessionMachine, type SignedInPerson } from './session.ts';

const meena: Profile = {
  id: 'c1',
  name: 'Meena Raman',
  email: 'meena@example.org',
  mobile: '9876543210',
  language: 'en',
  role: 'customer',
};
const unnamed: Profile = { ...meena, name: null, email: null };
const ok = <T>(value: T) => ({ kind: 'ok', value }) as const;
const refused = (status: number): Refusal => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
});
const unreachable = { kind: 'unreachable' } as const;

describe('the session at the start of a page', () => {
  it('is not requested where the device has never signed in', async () => {
    const { session, calls } = await started({ mayHaveSession: false });
    expect(session.getSnapshot().value).toBe('signedOut');
    expect(calls).toEqual([]);
  });

  it.each<[string, Outcome<Profile>, unknown, Profile | null]>([
    ['is restored', ok(meena), { signedIn: 'active' }, meena],
    ['leads to the rest of a sign-up', ok(unnamed), { signedIn: 'signingUp' }, unnamed],
    ['has ended', refused(401), 'signedOut', null],
    ['is not known where no answer came', unreachable, 'restoreFailed', null],
    ['is not known where the server failed', refused(500), 'restoreFailed', null],
  ])('%s', async (_, restored, value, profile) => {
    const { session } = await started({ restored });
    expect(session.getSnapshot()).toMatchObject({ value, context: { person: profile } });
  });

  it('is requested again on retry', async () => {
    const { session } = await started({ restored: unreachable });
    session.send({ type: 'retry.requested' });
    expect(session.getSnapshot().value).toBe('restoring');
  });
});

describe('a sign-in', () => {
  it('of a customer with a name starts the session', async () => {
    const { session } = await started({ restored: refused(401) });
    session.send({ type: 'session.started', person: meena });
    expect(session.getSnapshot()).toMatchObject({
      value: { signedIn: 'active' },
      context: { person: meena },
    });
  });

  it('of a new customer starts the session once the name is saved', async () => {
    const { session } = await started({ restored: refused(401) });
    session.send({ type: 'session.started', person: unnamed });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'signingUp' });
    session.send({ type: 'person.changed', person: meena });
    expect(session.getSnapshot()).toMatchObject({
      value: { signedIn: 'active' },
      context: { person: meena },
    });
  });
});

describe('a session that expires', () => {
  it('keeps the profile and continues after signing in again', async () => {
    const { session } = await started({ restored: ok(meena) });
    session.send({ type: 'session.expired' });
    session.send({ type: 'session.expired' });
    expect(session.getSnapshot()).toMatchObject({
      value: { signedIn: 'expired' },
      context: { person: meena },
    });
    session.send({ type: 'session.started', person: meena });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'active' });
  });

  it('continues with the interrupted sign-up', async () => {
    const { session } = await started({ restored: ok(unnamed) });
    session.send({ type: 'session.expired' });
    session.send({ type: 'session.started', person: unnamed });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'signingUp' });
  });

  it('can be signed out of without a call', async () => {
    const { session, calls } = await started({ restored: ok(meena) });
    session.send({ type: 'session.expired' });
    session.send({ type: 'signOut.requested' });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { person: null } });
    expect(calls).toEqual(['restoreSession']);
  });

  it('while signing out counts as signed out', async () => {
    const { session } = await started({ restored: ok(meena) });
    session.send({ type: 'signOut.requested' });
    session.send({ type: 'session.expired' });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { person: null } });
  });
});

describe('signing out', () => {
  it.each<[string, Outcome<null>]>([
    ['clears the profile', ok(null)],
    ['of a session that had ended clears the profile', refused(401)],
  ])('%s', async (_, signedOut) => {
    const { session } = await started({ restored: ok(meena), signedOut });
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches('signedOut'));
    expect(session.getSnapshot().context.person).toBeNull();
  });

  it('can be repeated or dismissed where no answer came', async () => {
    const { session } = await started({ restored: ok(unnamed), signedOut: unreachable });
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches({ signedIn: 'signOutFailed' }));
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches({ signedIn: 'signOutFailed' }));
    session.send({ type: 'alert.dismissed' });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'signingUp' });
  });

  it('on all devices ends this session too', async () => {
    const { session } = await started({ restored: ok(meena) });
    session.send({ type: 'sessions.ended' });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { person: null } });
  });
});

async function started(
  answers: { mayHaveSession?: boolean; restored?: Outcome<Profile>; signedOut?: Outcome<null> } = {},
) {
  const { mayHaveSession = true, restored = refused(401), signedOut = ok(null) } = answers;
  const calls: string[] = [];
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async (): Promise<Outcome<SignedInPerson>> => {
          calls.push('restoreSession');
          return restored;
        }),
        signOut: fromPromise(async () => {
          calls.push('signOut');
          return signedOut;
        }),
      },
    }),
    { input: { mayHaveSession } },
  ).start();
  await waitFor(session, (now) => !now.matches('restoring'));
  return { session, calls };
}
