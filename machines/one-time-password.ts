/**
 * A one-time password: requested, entered and checked. Re-entry into a loan (decision 2a), the sign-in of a customer,
 * the claim of a loan and the change of a mobile number use it. A cooldown runs before another password can be
 * requested; it is measured by the clock and not by counting ticks, since a phone suspends the page while its user
 * reads the message.
 */
import { assign, type NonReducibleUnknown, type SnapshotFrom, setup } from 'xstate';
import { limits } from '../domain/values/limits.ts';
import type { PasswordAnswer } from '../domain/forms/one-time-password.ts';
import type { Outcome, Refusal } from '../domain/values/outcome.ts';
import {
  type OutcomeParams,
  placeholderActor,
  succeeded,
  withEvent,
  withOutcome,
  withValue,
} from './outcome.ts';

/** A password that was sent; both in milliseconds of the clock that the machine was given. */
export interface SentPassword {
  expiresAt: number;
  /** The time from which another one can be requested. */
  resendAt: number;
}

/** The server's answer to a request: seconds until the password expires, and until another one can be requested. */
export interface PasswordResponse {
  expires_in: number;
  next_in: number;
}

export type PasswordEvent =
  | { type: 'password.requested' }
  | { type: 'password.alreadyReceived' }
  | { type: 'password.entered'; answer: PasswordAnswer }
  | { type: 'answer.changed' };

export interface PasswordInput {
  /** Now, in milliseconds. */
  now: () => number;
  /** The password that was sent before the page was loaded again. */
  sent: SentPassword | null;
}

export interface PasswordContext extends Pick<PasswordInput, 'now'> {
  /** The expiry of the last password that was sent; null if there is none to enter. */
  expiresAt: number | null;
  resendAt: number;
  /** Whole seconds until `resendAt`. */
  secondsLeft: number;
  answer: PasswordAnswer;
  /** The fields of the answer that the server has refused, by their names in the contract. */
  refusedFields: readonly string[];
  /** Tries that are left after a wrong password; null where the server does not say. */
  triesLeft: number | null;
  /** The refusal of the last call; null where no answer came, or where the state says it. */
  refusal: Refusal | null;
  /** Counts the prompts to enter the password, so that each takes the focus to its input. */
  attempt: number;
}

const secondsUntil = (then: number, now: number) => Math.max(0, Math.ceil((then - now) / 1000));

const cooldownOf = ({ now }: PasswordContext, seconds: number) => ({
  resendAt: now() + seconds * 1000,
  secondsLeft: seconds,
});

const hasActivePassword = ({ expiresAt, now }: PasswordContext) => expiresAt !== null && expiresAt > now();

const isRefused = (outcome: Outcome<unknown>, status: number): outcome is Refusal =>
  outcome.kind === 'refused' && outcome.status === status;

/** The error code of a password that was sent for a document which was issued anew meanwhile: it is of no use. */
export const supersededCode = 'otp.superseded';

/** The server's error codes for an expired password. */
const expiredCodes: readonly string[] = ['app.reentry.error.expired', 'account.otp.error.expired'];

const hasCode = (outcome: Outcome<unknown>, codes: readonly string[]) =>
  isRefused(outcome, 400) && outcome.errors.some(({ code }) => codes.includes(code));

/** The change of a mobile number asks for two passwords. */
const isComplete = ({ otp, newOtp = otp }: PasswordAnswer) =>
  [otp, newOtp].every(({ length }) => length === limits.oneTimePasswordDigits);

/** The wait after a 429 that has no Retry-After. */
const defaultRetryAfterSeconds = 60;

