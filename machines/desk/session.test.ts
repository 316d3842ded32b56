import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome, Refusal } from '../../domain/values/outcome.ts';
import type { Reviewer } from '../../domain/values/review-wire.ts';
import { sessionMachine } from './session.ts';

const asha: Reviewer = {
  id: 'r1',
  name: 'Asha',
  email: 'asha@feepath.example',
  role: 'senior',
  has_second_factor: true,
};
const ok = { kind: 'ok', value: asha } as const;
const refused = (status: number, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
  ...more,
});
const credentials = { email: asha.email, password: 'secret' };

describe('who is at the desk', () => {
  it('is known from the session that the browser has', async () => {
    const session = await opened({ current: ok });
    expect(session.getSnapshot()).toMatchObject({
      value: { signedIn: 'active' },
      context: { reviewer: asha, signIns: 1 },
    });
  });

  it('is asked for where there is no session', async () => {
    const session = await opened({ current: refused(401) });
    expect(session.getSnapshot().value).toBe('signedOut');
  });

  it('is asked for without a call where nobody has signed in on the device', async () => {
    const session = await opened({ mayHaveSession: false, current: ok });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { reviewer: null } });
  });

  it('is asked again where nobody could tell', async () => {
    const session = await opened({ current: { kind: 'unreachable' } });
    expect(session.getSnapshot().value).toBe('checkFailed');
    session.send({ type: 'retry.requested' });
    expect(session.getSnapshot().value).toBe('checking');
  });
});

describe('a sign-in', () => {
  it.each<[string, Outcome<Reviewer>, object | null]>([
    ['that fits lets in', ok, null],
    ['that does not fit says so', refused(401), { reason: 'wrong' }],
    [
      'of a locked address says for how long',
      refused(429, { retryAfter: 900 }),
      { reason: 'locked', seconds: 900 },
    ],
    ['of a locked address may not know for how long', refused(429), { reason: 'locked', seconds: null }],
    ...(['required', 'wrong'] as const).map((why): [string, Outcome<Reviewer>, object] => [
      `whose code is ${why} says so`,
      refused(401, { errors: [{ field: 'code', code: `review.signIn.code.${why}`, message: '' }] }),
      { reason: why === 'required' ? 'codeRequired' : 'codeWrong' },
    ]),
    ['that broke on the server is not called wrong', refused(500), { reason: 'noResponse' }],
    ['that got no answer is not called wrong', { kind: 'unreachable' }, { reason: 'noResponse' }],
  ])('%s, and keeps no password', async (_, answer, refusal) => {
    const session = await opened({ current: refused(401), signIn: answer });
    session.send({ type: 'credentials.submitted', credentials });
    await waitFor(session, (now) => !now.hasTag('busy'));
    const { context } = session.getSnapshot();
    expect(context.refusal).toEqual(refusal);
    expect(context.credentials).toBeNull();
    expect(context.reviewer).toEqual(refusal === null ? asha : null);
  });
});

describe('a session that ends', () => {
  it('keeps its reviewer, whose work goes on after signing in again', async () => {
    const session = await opened({ current: ok, signIn: ok });
    session.send({ type: 'session.expired' });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { reviewer: asha } });
    session.send({ type: 'credentials.submitted', credentials });
    await waitFor(session, (now) => now.matches('signedIn'));
    expect(session.getSnapshot().context.signIns).toBe(2);
  });

  it('forgets its reviewer who signs out', async () => {
    const session = await opened({ current: ok, signOut: { kind: 'ok', value: null } });
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches('signedOut'));
    expect(session.getSnapshot().context.reviewer).toBeNull();
  });

  it('had ended already for who signs out', async () => {
    const session = await opened({ current: ok, signOut: refused(401) });
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches('signedOut'));
    expect(session.getSnapshot().context.reviewer).toBeNull();
  });

  it('forgets who is on their way out as it ends', async () => {
    const session = await opened({ current: ok });
    session.send({ type: 'signOut.requested' });
    session.send({ type: 'session.expired' });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { reviewer: null } });
  });

  it('forgets who could not be signed out as it ends', async () => {
    const session = await opened({ current: ok, signOut: { kind: 'unreachable' } });
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches({ signedIn: 'signOutFailed' }));
    session.send({ type: 'session.expired' });
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { reviewer: null } });
  });

  it('goes on where signing out was not heard', async () => {
    const session = await opened({ current: ok, signOut: { kind: 'unreachable' } });
    session.send({ type: 'signOut.requested' });
    await waitFor(session, (now) => now.matches({ signedIn: 'signOutFailed' }));
    session.send({ type: 'alert.dismissed' });
    expect(session.getSnapshot().value).toEqual({ signedIn: 'active' });
  });
});

async function opened(answers: {
  mayHaveSession?: boolean;
  current: Outcome<Reviewer>;
  signIn?: Outcome<Reviewer>;
  signOut?: Outcome<null>;
}) {
  const session = createActor(
    sessionMachine.provide({
      actors: {
        currentReviewer: fromPromise(async () => answers.current),
        signIn: fromPromise(async () => answers.signIn ?? refused(401)),
        signOut: fromPromise(async () => answers.signOut ?? refused(401)),
      },
    }),
    { input: { mayHaveSession: answers.mayHaveSession ?? true } },
  ).start();
  await waitFor(session, (now) => !now.matches('checking'));
  return session;
}
