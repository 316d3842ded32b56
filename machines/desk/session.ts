/**
 * Who is at the desk. A session that ends while somebody works keeps its reviewer, so that sign-in can stand over
 * the work and the work goes on afterwards.
 */
import { assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import type { Credentials, Reviewer } from '../../domain/review-wire.ts';
import { unprovided } from '../unprovided.ts';

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

const statusOf = (outcome: Outcome<unknown>) => (outcome.kind === 'refused' ? outcome.status : null);

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
    currentReviewer: unprovided<Outcome<Reviewer>, NonReducibleUnknown>(),
    signIn: unprovided<Outcome<Reviewer>, Credentials>(),
    signOut: unprovided<Outcome<null>, NonReducibleUnknown>(),
  },
  guards: {
    succeeded: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.kind === 'decided',
    nobodyIsSignedIn: (_, { outcome }: { outcome: Outcome<unknown> }) => statusOf(outcome) === 401,
  },
  actions: {
    welcome: assign(({ context }, { outcome }: { outcome: Outcome<Reviewer> }) =>
      outcome.kind === 'decided'
        ? { reviewer: outcome.value, signIns: context.signIns + 1, credentials: null, refusal: null }
        : {},
    ),
    forget: assign({ reviewer: null, credentials: null, refusal: null }),
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
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            actions: { type: 'welcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'nobodyIsSignedIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'asking',
          },
          { target: 'unchecked' },
        ],
      },
    },
    unchecked: { on: { 'retry.requested': 'checking' } },
    asking: {
      on: {
        'credentials.given': {
          target: 'signingIn',
          actions: assign(({ event }) => ({ credentials: event.credentials, refusal: null })),
        },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        src: 'signIn',
        input: ({ context }) => context.credentials ?? { email: '', password: '' },
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            actions: { type: 'welcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'asking',
            actions: assign(({ event }) => ({ credentials: null, refusal: refusalOf(event.output) })),
          },
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
              {
                guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
                target: '#session.asking',
                actions: 'forget',
              },
              {
                guard: { type: 'nobodyIsSignedIn', params: ({ event }) => ({ outcome: event.output }) },
                target: '#session.asking',
                actions: 'forget',
              },
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