export const oneTimePasswordMachine = setup({
  types: {
    context: {} as PasswordContext,
    events: {} as PasswordEvent,
    input: {} as PasswordInput,
    tags: {} as 'busy',
  },
  actors: {
    requestPassword: placeholderActor<Outcome<PasswordResponse>, NonReducibleUnknown>(),
    checkPassword: placeholderActor<Outcome<unknown>, { answer: PasswordAnswer }>(),
  },
  guards: {
    cooldownIsRunning: ({ context }) => context.resendAt > context.now(),
    cooldownIsOver: ({ context }) => context.resendAt <= context.now(),
    passwordIsActive: ({ context }) => hasActivePassword(context),
    passwordIsComplete: (_, { answer }: { answer: PasswordAnswer }) => isComplete(answer),
    succeeded,
    isRateLimited: (_, { outcome }: OutcomeParams) => isRefused(outcome, 429),
    isRateLimitedWithActivePassword: ({ context }, { outcome }: OutcomeParams) =>
      isRefused(outcome, 429) && hasActivePassword(context),
    isUndeliverableNumber: (_, { outcome }: OutcomeParams) =>
      hasCode(outcome, ['account.otp.error.undeliverable']),
    isSuperseded: (_, { outcome }: OutcomeParams) => hasCode(outcome, [supersededCode]),
    isExpiredPassword: (_, { outcome }: OutcomeParams) => hasCode(outcome, expiredCodes),
    isWrongPassword: (_, { outcome }: OutcomeParams) => isRefused(outcome, 400),
  },
  actions: {
    setSentPassword: assign(({ context }, { value }: { value: PasswordResponse }) => ({
      expiresAt: context.now() + value.expires_in * 1000,
      ...cooldownOf(context, value.next_in),
    })),
    /** The server reported it as expired, which overrules the clock of this device. */
    expirePassword: assign(({ context }) => ({ expiresAt: context.now() })),
    clearPassword: assign({ expiresAt: null }),
    setAnswer: assign((_, { answer }: { answer: PasswordAnswer }) => ({ answer, refusedFields: [] })),
    setRefusedFields: assign((_, { outcome }: OutcomeParams) => {
      const errors = outcome.kind === 'refused' ? outcome.errors : [];
      const tries = errors.find(({ values }) => values?.tries !== undefined)?.values?.tries;
      return {
        refusedFields: errors.map(({ field }) => field),
        triesLeft: typeof tries === 'number' ? tries : null,
      };
    }),
    /** A server that failed has answered nothing. */
    setRefusal: assign((_, { outcome }: OutcomeParams) => ({
      refusal: outcome.kind === 'refused' && outcome.status < 500 ? outcome : null,
    })),
    clearRefusal: assign({ refusal: null }),
    startCooldown: assign(({ context }, { outcome }: OutcomeParams) =>
      isRefused(outcome, 429) ? cooldownOf(context, outcome.retryAfter ?? defaultRetryAfterSeconds) : {},
    ),
    startAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    setSecondsLeft: assign(({ context: { resendAt, now } }) => ({
      secondsLeft: secondsUntil(resendAt, now()),
    })),
    notifyAccepted: () => {},
  },
  delays: { second: 1000 },
}).createMachine({
  id: 'oneTimePassword',
  type: 'parallel',
  context: ({ input: { now, sent } }) => ({
    now,
    expiresAt: sent?.expiresAt ?? null,
    resendAt: sent?.resendAt ?? 0,
    secondsLeft: sent ? secondsUntil(sent.resendAt, now()) : 0,
    answer: { otp: '' },
    refusedFields: [],
    triesLeft: null,
    refusal: null,
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
          // The number cannot receive an SMS, so another one has to be entered.
          states: { ready: {}, notSent: {}, rateLimited: {}, undeliverable: {} },
        },
        sending: {
          tags: 'busy',
          entry: 'clearRefusal',
          invoke: {
            src: 'requestPassword',
            onDone: [
              {
                guard: withOutcome('succeeded'),
                target: 'enteringPassword',
                actions: [withValue('setSentPassword'), 'startAttempt'],
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
              { guard: withOutcome('isUndeliverableNumber'), target: 'awaitingRequest.undeliverable' },
              {
                guard: 'passwordIsActive',
                target: 'enteringPassword.notSent',
                actions: withOutcome('setRefusal'),
              },
              { target: 'awaitingRequest.notSent', actions: withOutcome('setRefusal') },
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
            // The server may have checked the password without its response arriving, or refused it for another reason.
            noResponse: {},
            notSent: {},
            rateLimited: {},
          },
        },
        checking: {
          tags: 'busy',
          entry: 'clearRefusal',
          invoke: {
            src: 'checkPassword',
            input: ({ context: { answer } }) => ({ answer }),
            onDone: [
              { guard: withOutcome('succeeded'), target: 'accepted' },
              {
                guard: withOutcome('isRateLimited'),
                target: 'attemptsExhausted',
                actions: withOutcome('startCooldown'),
              },
              { guard: withOutcome('isSuperseded'), target: 'awaitingRequest' },
              {
                guard: withOutcome('isExpiredPassword'),
                target: 'enteringPassword.expired',
                actions: [withOutcome('setRefusedFields'), 'expirePassword', 'startAttempt'],
              },
              {
                guard: withOutcome('isWrongPassword'),
                target: 'enteringPassword.wrongPassword',
                actions: [withOutcome('setRefusedFields'), 'startAttempt'],
              },
              { target: 'enteringPassword.noResponse', actions: withOutcome('setRefusal') },
            ],
          },
        },
        // Too many wrong passwords: none can be entered until the cooldown is over.
        attemptsExhausted: { always: { guard: 'cooldownIsOver', target: 'starting' } },
        accepted: { type: 'final', entry: 'notifyAccepted' },
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

export type PasswordSnapshot = SnapshotFrom<typeof oneTimePasswordMachine>;
