/** Who is at the desk, as its paths are made. */
import type { Reviewer } from '../../../domain/values/review-wire.ts';
import { type SessionContext, sessionMachine } from '../../../machines/desk/session.ts';
import { type AnswerFixtures, subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { ok, nothing, refused, unreachable } from './outcomes.ts';

const asha: Reviewer = {
  id: 'r1',
  name: 'Asha',
  email: 'asha@feepath.example',
  role: 'senior',
  has_second_factor: true,
};
const ravi: Reviewer = {
  id: 'r2',
  name: 'Ravi',
  email: 'ravi@feepath.example',
  role: 'reviewer',
  has_second_factor: false,
};

const answers: AnswerFixtures<typeof sessionMachine> = {
  currentReviewer: { Asha: ok(asha), nobody: refused(401), unreachable },
  signIn: {
    'welcome, Asha': ok(asha),
    'welcome, Ravi': ok(ravi),
    wrong: refused(401),
    'a code is needed': refused(401, {
      errors: [{ field: 'code', code: 'review.signIn.code.required', message: '' }],
    }),
    'locked for a while': refused(429, { retryAfter: 900 }),
    locked: refused(429),
    'the server failed': refused(500),
    unreachable,
  },
  signOut: { 'signed out': ok(null), 'nobody was signed in': refused(401), unreachable },
};

const credentials = { email: asha.email, password: 'an invented one' };

const start = 'a device on which somebody has signed in before';
const firstTime = 'a device on which nobody has signed in';
const working = ['currentReviewer answers: Asha'];
const signingIn = ['currentReviewer answers: nobody', 'credentials.submitted'];
const leaving = [...working, 'signOut.requested'];
const ends = atWith<SessionContext>;

export const session = subject<typeof sessionMachine>({
  name: 'session',
  machine: sessionMachine,
  starts: { [start]: () => ({ mayHaveSession: true }), [firstTime]: () => ({ mayHaveSession: false }) },
  events: {
    'credentials.submitted': { '': { credentials } },
    'session.expired': nothing,
    'signOut.requested': nothing,
    'alert.dismissed': nothing,
    'retry.requested': nothing,
  },
  answers,
  // How often somebody has signed in makes no difference to what may happen next.
  stateKey: ({ context }) => [context.reviewer?.id, context.refusal],
  invariants: {
    'nobody is signed in without a reviewer': (snapshot) =>
      !snapshot.matches('signedIn') || (snapshot.context.reviewer !== null && snapshot.context.signIns > 0),
    'a password is in the context only while it is checked': (snapshot) =>
      (snapshot.context.credentials !== null) === callsOf(snapshot).includes('signIn'),
    'a refusal is shown only where the sign-in can be repeated': (snapshot) =>
      snapshot.context.refusal === null || snapshot.can({ type: 'credentials.submitted', credentials }),
    'nobody signs out who is not signed in': (snapshot) =>
      !callsOf(snapshot).includes('signOut') || snapshot.matches('signedIn'),
    'no sign-in is in flight while signed in': (snapshot) =>
      !snapshot.matches('signedIn') || !callsOf(snapshot).includes('signIn'),
    'at most one request is in flight': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'without an earlier sign-in no call is made',
      start: firstTime,
      words: [],
      ends: ends('signedOut', { reviewer: null }),
    },
    {
      shows: 'a valid session needs no sign-in',
      start,
      words: working,
      ends: ends({ signedIn: 'active' }, { reviewer: asha, signIns: 1 }),
    },
    {
      shows: 'without a session there is a sign-in',
      start,
      words: ['currentReviewer answers: nobody'],
      ends: ends('signedOut', { reviewer: null, refusal: null }),
    },
    {
      shows: 'a failed reading of the session is retried',
      start,
      words: ['currentReviewer answers: unreachable', 'retry.requested'],
      ends: ends('checking', { reviewer: null }),
    },
    {
      shows: 'a right password signs in, and is cleared',
      start,
      words: [...signingIn, 'signIn answers: welcome, Asha'],
      ends: ends({ signedIn: 'active' }, { reviewer: asha, credentials: null, refusal: null }),
    },
    {
      shows: 'a wrong password is reported, and is cleared',
      start,
      words: [...signingIn, 'signIn answers: wrong'],
      ends: ends('signedOut', { reviewer: null, credentials: null, refusal: { reason: 'wrong' } }),
    },
    {
      shows: 'a right password that needs a code too asks for it, and is cleared',
      start,
      words: [...signingIn, 'signIn answers: a code is needed'],
      ends: ends('signedOut', { reviewer: null, credentials: null, refusal: { reason: 'codeRequired' } }),
    },
    {
      shows: 'a locked address says for how long',
      start,
      words: [...signingIn, 'signIn answers: locked for a while'],
      ends: ends('signedOut', { refusal: { reason: 'locked', seconds: 900 } }),
    },
    {
      shows: 'a session that ends keeps its reviewer, who signs in again and goes on',
      start,
      words: [...working, 'session.expired', 'credentials.submitted', 'signIn answers: welcome, Asha'],
      ends: ends({ signedIn: 'active' }, { reviewer: asha, signIns: 2 }),
    },
    {
      shows: 'signing out clears the reviewer',
      start,
      words: [...leaving, 'signOut answers: signed out'],
      ends: ends('signedOut', { reviewer: null }),
    },
    {
      shows: 'a failed sign-out is reported, and the session goes on',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'alert.dismissed'],
      ends: ends({ signedIn: 'active' }, { reviewer: asha }),
    },
    {
      shows: 'a session that ends during a sign-out clears the reviewer',
      start,
      words: [...leaving, 'session.expired'],
      ends: ends('signedOut', { reviewer: null }),
    },
    {
      shows: 'a session that ends after a failed sign-out clears the reviewer',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'session.expired'],
      ends: ends('signedOut', { reviewer: null }),
    },
  ],
});
