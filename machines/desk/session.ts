/**
 * Who is at the desk. A session that ends while somebody works keeps its reviewer, so that sign-in can stand over
 * the work and the work goes on afterwards.
 */
import { assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import type { Credentials, Reviewer } from '../../domain/review-wire.ts';
import { type OutcomeParams, placeholderActor, statusOf, succeeded, withOutcome } from '../outcome.ts';

/** Why nobody was let in; `seconds` is for how long the address is locked, where that is known. */
export type SignInRefusal = { why: 'wrong' } | { why: 'locked'; seconds: number | null } | { why: 'unheard' };

export interface SessionContext {
  /** Who works here; null before the first sign-in and after signing out. */
  reviewer: Reviewer | null;
  /** Counts the sign-ins, so that a call can tell whether its session is still this one. */
  signIns: number;
  credentials: Credentials | null;
  refusal: SignInRefusal | null;
}

export type SessionEvent =
  | { type: 'credentials.given'; credentials: Credentials }
  | { type: 'session.lost' }
  | { type: 'signOut.requested' }
  | { type: 'alert.dismissed' }
  | { type: 'retry.requested' };

/** What an answer to a sign-in means for who tried. */
function refusalOf(outcome: Outcome<unknown>): SignInRefusal | null {
  if (outcome.kind === 'decided') return null;
  if (outcome.kind !== 'refused') return { why: 'unheard' };
  if (outcome.status === 429) return { why: 'locked', seconds: outcome.retryAfter ?? null };
  return { why: outcome.status < 500 ? 'wrong' : 'unheard' };
}

/** For whoever wanted to go, the end of the session is what they wanted. */
const goneAnyway = { 'session.lost': { target: '#session.asking', actions: 'forget' } } as const;

export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, tags: {} as 'busy' },
  actors: {
    currentReviewer: placeholderActor<Outcome<Reviewer>, NonReducibleUnknown>(),
    signIn: placeholderActor<Outcome<Reviewer>, Credentials>(),
    signOut: placeholderActor<Outcome<null>, NonReducibleUnknown>(),
  },
  guards: {
    succeeded,
    nobodyIsSignedIn: (_, { outcome }: OutcomeParams) => statusOf(outcome) === 401,
  },
  actions: {
    welcome: assign(({ context }, { outcome }: OutcomeParams<Reviewer>) =>
      outcome.kind === 'decided'
        ? { reviewer: outcome.value, signIns: context.signIns + 1, credentials: null, refusal: null }
        : {},
    ),
    forget: assign({ reviewer: null, credentials: null, refusal: null }),
    setCredentials: assign((_, { credentials }: { credentials: Credentials }) => ({
      credentials,
      refusal: null,
    })),
    refuse: assign((_, { outcome }: OutcomeParams) => ({ credentials: null, refusal: refusalOf(outcome) })),
  },
}).createMachine({
  id: 'session',
  context: { reviewer: null, signIns: 0, credentials: null, refusal: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'currentReviewer',
        onDone: [
          { guard: withOutcome('succeeded'), target: 'signedIn', actions: withOutcome('welcome') },
          { guard: withOutcome('nobodyIsSignedIn'), target: 'asking' },
          { target: 'unchecked' },
        ],
      },
    },
    unchecked: { on: { 'retry.requested': 'checking' } },
    asking: {
      on: {
        'credentials.given': {
          target: 'signingIn',
          actions: { type: 'setCredentials', params: ({ event }) => event },
        },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        src: 'signIn',
        input: ({ context }) => context.credentials ?? { email: '', password: '' },
        onDone: [
          { guard: withOutcome('succeeded'), target: 'signedIn', actions: withOutcome('welcome') },
          { target: 'asking', actions: withOutcome('refuse') },
        ],
      },
    },
    signedIn: {
      initial: 'working',
      on: { 'session.lost': 'asking' },
      states: {
        working: { on: { 'signOut.requested': 'leaving' } },
        leaving: {
          tags: 'busy',
          on: goneAnyway,
          invoke: {
            src: 'signOut',
            onDone: [
              { guard: withOutcome('succeeded'), target: '#session.asking', actions: 'forget' },
              { guard: withOutcome('nobodyIsSignedIn'), target: '#session.asking', actions: 'forget' },
              { target: 'notLeft' },
            ],
          },
        },
        notLeft: {
          on: { ...goneAnyway, 'alert.dismissed': 'working', 'signOut.requested': 'leaving' },
        },
      },
    },
  },
});
