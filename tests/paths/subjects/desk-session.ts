/** Who is at the desk, as its paths are made. */
import type { Reviewer } from '../../../domain/review-wire.ts';
import { type SessionContext, sessionMachine } from '../../../machines/desk/session.ts';
import { type AnswerFixtures, subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { ok, nothing, refused, unreachable } from './outcomes.ts';

const asha: Reviewer = { id: 'r1', name: 'Asha', email: 'asha@feepath.example' };
const ravi: Reviewer = { id: 'r2', name: 'Ravi', email: 'ravi@feepath.example' };

const answers: AnswerFixtures<typeof sessionMachine> = {
  currentReviewer: { Asha: ok(asha), nobody: refused(401), unreachable },
  signIn: {
    'welcome, Asha': ok(asha),
    'welcome, Ravi': ok(ravi),
    wrong: refused(401),
    'locked for a while': refused(429, { retryAfter: 900 }),
    locked: refused(429),
    'the server failed': refused(500),
    unreachable,
  },
  signOut: { 'signed out': ok(null), 'nobody was signed in': refused(401), unreachable },
};

const credentials = { email: asha.email, password: 'an invented one' };

const start = 'a page that was just opened';
const working = ['currentReviewer answers: Asha'];
const signingIn = ['currentReviewer answers: nobody', 'credentials.submitted'];
const leaving = [...working, 'signOut.requested'];
const ends = atWith<SessionContext>;

export const session = subject<typeof sessionMachine>({
  name: 'session',
  machine: sessionMachine,
  starts: { [start]: () => undefined },
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
    'a password is kept only while it is checked': (snapshot) =>
      (snapshot.context.credentials !== null) === callsOf(snapshot).includes('signIn'),
    'a refusal is told only to who can try again': (snapshot) =>
      snapshot.context.refusal === null || snapshot.can({ type: 'credentials.submitted', credentials }),
    'nobody signs out who is not signed in': (snapshot) =>
      !callsOf(snapshot).includes('signOut') || snapshot.matches('signedIn'),
    'whoever works is not asked who they are': (snapshot) =>
      !snapshot.matches('signedIn') || !callsOf(snapshot).includes('signIn'),
    'one thing is asked at a time': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'whoever has a session works on',
      start,
      words: working,
      ends: ends({ signedIn: 'active' }, { reviewer: asha, signIns: 1 }),
    },
    {
      shows: 'nobody is let in before they sign in',
      start,
      words: ['currentReviewer answers: nobody'],
      ends: ends('signedOut', { reviewer: null, refusal: null }),
    },
    {
      shows: 'whoever could not be asked for is asked for again',
      start,
      words: ['currentReviewer answers: unreachable', 'retry.requested'],
      ends: ends('checking', { reviewer: null }),
    },
    {
      shows: 'a password that fits lets in, and is forgotten',
      start,
      words: [...signingIn, 'signIn answers: welcome, Asha'],
      ends: ends({ signedIn: 'active' }, { reviewer: asha, credentials: null, refusal: null }),
    },
    {
      shows: 'a password that does not fit is told, and is forgotten',
      start,
      words: [...signingIn, 'signIn answers: wrong'],
      ends: ends('signedOut', { reviewer: null, credentials: null, refusal: { reason: 'wrong' } }),
    },
    {
      shows: 'a locked address says for how long',
      start,
      words: [...signingIn, 'signIn answers: locked for a while'],
      ends: ends('signedOut', { refusal: { reason: 'locked', seconds: 900 } }),
    },
    {
      shows: 'a session that ends keeps its reviewer, whose work goes on',
      start,
      words: [...working, 'session.expired', 'credentials.submitted', 'signIn answers: welcome, Asha'],
      ends: ends({ signedIn: 'active' }, { reviewer: asha, signIns: 2 }),
    },
    {
      shows: 'whoever signs out is forgotten',
      start,
      words: [...leaving, 'signOut answers: signed out'],
      ends: ends('signedOut', { reviewer: null }),
    },
    {
      shows: 'whoever could not sign out is told, and works on',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'alert.dismissed'],
      ends: ends({ signedIn: 'active' }, { reviewer: asha }),
    },
    {
      shows: 'whoever is signing out as their session ends is forgotten',
      start,
      words: [...leaving, 'session.expired'],
      ends: ends('signedOut', { reviewer: null }),
    },
    {
      shows: 'whoever could not sign out is forgotten as their session ends',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'session.expired'],
      ends: ends('signedOut', { reviewer: null }),
    },
  ],
});
