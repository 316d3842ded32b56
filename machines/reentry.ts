/**
 * Re-entry (decision 2a): a one-time password is requested, entered and checked, and the loan opens on this device.
 * Nobody is told whether the loan exists. A cooldown runs before another password can be requested; it is
 * measured by the clock and not by counting ticks, since a phone suspends the page while its user reads the message.
 */
import { assign, type SnapshotFrom, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome, Refusal } from '../domain/outcome.ts';
import type { ReentryAnswer } from '../domain/reentry.ts';
import { type OutcomeParams, placeholderActor, succeeded, withEvent, withOutcome } from './outcome.ts';

/** A password that was sent; both in milliseconds of the clock that the machine was given. */
export interface SentPassword {
  expiresAt: number;
  /** From when on another one can be requested. */
  resendAt: number;
}

/** The server's answer to a request: seconds until the password expires, and until another one can be requested. */
export interface PasswordResponse {
  expires_in: number;
  next_in: number;
}

export type ReentryEvent =
  | { type: 'password.requested' }
  | { type: 'password.alreadyReceived' }
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
  /** Of the last password that was sent; null where there is none to enter. */
  expiresAt: number | null;
  resendAt: number;
  /** Whole seconds until `resendAt`. */
  secondsLeft: number;
  answer: ReentryAnswer;
  /** Counts the prompts to enter the password, so that each takes the focus to its input. */
  attempt: number;
}

const secondsUntil = (then: number, now: number) => Math.max(0, Math.ceil((then - now) / 1000));

const cooldownOf = ({ now }: ReentryContext, seconds: number) => ({
  resendAt: now() + seconds * 1000,
  secondsLeft: seconds,
});

const hasActivePassword = ({ expiresAt, now }: ReentryContext) => expiresAt !== null && expiresAt > now();

const isRefused = (outcome: Outcome<unknown>, status: number): outcome is Refusal =>
  outcome.kind === 'refused' && outcome.status === status;

/** Where a 429 has no Retry-After. */
const defaultRetryAfterSeconds = 60;

