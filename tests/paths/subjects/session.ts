/** The session of a customer or a reviewer, as its paths are made. */
import type { Reviewer, Profile } from '../../../domain/values/wire.ts';
import { personIdOf, type SessionContext, sessionMachine } from '../../../machines/session.ts';
import { type AnswerFixtures, subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const meena: Profile = {
  id: 'c1',
  name: 'Meena Raman',
  email: 'meena@example.org',
  mobile: '9876543210',
  language: 'en',
  role: 'customer',
};
const unnamed: Profile = { ...meena, name: null, email: null };
const asha: Reviewer = {
  id: 'r1',
  name: 'Asha',
  email: 'asha@feepath.example',
  role: 'senior',
  has_second_factor: true,
};

const answers: AnswerFixtures<typeof sessionMachine> = {
  restoreSession: {
    Meena: ok(meena),
    'no name yet': ok(unnamed),
    Asha: ok(asha),
    ended: refused(401),
    unreachable,
  },
  signOut: { 'signed out': ok(null), 'the session had ended': refused(401), unreachable },
};

const start = 'a device that has signed in before';
const firstTime = 'a device that has never signed in';
const active = ['restoreSession answers: Meena'];
const signingUp = ['restoreSession answers: no name yet'];
const leaving = [...active, 'signOut.requested'];
const ends = atWith<SessionContext>;

export const session = subject<typeof sessionMachine>({
  name: 'session',
  machine: sessionMachine,
  starts: { [start]: () => ({ mayHaveSession: true }), [firstTime]: () => ({ mayHaveSession: false }) },
  events: {
    'session.started': {
      Meena: { person: meena },
      'with no name yet': { person: unnamed },
      Asha: { person: asha },
    },
    'person.changed': { '': { person: meena } },
    'session.expired': nothing,
    'sessions.ended': nothing,
    'signOut.requested': nothing,
    'alert.dismissed': nothing,
    'retry.requested': nothing,
  },
  answers,
  // The number of sign-ins makes no difference to the possible events.
  stateKey: (snapshot) => [personIdOf(snapshot), snapshot.context.person?.name],
  invariants: {
    'a person is there exactly while somebody is signed in': (snapshot) =>
      snapshot.matches('signedIn') === (snapshot.context.person !== null),
    'who is signed in has signed in': (snapshot) =>
      !snapshot.matches('signedIn') || snapshot.context.signIns > 0,
    'nobody without a name is past the sign-up': (snapshot) =>
      !snapshot.matches({ signedIn: 'active' }) || Boolean(snapshot.context.person?.name),
    'nobody with a name is asked to sign up': (snapshot) =>
      !snapshot.matches({ signedIn: 'signingUp' }) || !snapshot.context.person?.name,
    'nobody signs out who is not signed in': (snapshot) =>
      !callsOf(snapshot).includes('signOut') || snapshot.matches('signedIn'),
    'at most one request is in flight': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'without an earlier sign-in no call is made',
      start: firstTime,
      words: [],
      ends: ends('signedOut', { person: null, signIns: 0 }),
    },
    {
      shows: 'a valid session needs no sign-in',
      start,
      words: active,
      ends: ends({ signedIn: 'active' }, { person: meena, signIns: 1 }),
    },
    {
      shows: 'without a session there is a sign-in',
      start,
      words: ['restoreSession answers: ended'],
      ends: ends('signedOut', { person: null }),
    },
    {
      shows: 'a failed reading of the session is retried',
      start,
      words: ['restoreSession answers: unreachable', 'retry.requested'],
      ends: ends('restoring', { person: null }),
    },
    {
      shows: 'a reviewer signs in',
      start,
      words: ['restoreSession answers: ended', 'session.started Asha'],
      ends: ends({ signedIn: 'active' }, { person: asha, signIns: 1 }),
    },
    {
      shows: 'a new customer signs up first',
      start,
      words: ['restoreSession answers: ended', 'session.started with no name yet', 'person.changed'],
      ends: ends({ signedIn: 'active' }, { person: meena, signIns: 1 }),
    },
    {
      shows: 'a session that expires keeps its person, who signs in again and goes on',
      start,
      words: ['restoreSession answers: Asha', 'session.expired', 'session.started Asha'],
      ends: ends({ signedIn: 'active' }, { person: asha, signIns: 2 }),
    },
    {
      shows: 'a session that expires during the sign-up goes on with the sign-up',
      start,
      words: [...signingUp, 'session.expired', 'session.started with no name yet'],
      ends: ends({ signedIn: 'signingUp' }, { person: unnamed }),
    },
    {
      shows: 'an expired session is left at once',
      start,
      words: [...active, 'session.expired', 'signOut.requested'],
      ends: ends('signedOut', { person: null }),
    },
    {
      shows: 'signing out clears the person',
      start,
      words: [...leaving, 'signOut answers: signed out'],
      ends: ends('signedOut', { person: null }),
    },
    {
      shows: 'a failed sign-out is reported, and the session goes on',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'alert.dismissed'],
      ends: ends({ signedIn: 'active' }, { person: meena }),
    },
    {
      shows: 'a session that expires during a sign-out is signed out',
      start,
      words: [...leaving, 'session.expired'],
      ends: ends('signedOut', { person: null }),
    },
    {
      shows: 'a session that expires after a failed sign-out is signed out',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'session.expired'],
      ends: ends('signedOut', { person: null }),
    },
    {
      shows: 'signing out everywhere ends this session too',
      start,
      words: [...active, 'sessions.ended'],
      ends: ends('signedOut', { person: null }),
    },
  ],
});
