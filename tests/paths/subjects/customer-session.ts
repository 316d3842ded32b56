/** The session of a customer, as its paths are made. */
import type { Profile } from '../../../domain/values/wire.ts';
import { type CustomerSessionContext, customerSessionMachine } from '../../../machines/account/session.ts';
import { type AnswerFixtures, subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const meena: Profile = {
  name: 'Meena Raman',
  email: 'meena@example.org',
  mobile: '9876543210',
  language: 'en',
  role: 'customer',
};
const unnamed: Profile = { ...meena, name: null, email: null };

const answers: AnswerFixtures<typeof customerSessionMachine> = {
  restoreSession: { Meena: ok(meena), 'no name yet': ok(unnamed), ended: refused(401), unreachable },
  signOut: { 'signed out': ok(null), 'the session had ended': refused(401), unreachable },
};

const start = 'a device that has signed in before';
const firstTime = 'a device that has never signed in';
const active = ['restoreSession answers: Meena'];
const signingUp = ['restoreSession answers: no name yet'];
const leaving = [...active, 'signOut.requested'];
const ends = atWith<CustomerSessionContext>;

export const customerSession = subject<typeof customerSessionMachine>({
  name: 'customerSession',
  machine: customerSessionMachine,
  starts: { [start]: () => ({ mayHaveSession: true }), [firstTime]: () => ({ mayHaveSession: false }) },
  events: {
    'session.started': { Meena: { profile: meena }, 'with no name yet': { profile: unnamed } },
    'profile.changed': { '': { profile: meena } },
    'session.expired': nothing,
    'sessions.ended': nothing,
    'signOut.requested': nothing,
    'alert.dismissed': nothing,
    'retry.requested': nothing,
  },
  answers,
  stateKey: ({ context }) => [context.profile?.name],
  invariants: {
    'a profile is there exactly while somebody is signed in': (snapshot) =>
      snapshot.matches('signedIn') === (snapshot.context.profile !== null),
    'nobody without a name is past the sign-up': (snapshot) =>
      !snapshot.matches({ signedIn: 'active' }) || Boolean(snapshot.context.profile?.name),
    'nobody with a name is asked to sign up': (snapshot) =>
      !snapshot.matches({ signedIn: 'signingUp' }) || !snapshot.context.profile?.name,
    'nobody signs out who is not signed in': (snapshot) =>
      !callsOf(snapshot).includes('signOut') || snapshot.matches('signedIn'),
    'at most one request is in flight': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'without an earlier sign-in no call is made',
      start: firstTime,
      words: [],
      ends: ends('signedOut', { profile: null }),
    },
    {
      shows: 'a valid session needs no sign-in',
      start,
      words: active,
      ends: ends({ signedIn: 'active' }, { profile: meena }),
    },
    {
      shows: 'a failed reading of the session is retried',
      start,
      words: ['restoreSession answers: unreachable', 'retry.requested'],
      ends: ends('restoring', { profile: null }),
    },
    {
      shows: 'a new customer signs up first',
      start,
      words: ['restoreSession answers: ended', 'session.started with no name yet', 'profile.changed'],
      ends: ends({ signedIn: 'active' }, { profile: meena }),
    },
    {
      shows: 'a session that expires keeps its customer, who signs in again and goes on',
      start,
      words: [...active, 'session.expired', 'session.started Meena'],
      ends: ends({ signedIn: 'active' }, { profile: meena }),
    },
    {
      shows: 'a session that expires during the sign-up goes on with the sign-up',
      start,
      words: [...signingUp, 'session.expired', 'session.started with no name yet'],
      ends: ends({ signedIn: 'signingUp' }, { profile: unnamed }),
    },
    {
      shows: 'an expired session is left at once',
      start,
      words: [...active, 'session.expired', 'signOut.requested'],
      ends: ends('signedOut', { profile: null }),
    },
    {
      shows: 'signing out clears the profile',
      start,
      words: [...leaving, 'signOut answers: signed out'],
      ends: ends('signedOut', { profile: null }),
    },
    {
      shows: 'a failed sign-out is reported, and the session goes on',
      start,
      words: [...leaving, 'signOut answers: unreachable', 'alert.dismissed'],
      ends: ends({ signedIn: 'active' }, { profile: meena }),
    },
    {
      shows: 'a session that expires during a sign-out is signed out',
      start,
      words: [...leaving, 'session.expired'],
      ends: ends('signedOut', { profile: null }),
    },
    {
      shows: 'signing out everywhere ends this session too',
      start,
      words: [...active, 'sessions.ended'],
      ends: ends('signedOut', { profile: null }),
    },
  ],
});
