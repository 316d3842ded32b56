/** A one-time password, as its paths are made. Its cooldowns are short, so that walks can wait for their ends. */
import type { SnapshotFrom } from 'xstate';
import { limits } from '../../../domain/values/limits.ts';
import {
  oneTimePasswordMachine,
  type PasswordContext,
  type SentPassword,
  supersededCode,
} from '../../../machines/one-time-password.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { ok, nothing, refused, unreachable } from './outcomes.ts';

type Snapshot = SnapshotFrom<typeof oneTimePasswordMachine>;

const seconds = 1000;
const otp = '123456';

const events: EventFixtures<typeof oneTimePasswordMachine> = {
  'password.requested': nothing,
  'password.alreadyReceived': nothing,
  'password.entered': {
    whole: { answer: { otp, dob: '1985-04-12' } },
    'with digits missing': { answer: { otp: otp.slice(0, 3) } },
    'without the other number’s': { answer: { otp, newOtp: '' } },
  },
  'answer.changed': nothing,
};

const refusedFor = (code: string) => refused(400, { errors: [{ field: 'otp', code, message: '' }] });

const answers: AnswerFixtures<typeof oneTimePasswordMachine> = {
  requestPassword: {
    sent: ok({ expires_in: 3, next_in: 2 }),
    'no SMS reaches the number': refused(400, {
      errors: [{ field: 'mobile', code: 'account.otp.error.undeliverable', message: '' }],
    }),
    refused: refused(409),
    'too many, for a while': refused(429, { retryAfter: 1 }),
    'too many, for nobody says how long': refused(429),
    unreachable,
  },
  checkPassword: {
    accepted: ok({}),
    wrong: refusedFor('account.otp.error.wrong'),
    expired: refusedFor('account.otp.error.expired'),
    'of a document that was issued anew': refusedFor(supersededCode),
    'refused for something else': refused(409),
    'too many wrong ones, for a while': refused(429, { retryAfter: 1 }),
    'too many wrong ones, for longer than it is good': refused(429, { retryAfter: 4 }),
    unreachable,
  },
};

const sentBefore = (sent: SentPassword | null) => (now: () => number) => ({ now, sent });

/** Longer times make no difference: the fixtures have shorter ones, whose ends are walked. */
const atMost = 5 * seconds;
const left = (until: number, now: number) => Math.min(Math.max(0, until - now), atMost);

const isAt = (snapshot: Snapshot, ...states: ('notSent' | 'rateLimited')[]) =>
  states.some((state) => snapshot.matches({ entry: { enteringPassword: state } }));

const start = 'no password was sent';
const expired = 'a password was sent that is good no more';
const running = 'a password was sent, and the pause still runs';
const sent = ['password.requested', 'requestPassword answers: sent'];
const pauseIsOver = ['second passes', 'second passes'];
const checking = [...sent, 'password.entered whole'];
const ends = atWith<PasswordContext>;

