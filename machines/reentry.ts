/**
 * Re-entry (decision 2a): a one-time password is asked for, typed and checked, and the loan opens on this device.
 * Nobody is told whether the loan exists. Beside it the pause runs before another password can be asked for; it is
 * measured by the clock and not by counting, since a phone's page sleeps while its person reads the message.
 */
import { assign, type SnapshotFrom, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome, Refusal } from '../domain/outcome.ts';
import type { ReentryAnswer } from '../domain/reentry.ts';
import { type OutcomeParams, placeholderActor, succeeded, withOutcome } from './outcome.ts';

/** A password that was sent; both in milliseconds of the clock that the machine was given. */
export interface SentPassword {
  goodUntil: number;
  /** From when on another one can be asked for. */
  nextAt: number;
}

/** The server's answer to asking: how many seconds the password is good for, and how many until another one. */
export interface PasswordSent {
  expires_in: number;
  next_in: number;
}

export type ReentryEvent =
  | { type: 'password.requested' }
  | { type: 'password.found' }
  | { type: 'password.entered'; answer: ReentryAnswer }
  | { type: 'answer.changed' };

export interface ReentryInput {
  loanId: string;
  /** Now, in milliseconds. */
  now: () => number;
  /** The password that was sent before the page was loaded again. */
  sent: SentPassword | null;
}

export interface ReentryContext extends Pick<ReentryInput, 'loanId' | 'now'> {
  /** Of the last password that was sent; null where none stands that could be typed. */
  goodUntil: number | null;
  nextAt: number;
  /** Whole seconds until `nextAt`. */
  secondsLeft: number;
  answer: ReentryAnswer;
  /** Counts how often the password is to be typed, for the first time or again. */
  round: number;
}

const secondsUntil = (then: number, now: number) => Math.max(0, Math.ceil((then - now) / 1000));

/** From now on, so many seconds must pass before another password. */
const pauseOf = ({ now }: ReentryContext, seconds: number) => ({
  nextAt: now() + seconds * 1000,
  secondsLeft: seconds,
});

const isGood = ({ goodUntil, now }: ReentryContext) => goodUntil !== null && goodUntil > now();

const isRefused = (outcome: Outcome<unknown>, status: number): outcome is Refusal =>
  outcome.kind === 'refused' && outcome.status === status;

/** How long is waited where a refusal does not say it, in seconds. */
const usualWait = 60;

