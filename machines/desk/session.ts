/**
 * The reviewer's session. When it expires, the reviewer stays in the context, so that the sign-in form is shown over
 * the screen and the work goes on after signing in.
 */
import { assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Credentials, Reviewer } from '../../domain/values/review-wire.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  withEvent,
  withOutcome,
} from '../outcome.ts';

/** Why a sign-in failed; `seconds` is for how long the address is locked, where that is known. */
export type SignInRefusal =
  | { reason: 'wrong' | 'codeRequired' | 'codeWrong' | 'notEnrolled' }
  | { reason: 'locked'; seconds: number | null }
  | { reason: 'noResponse' };

export interface SessionInput {
  /** False where nobody has signed in on this device, so that no call is needed. */
  mayHaveSession: boolean;
}

export interface SessionContext extends SessionInput {
  /** Null before the first sign-in and after signing out. */
  reviewer: Reviewer | null;
  /** Counts the sign-ins, so that a call can tell whether its session is still this one. */
  signIns: number;
  credentials: Credentials | null;
  refusal: SignInRefusal | null;
}

export type SessionEvent =
  | { type: 'credentials.submitted'; credentials: Credentials }
  | { type: 'session.expired' }
  | { type: 'signOut.requested' }
  | { type: 'alert.dismissed' }
  | { type: 'retry.requested' };

function refusalOf(outcome: Outcome<unknown>): SignInRefusal | null {
  if (outcome.kind === 'ok') return null;
  if (outcome.kind !== 'refused') return { reason: 'noResponse' };
  if (outcome.status === 429) return { reason: 'locked', seconds: outcome.retryAfter ?? null };
  if (outcome.status >= 500) return { reason: 'noResponse' };
  return { reason: factorReasons[outcome.errors[0]?.code ?? ''] ?? 'wrong' };
}

/** What a right password still lacks, by the code of the refusal. */
const factorReasons: Readonly<Record<string, 'codeRequired' | 'codeWrong' | 'notEnrolled'>> = {
  'review.signIn.code.required': 'codeRequired',
  'review.signIn.code.wrong': 'codeWrong',
  'review.signIn.enrolment': 'notEnrolled',
};

/** A session that expires while signing out counts as signed out. */
const onSessionExpired = {
  'session.expired': { target: '#session.signedOut', actions: 'clearReviewer' },
} as const;

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy',
  },
  actors: {
    currentReviewer: placeholderActor<Outcome<Reviewer>, NonReducibleUnknown>(),
    signIn: placeholderActor<Outcome<Reviewer>, Credentials>(),
    signOut: placeholderActor<Outcome<null>, NonReducibleUnknown>(),
  },
  guards: {
    mayHaveSession: ({ context }) => context.mayHaveSession,
    succeeded,
    isUnauthenticated: (_, { outcome }: OutcomeParams) => statusOf(outcome) === 401,
  },
  actions: {
    setReviewer: assign(({ context }, { outcome }: OutcomeParams<Reviewer>) =>
      outcome.kind === 'ok'
        ? { reviewer: outcome.value, signIns: context.signIns + 1, credentials: null, refusal: null }
        : {},
    ),
    clearReviewer: assign({ reviewer: null, credentials: null, refusal: null }),
    setCredentials: assign((_, { credentials }: { credentials: Credentials }) => ({
      credentials,
      refusal: null,
    })),
    setRefusal: assign((_, { outcome }: OutcomeParams) => ({
      credentials: null,
      refusal: refusalOf(outcome),
    })),
  },
}).createMachine({
  id: 'session',
  context: ({ input: { mayHaveSession } }) => ({
    mayHaveSession,
    reviewer: null,
    signIns: 0,
    credentials: null,
    refusal: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'mayHaveSession', target: 'checking' }, { target: 'signedOut' }],
    },
    checking: {
      invoke: {
        src: 'currentReviewer',
        onDone: [
          { guard: withOutcome('succeeded'), target: 'signedIn', actions: withOutcome('setReviewer') },
          { guard: withOutcome('isUnauthenticated'), target: 'signedOut' },
          { target: 'checkFailed' },
        ],
      },
    },
    checkFailed: { on: { 'retry.requested': 'checking' } },
    signedOut: {
      on: {
        'credentials.submitted': { target: 'signingIn', actions: withEvent('setCredentials') },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        src: 'signIn',
        input: ({ context }) => context.credentials ?? { email: '', password: '' },
        onDone: [
          { guard: withOutcome('succeeded'), target: 'signedIn', actions: withOutcome('setReviewer') },
          { target: 'signedOut', actions: withOutcome('setRefusal') },
        ],
      },
    },
    signedIn: {
      initial: 'active',
      on: { 'session.expired': 'signedOut' },
      states: {
        active: { on: { 'signOut.requested': 'signingOut' } },
        signingOut: {
          tags: 'busy',
          on: onSessionExpired,
          invoke: {
            src: 'signOut',
            onDone: [
              { guard: withOutcome('succeeded'), target: '#session.signedOut', actions: 'clearReviewer' },
              {
                guard: withOutcome('isUnauthenticated'),
                target: '#session.signedOut',
                actions: 'clearReviewer',
              },
              { target: 'signOutFailed' },
            ],
          },
        },
        signOutFailed: {
          on: { ...onSessionExpired, 'alert.dismissed': 'active', 'signOut.requested': 'signingOut' },
        },
      },
    },
  },
});
