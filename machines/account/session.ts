/**
 * The session of a customer. When it expires, the profile stays in the context, so that the sign-in is shown over the
 * screen, and what is typed there stays. A customer without a name signs up before anything else.
 */
import { assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Profile } from '../../domain/values/wire.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  valueOf,
  withEvent,
  withOutcome,
} from '../outcome.ts';

export interface CustomerSessionInput {
  /** False where this device has never signed in, so that no call is needed. */
  mayHaveSession: boolean;
}

export interface CustomerSessionContext extends CustomerSessionInput {
  /** Null while nobody is signed in. */
  profile: Profile | null;
}

export type CustomerSessionEvent =
  /** A one-time password was accepted. */
  | { type: 'session.started'; profile: Profile }
  | { type: 'profile.changed'; profile: Profile }
  /** The server refused a call, and the session could not be refreshed. */
  | { type: 'session.expired' }
  /** The customer has ended all sessions, this one too. */
  | { type: 'sessions.ended' }
  | { type: 'signOut.requested' }
  | { type: 'alert.dismissed' }
  | { type: 'retry.requested' };

export const customerSessionMachine = setup({
  types: {
    context: {} as CustomerSessionContext,
    events: {} as CustomerSessionEvent,
    input: {} as CustomerSessionInput,
    tags: {} as 'busy',
  },
  actors: {
    restoreSession: placeholderActor<Outcome<Profile>, NonReducibleUnknown>(),
    signOut: placeholderActor<Outcome<null>, NonReducibleUnknown>(),
  },
  guards: {
    mayHaveSession: ({ context }) => context.mayHaveSession,
    isSignUpComplete: ({ context }) => Boolean(context.profile?.name),
    succeeded,
    isUnauthenticated: (_, { outcome }: OutcomeParams) => statusOf(outcome) === 401,
  },
  actions: {
    setRestoredProfile: assign((_, { outcome }: OutcomeParams<Profile>) => ({ profile: valueOf(outcome) })),
    setProfile: assign((_, { profile }: { profile: Profile }) => ({ profile })),
    clearProfile: assign({ profile: null }),
  },
}).createMachine({
  id: 'customerSession',
  context: ({ input: { mayHaveSession } }) => ({ mayHaveSession, profile: null }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'mayHaveSession', target: 'restoring' }, { target: 'signedOut' }],
    },
    restoring: {
      invoke: {
        src: 'restoreSession',
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'signedIn',
            actions: withOutcome('setRestoredProfile'),
          },
          { guard: withOutcome('isUnauthenticated'), target: 'signedOut' },
          { target: 'restoreFailed' },
        ],
      },
    },
    restoreFailed: { on: { 'retry.requested': 'restoring' } },
    signedOut: {
      entry: 'clearProfile',
      on: { 'session.started': { target: 'signedIn', actions: withEvent('setProfile') } },
    },
    signedIn: {
      initial: 'entering',
      on: {
        'session.expired': '.expired',
        'sessions.ended': 'signedOut',
        'profile.changed': { actions: withEvent('setProfile') },
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
            'session.started': { target: 'entering', actions: withEvent('setProfile') },
            'signOut.requested': '#customerSession.signedOut',
          },
        },
        signingOut: {
          tags: 'busy',
          on: { 'session.expired': '#customerSession.signedOut' },
          invoke: {
            src: 'signOut',
            onDone: [
              { guard: withOutcome('succeeded'), target: '#customerSession.signedOut' },
              { guard: withOutcome('isUnauthenticated'), target: '#customerSession.signedOut' },
              { target: 'signOutFailed' },
            ],
          },
        },
        signOutFailed: {
          on: {
            'session.expired': '#customerSession.signedOut',
            'alert.dismissed': 'entering',
            'signOut.requested': 'signingOut',
          },
        },
      },
    },
  },
});
