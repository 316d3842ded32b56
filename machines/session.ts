/**
 * The session of a person: a customer in the consumer app, a reviewer at the desk. An expired session keeps the person
 * in the context, so that the sign-in is shown over the screen and the work continues afterwards. Credentials are
 * checked outside: a session begins once they were accepted. A customer who has no name signs up first.
 */
import { type ActorRefFrom, assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import type { Reviewer, Profile } from '../domain/values/wire.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  withEvent,
  withOutcome,
  withValue,
} from './outcome.ts';

/** The person who is signed in: each app has persons of one kind. */
export type SignedInPerson = Profile | Reviewer;

export interface SessionInput {
  /** False where this device has never signed in, so that no call is needed. */
  mayHaveSession: boolean;
}

export interface SessionContext extends SessionInput {
  /** The person, also after the session has expired; null before the sign-in. */
  person: SignedInPerson | null;
  /** Counts the sign-ins, so that a call can tell whether its session is still this one. */
  signIns: number;
}

export type SessionEvent =
  /** A password was accepted. */
  | { type: 'session.started'; person: SignedInPerson }
  | { type: 'person.changed'; person: SignedInPerson }
  /** The server refused a call, and the session could not be renewed. */
  | { type: 'session.expired' }
  /** The person has ended all sessions, this one too. */
  | { type: 'sessions.ended' }
  | { type: 'signOut.requested' }
  | { type: 'alert.dismissed' }
  | { type: 'retry.requested' };

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy',
  },
  actors: {
    restoreSession: placeholderActor<Outcome<SignedInPerson>, NonReducibleUnknown>(),
    signOut: placeholderActor<Outcome<null>, NonReducibleUnknown>(),
  },
  guards: {
    mayHaveSession: ({ context }) => context.mayHaveSession,
    isSignUpComplete: ({ context }) => Boolean(context.person?.name),
    succeeded,
    isUnauthenticated: (_, { outcome }: OutcomeParams) => statusOf(outcome) === 401,
  },
  actions: {
    setRestoredPerson: assign(({ context }, { value }: { value: SignedInPerson }) => ({
      person: value,
      signIns: context.signIns + 1,
    })),
    setSignedInPerson: assign(({ context }, { person }: { person: SignedInPerson }) => ({
      person,
      signIns: context.signIns + 1,
    })),
    setPerson: assign((_, { person }: { person: SignedInPerson }) => ({ person })),
    clearPerson: assign({ person: null }),
  },
}).createMachine({
  id: 'session',
  context: ({ input: { mayHaveSession } }) => ({ mayHaveSession, person: null, signIns: 0 }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'mayHaveSession', target: 'restoring' }, { target: 'signedOut' }],
    },
    restoring: {
      invoke: {
        src: 'restoreSession',
        onDone: [
          { guard: withOutcome('succeeded'), target: 'signedIn', actions: withValue('setRestoredPerson') },
          { guard: withOutcome('isUnauthenticated'), target: 'signedOut' },
          { target: 'restoreFailed' },
        ],
      },
    },
    restoreFailed: { on: { 'retry.requested': 'restoring' } },
    signedOut: {
      entry: 'clearPerson',
      on: { 'session.started': { target: 'signedIn', actions: withEvent('setSignedInPerson') } },
    },
    signedIn: {
      initial: 'entering',
      on: {
        'session.expired': '.expired',
        'sessions.ended': 'signedOut',
        'person.changed': { actions: withEvent('setPerson') },
      },
      states: {
        entering: {
          always: [{ guard: 'isSignUpComplete', target: 'active' }, { target: 'signingUp' }],
        },
        signingUp: {
          always: { guard: 'isSignUpComplete', target: 'active' },
          on: { 'signOut.requested': 'signingOut' },
        },
        active: { on: { 'signOut.requested': 'signingOut' } },
        // The sign-in lies over the screen.
        expired: {
          on: {
            'session.expired': {},
            'session.started': { target: 'entering', actions: withEvent('setSignedInPerson') },
            'signOut.requested': '#session.signedOut',
          },
        },
        signingOut: {
          tags: 'busy',
          on: { 'session.expired': '#session.signedOut' },
          invoke: {
            src: 'signOut',
            onDone: [
              { guard: withOutcome('succeeded'), target: '#session.signedOut' },
              { guard: withOutcome('isUnauthenticated'), target: '#session.signedOut' },
              { target: 'signOutFailed' },
            ],
          },
        },
        signOutFailed: {
          on: {
            'session.expired': '#session.signedOut',
            'alert.dismissed': 'entering',
            'signOut.requested': 'signingOut',
          },
        },
      },
    },
  },
});

export type SessionActorRef = ActorRefFrom<typeof sessionMachine>;

type SessionNow = { context: Pick<SessionContext, 'person'> };

/** Returns the customer of a session, or null. */
export const customerOf = ({ context: { person } }: SessionNow): Profile | null =>
  person && 'mobile' in person ? person : null;

/** Returns the reviewer of a session, or null. */
export const reviewerOf = ({ context: { person } }: SessionNow): Reviewer | null =>
  person && !('mobile' in person) ? person : null;

export const personIdOf = ({ context: { person } }: SessionNow): string | null => person?.id ?? null;