export const reentryMachine = setup({
  types: {
    context: {} as ReentryContext,
    events: {} as ReentryEvent,
    input: {} as ReentryInput,
    tags: {} as 'busy',
  },
  actors: {
    requestPassword: placeholderActor<Outcome<PasswordSent>, { loanId: string }>(),
    enterLoan: placeholderActor<Outcome<unknown>, { loanId: string; answer: ReentryAnswer }>(),
  },
  guards: {
    pauseIsRunning: ({ context }) => context.nextAt > context.now(),
    pauseIsOver: ({ context }) => context.nextAt <= context.now(),
    passwordIsGood: ({ context }) => isGood(context),
    passwordIsWhole: (_, params: { answer: ReentryAnswer }) =>
      params.answer.otp.length === limits.oneTimePasswordDigits,
    succeeded,
    wasTooMany: (_, { outcome }: OutcomeParams) => isRefused(outcome, 429),
    wasTooManyAfterOne: ({ context }, { outcome }: OutcomeParams) =>
      isRefused(outcome, 429) && isGood(context),
    hasExpired: (_, { outcome }: OutcomeParams) =>
      isRefused(outcome, 400) && outcome.errors.some(({ code }) => code === 'app.reentry.error.expired'),
    wasWrong: (_, { outcome }: OutcomeParams) => isRefused(outcome, 400),
  },
  actions: {
    rememberSent: assign(({ context }, { outcome }: OutcomeParams<PasswordSent>) =>
      outcome.kind === 'decided'
        ? {
            goodUntil: context.now() + outcome.value.expires_in * 1000,
            ...pauseOf(context, outcome.value.next_in),
          }
        : {},
    ),
    /** The server knows better than the clock. */
    endPassword: assign(({ context }) => ({ goodUntil: context.now() })),
    forgetPassword: assign({ goodUntil: null }),
    rememberAnswer: assign((_, { answer }: { answer: ReentryAnswer }) => ({ answer })),
    pause: assign(({ context }, { outcome }: OutcomeParams) =>
      isRefused(outcome, 429) ? pauseOf(context, outcome.retryAfter ?? usualWait) : {},
    ),
    askToType: assign(({ context }) => ({ round: context.round + 1 })),
    countDown: assign(({ context: { nextAt, now } }) => ({ secondsLeft: secondsUntil(nextAt, now()) })),
    /** The loan is open on this device; whoever holds the loan reads it. */
    handOver: () => {},
  },
  delays: { second: 1000 },
}).createMachine({
  id: 'reentry',
  type: 'parallel',
  context: ({ input: { loanId, now, sent } }) => ({
    loanId,
    now,
    goodUntil: sent?.goodUntil ?? null,
    nextAt: sent?.nextAt ?? 0,
    secondsLeft: sent ? secondsUntil(sent.nextAt, now()) : 0,
    answer: { otp: '', dob: '' },
    round: 0,
  }),
  states: {
    entry: {
      initial: 'starting',
      states: {
        starting: { always: [{ guard: 'passwordIsGood', target: 'typing' }, { target: 'asking' }] },
        asking: {
          initial: 'ready',
          entry: 'forgetPassword',
          on: {
            'password.requested': { guard: 'pauseIsOver', target: 'sending' },
            // Asked for in another tab, or by a call whose answer never came.
            'password.found': { target: 'typing', actions: 'askToType' },
          },
          states: { ready: {}, unsent: {}, tooMany: {} },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'requestPassword',
            input: ({ context: { loanId } }) => ({ loanId }),
            onDone: [
              {
                guard: withOutcome('succeeded'),
                target: 'typing',
                actions: [withOutcome('rememberSent'), 'askToType'],
              },
              {
                guard: withOutcome('wasTooManyAfterOne'),
                target: 'typing.noMore',
                actions: [withOutcome('pause'), 'askToType'],
              },
              { guard: withOutcome('wasTooMany'), target: 'asking.tooMany', actions: withOutcome('pause') },
              { guard: 'passwordIsGood', target: 'typing.unsent' },
              { target: 'asking.unsent' },
            ],
          },
        },
        typing: {
          initial: 'fresh',
          on: {
            'password.requested': { guard: 'pauseIsOver', target: 'sending' },
            'password.entered': [
              {
                guard: { type: 'passwordIsWhole', params: ({ event }) => event },
                target: 'checking',
                actions: { type: 'rememberAnswer', params: ({ event }) => event },
              },
              { target: '.incomplete', actions: 'askToType' },
            ],
          },
          states: {
            fresh: {},
            incomplete: { on: { 'answer.changed': 'fresh' } },
            wrong: { on: { 'answer.changed': 'fresh' } },
            expired: {},
            // No answer came, so nobody knows whether the server has heard.
            unheard: {},
            unsent: {},
            noMore: {},
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            src: 'enterLoan',
            input: ({ context: { loanId, answer } }) => ({ loanId, answer }),
            onDone: [
              { guard: withOutcome('succeeded'), target: 'opened' },
              { guard: withOutcome('wasTooMany'), target: 'closed', actions: withOutcome('pause') },
              {
                guard: withOutcome('hasExpired'),
                target: 'typing.expired',
                actions: ['endPassword', 'askToType'],
              },
              { guard: withOutcome('wasWrong'), target: 'typing.wrong', actions: 'askToType' },
              { target: 'typing.unheard' },
            ],
          },
        },
        // Too many were wrong: nothing can be typed until the pause is over.
        closed: { always: { guard: 'pauseIsOver', target: 'starting' } },
        opened: { type: 'final', entry: 'handOver' },
      },
    },
    pause: {
      initial: 'over',
      states: {
        over: { always: { guard: 'pauseIsRunning', target: 'running' } },
        running: {
          after: {
            second: [
              { guard: 'pauseIsRunning', target: 'running', reenter: true, actions: 'countDown' },
              { target: 'over', actions: 'countDown' },
            ],
          },
        },
      },
    },
  },
});

export type ReentrySnapshot = SnapshotFrom<typeof reentryMachine>;