export const reentryMachine = setup({
  types: {
    context: {} as ReentryContext,
    events: {} as ReentryEvent,
    input: {} as ReentryInput,
    tags: {} as 'busy',
  },
  actors: {
    requestPassword: placeholderActor<Outcome<PasswordResponse>, { loanId: string }>(),
    enterLoan: placeholderActor<Outcome<unknown>, { loanId: string; answer: ReentryAnswer }>(),
  },
  guards: {
    cooldownIsRunning: ({ context }) => context.resendAt > context.now(),
    cooldownIsOver: ({ context }) => context.resendAt <= context.now(),
    passwordIsActive: ({ context }) => hasActivePassword(context),
    passwordIsComplete: (_, params: { answer: ReentryAnswer }) =>
      params.answer.otp.length === limits.oneTimePasswordDigits,
    succeeded,
    isRateLimited: (_, { outcome }: OutcomeParams) => isRefused(outcome, 429),
    isRateLimitedWithActivePassword: ({ context }, { outcome }: OutcomeParams) =>
      isRefused(outcome, 429) && hasActivePassword(context),
    isExpiredPassword: (_, { outcome }: OutcomeParams) =>
      isRefused(outcome, 400) && outcome.errors.some(({ code }) => code === 'app.reentry.error.expired'),
    isWrongPassword: (_, { outcome }: OutcomeParams) => isRefused(outcome, 400),
  },
  actions: {
    setSentPassword: assign(({ context }, { outcome }: OutcomeParams<PasswordResponse>) =>
      outcome.kind === 'ok'
        ? {
            expiresAt: context.now() + outcome.value.expires_in * 1000,
            ...cooldownOf(context, outcome.value.next_in),
          }
        : {},
    ),
    /** The server reported it as expired, whatever the clock of this device says. */
    expirePassword: assign(({ context }) => ({ expiresAt: context.now() })),
    clearPassword: assign({ expiresAt: null }),
    setAnswer: assign((_, { answer }: { answer: ReentryAnswer }) => ({ answer })),
    startCooldown: assign(({ context }, { outcome }: OutcomeParams) =>
      isRefused(outcome, 429) ? cooldownOf(context, outcome.retryAfter ?? defaultRetryAfterSeconds) : {},
    ),
    startAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    setSecondsLeft: assign(({ context: { resendAt, now } }) => ({
      secondsLeft: secondsUntil(resendAt, now()),
    })),
    /** The loan can be opened on this device: the wizard reads it again. */
    notifyLoanOpened: () => {},
  },
  delays: { second: 1000 },
}).createMachine({
  id: 'reentry',
  type: 'parallel',
  context: ({ input: { loanId, now, sent } }) => ({
    loanId,
    now,
    expiresAt: sent?.expiresAt ?? null,
    resendAt: sent?.resendAt ?? 0,
    secondsLeft: sent ? secondsUntil(sent.resendAt, now()) : 0,
    answer: { otp: '', dob: '' },
    attempt: 0,
  }),
  states: {
    entry: {
      initial: 'starting',
      states: {
        starting: {
          always: [{ guard: 'passwordIsActive', target: 'enteringPassword' }, { target: 'awaitingRequest' }],
        },
        awaitingRequest: {
          initial: 'ready',
          entry: 'clearPassword',
          on: {
            'password.requested': { guard: 'cooldownIsOver', target: 'sending' },
            // Requested in another tab, or by a call that got no response.
            'password.alreadyReceived': { target: 'enteringPassword', actions: 'startAttempt' },
          },
          states: { ready: {}, notSent: {}, rateLimited: {} },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'requestPassword',
            input: ({ context: { loanId } }) => ({ loanId }),
            onDone: [
              {
                guard: withOutcome('succeeded'),
                target: 'enteringPassword',
                actions: [withOutcome('setSentPassword'), 'startAttempt'],
              },
              {
                guard: withOutcome('isRateLimitedWithActivePassword'),
                target: 'enteringPassword.rateLimited',
                actions: [withOutcome('startCooldown'), 'startAttempt'],
              },
              {
                guard: withOutcome('isRateLimited'),
                target: 'awaitingRequest.rateLimited',
                actions: withOutcome('startCooldown'),
              },
              { guard: 'passwordIsActive', target: 'enteringPassword.notSent' },
              { target: 'awaitingRequest.notSent' },
            ],
          },
        },
        enteringPassword: {
          initial: 'ready',
          on: {
            'password.requested': { guard: 'cooldownIsOver', target: 'sending' },
            'password.entered': [
              { guard: withEvent('passwordIsComplete'), target: 'checking', actions: withEvent('setAnswer') },
              { target: '.incomplete', actions: 'startAttempt' },
            ],
          },
          states: {
            ready: {},
            incomplete: { on: { 'answer.changed': 'ready' } },
            wrongPassword: { on: { 'answer.changed': 'ready' } },
            expired: {},
            // No response: the server may have checked the password.
            noResponse: {},
            notSent: {},
            rateLimited: {},
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            src: 'enterLoan',
            input: ({ context: { loanId, answer } }) => ({ loanId, answer }),
            onDone: [
              { guard: withOutcome('succeeded'), target: 'opened' },
              {
                guard: withOutcome('isRateLimited'),
                target: 'attemptsExhausted',
                actions: withOutcome('startCooldown'),
              },
              {
                guard: withOutcome('isExpiredPassword'),
                target: 'enteringPassword.expired',
                actions: ['expirePassword', 'startAttempt'],
              },
              {
                guard: withOutcome('isWrongPassword'),
                target: 'enteringPassword.wrongPassword',
                actions: 'startAttempt',
              },
              { target: 'enteringPassword.noResponse' },
            ],
          },
        },
        // Too many wrong passwords: none can be entered until the cooldown is over.
        attemptsExhausted: { always: { guard: 'cooldownIsOver', target: 'starting' } },
        opened: { type: 'final', entry: 'notifyLoanOpened' },
      },
    },
    cooldown: {
      initial: 'elapsed',
      states: {
        elapsed: { always: { guard: 'cooldownIsRunning', target: 'running' } },
        running: {
          after: {
            second: [
              { guard: 'cooldownIsRunning', target: 'running', reenter: true, actions: 'setSecondsLeft' },
              { target: 'elapsed', actions: 'setSecondsLeft' },
            ],
          },
        },
      },
    },
  },
});

export type ReentrySnapshot = SnapshotFrom<typeof reentryMachine>;