export const oneTimePassword = subject<typeof oneTimePasswordMachine>({
  name: 'oneTimePassword',
  machine: oneTimePasswordMachine,
  starts: {
    [start]: sentBefore(null),
    'a password was sent that is still good': sentBefore({ expiresAt: 3 * seconds, resendAt: 0 }),
    [running]: sentBefore({ expiresAt: 5 * seconds, resendAt: 2 * seconds }),
    [expired]: sentBefore({ expiresAt: -1, resendAt: -1 }),
  },
  events,
  answers,
  stateKey: ({ context: { expiresAt, resendAt, refusal } }, now) => [
    refusal !== null,
    expiresAt === null ? null : left(expiresAt, now),
    left(resendAt, now),
  ],
  invariants: {
    'the cooldown runs exactly while seconds of it are left': (snapshot) =>
      snapshot.matches({ cooldown: 'running' }) === snapshot.context.secondsLeft > 0,
    'a refusal is told until the next call': (snapshot) =>
      snapshot.context.refusal === null || !snapshot.hasTag('busy'),
    'only a complete password is checked': (snapshot) =>
      !callsOf(snapshot).includes('checkPassword') ||
      snapshot.context.answer.otp.length === limits.oneTimePasswordDigits,
    'it is busy exactly while one call is in flight': (snapshot) =>
      callsOf(snapshot).length === (snapshot.hasTag('busy') ? 1 : 0),
    'no other password is requested during the cooldown': (snapshot) =>
      !snapshot.matches({ cooldown: 'running' }) || !callsOf(snapshot).includes('requestPassword'),
    'with all attempts used, nothing can be typed until the cooldown is over': (snapshot) =>
      !snapshot.matches({ entry: 'attemptsExhausted' }) ||
      (snapshot.matches({ cooldown: 'running' }) &&
        !snapshot.can({ type: 'password.entered', answer: { otp } })),
    'an earlier password is valid only where one was sent': (snapshot) =>
      !isAt(snapshot, 'notSent', 'rateLimited') || snapshot.context.expiresAt !== null,
    'a password has to be requested only where none is valid': (snapshot) =>
      !snapshot.matches({ entry: 'awaitingRequest' }) || snapshot.context.expiresAt === null,
    'an accepted password makes no more calls': (snapshot) =>
      !snapshot.matches({ entry: 'accepted' }) ||
      (callsOf(snapshot).length === 0 && !snapshot.can({ type: 'password.requested' })),
  },
  journeys: [
    {
      shows: 'a password is sent, and the answer says when another can be requested',
      start,
      words: sent,
      ends: ends({ entry: { enteringPassword: 'ready' }, cooldown: 'running' }, { secondsLeft: 2 }),
    },
    {
      shows: 'a right password is accepted',
      start,
      words: [...checking, 'checkPassword answers: accepted'],
      ends: at({ entry: 'accepted', cooldown: 'running' }),
    },
    {
      shows: 'a password with digits missing is not sent',
      start,
      words: [...sent, 'password.entered with digits missing'],
      ends: at({ entry: { enteringPassword: 'incomplete' }, cooldown: 'running' }),
    },
    {
      shows: 'no other password is sent before the cooldown is over',
      start,
      words: [...sent, 'second passes', 'password.requested'],
      ends: ends({ entry: { enteringPassword: 'ready' }, cooldown: 'running' }, { secondsLeft: 1 }),
    },
    {
      shows: 'a password of a document that was issued anew is requested again',
      start,
      words: [...checking, 'checkPassword answers: of a document that was issued anew'],
      ends: at({ entry: { awaitingRequest: 'ready' }, cooldown: 'running' }),
    },
    {
      shows: 'another password is sent once the cooldown is over',
      start,
      words: [...sent, ...pauseIsOver, 'password.requested'],
      ends: at({ entry: 'sending', cooldown: 'elapsed' }),
    },
    {
      shows: 'a password that expired stays so until another one is sent',
      start,
      words: [...checking, 'checkPassword answers: expired', 'answer.changed', ...pauseIsOver, ...sent],
      ends: at({ entry: { enteringPassword: 'ready' }, cooldown: 'running' }),
    },
    {
      shows: 'with all attempts used, the same password can be typed later where it is still valid',
      start,
      words: [...checking, 'checkPassword answers: too many wrong ones, for a while', 'second passes'],
      ends: at({ entry: { enteringPassword: 'ready' }, cooldown: 'elapsed' }),
    },
    {
      shows: 'with all attempts used, another password is requested where the first is not valid any more',
      start,
      words: [
        ...checking,
        'checkPassword answers: too many wrong ones, for longer than it is good',
        ...pauseIsOver,
        ...pauseIsOver,
      ],
      ends: at({ entry: { awaitingRequest: 'ready' }, cooldown: 'elapsed' }),
    },
    {
      shows: 'a reloaded page goes on with its password and its cooldown',
      start: running,
      words: ['second passes'],
      ends: ends({ entry: { enteringPassword: 'ready' }, cooldown: 'running' }, { secondsLeft: 1 }),
    },
    {
      shows: 'without a time in the answer the cooldown is a minute',
      start,
      words: ['password.requested', 'requestPassword answers: too many, for nobody says how long'],
      ends: ends({ entry: { awaitingRequest: 'rateLimited' }, cooldown: 'running' }, { secondsLeft: 60 }),
    },
    {
      shows: 'where no SMS reaches the number, there is no password to type',
      start,
      words: ['password.requested', 'requestPassword answers: no SMS reaches the number'],
      ends: ends({ entry: { awaitingRequest: 'undeliverable' }, cooldown: 'elapsed' }, { expiresAt: null }),
    },
    {
      shows: 'where a request failed, a password that is not valid any more cannot be typed',
      start: expired,
      words: ['password.requested', 'requestPassword answers: unreachable'],
      ends: ends({ entry: { awaitingRequest: 'notSent' }, cooldown: 'elapsed' }, { expiresAt: null }),
    },
    {
      shows: 'where requests are rate limited, a password that is not valid any more cannot be typed',
      start: expired,
      words: ['password.requested', 'requestPassword answers: too many, for a while'],
      ends: ends({ entry: { awaitingRequest: 'rateLimited' }, cooldown: 'running' }, { expiresAt: null }),
    },
    {
      shows: 'a password that the server calls expired cannot be typed, whatever the clock says',
      start,
      words: [
        ...checking,
        'checkPassword answers: expired',
        ...pauseIsOver,
        'password.requested',
        'requestPassword answers: unreachable',
      ],
      ends: ends({ entry: { awaitingRequest: 'notSent' }, cooldown: 'elapsed' }, { expiresAt: null }),
    },
    {
      shows: 'a password that is still valid can be typed where no other one came',
      start,
      words: [...sent, ...pauseIsOver, 'password.requested', 'requestPassword answers: unreachable'],
      ends: at({ entry: { enteringPassword: 'notSent' }, cooldown: 'elapsed' }),
    },
  ],
});
