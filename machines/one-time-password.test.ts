import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/values/outcome.ts';
import type { FieldError } from '../domain/values/wire.ts';
import { oneTimePasswordMachine, type PasswordResponse, supersededCode } from './one-time-password.ts';
import { nameOf, startPassword, taken } from './testing-one-time-password.ts';

const sent: Outcome<PasswordResponse> = { kind: 'ok', value: { expires_in: 300, next_in: 30 } };
const accepted: Outcome<unknown> = { kind: 'ok', value: {} };
const unreachable: Outcome<never> = { kind: 'unreachable' };
const tooMany = (retryAfter?: number): Outcome<never> => ({
  kind: 'refused',
  status: 429,
  code: 'refusal.failed',
  errors: [],
  ...(retryAfter !== undefined && { retryAfter }),
});
const refused = (code: string): Outcome<never> => {
  const error: FieldError = { field: 'otp', code, message: '' };
  return { kind: 'refused', status: 400, code: 'refusal.failed', errors: [error] };
};
const conflict: Outcome<never> = { kind: 'refused', status: 409, code: 'refusal.numberTaken', errors: [] };
const wrong = refused('account.otp.error.wrong');
const expired = refused('account.otp.error.expired');
const day = 24 * 60 * 60;

describe('asking for a password', () => {
  it('sends one and counts down to the next request', async () => {
    const { at, asks, seconds, asked } = startPassword();
    expect(at({ entry: { awaitingRequest: 'ready' }, cooldown: 'elapsed' })).toBe(true);
    asks();
    expect(at({ entry: 'sending' })).toBe(true);
    await asked(sent);
    expect(at({ entry: { enteringPassword: 'ready' }, cooldown: 'running' })).toBe(true);
    expect(seconds()).toBe(30);
  });

  it.each<[string, Outcome<never>]>([
    ['no answer', unreachable],
    ['a gateway', { kind: 'gatewayTimedOut' }],
    ['a server that failed', { kind: 'refused', status: 500, code: 'refusal.failed', errors: [] }],
  ])('can be repeated after %s', async (_, failure) => {
    const { at, asks, asked, calls } = startPassword();
    asks();
    await asked(failure);
    expect(at({ entry: { awaitingRequest: 'notSent' }, cooldown: 'elapsed' })).toBe(true);
    asks();
    await asked(sent);
    expect(at({ entry: { enteringPassword: 'ready' } })).toBe(true);
    expect(calls.asked).toBe(2);
  });

  it('reports that no SMS can reach the number', async () => {
    const { at, asks, asked } = startPassword();
    asks();
    const code = 'account.otp.error.undeliverable';
    await asked({
      kind: 'refused',
      status: 400,
      code: 'refusal.answers',
      errors: [{ field: 'mobile', code, message: '' }],
    });
    expect(at({ entry: { awaitingRequest: 'undeliverable' }, cooldown: 'elapsed' })).toBe(true);
  });

  it('keeps the refusal until the next request', async () => {
    const { at, asks, asked, refusal } = startPassword();
    asks();
    await asked(conflict);
    expect(at({ entry: { awaitingRequest: 'notSent' } })).toBe(true);
    expect(refusal()).toEqual(conflict);
    asks();
    expect(refusal()).toBeNull();
    await asked(unreachable);
    expect(refusal()).toBeNull();
  });

  it('waits for the time that the server names after too many requests', async () => {
    const { at, asks, asked, passes, calls } = startPassword();
    asks();
    await asked(tooMany(day));
    expect(at({ entry: { awaitingRequest: 'rateLimited' }, cooldown: 'running' })).toBe(true);
    asks();
    expect(calls.asked).toBe(1);
    passes(day);
    expect(at({ cooldown: 'elapsed' })).toBe(true);
    asks();
    expect(calls.asked).toBe(2);
  });

  it('waits a minute after too many requests where the server names no time', async () => {
    const { asks, asked, seconds } = startPassword();
    asks();
    await asked(tooMany());
    expect(seconds()).toBe(60);
  });
});

it('a password can be typed although the answer to its request was lost', async () => {
  const { at, asks, asked, finds, enters, checked } = startPassword();
  asks();
  await asked(unreachable);
  asks();
  await asked(tooMany(20));
  expect(at({ entry: { awaitingRequest: 'rateLimited' } })).toBe(true);
  finds();
  expect(at({ entry: { enteringPassword: 'ready' }, cooldown: 'running' })).toBe(true);
  enters('123456');
  await checked(accepted);
  expect(at({ entry: 'accepted' })).toBe(true);
});

describe('the pause before another password', () => {
  it('is counted down before another password is sent', async () => {
    const { at, asks, asked, passes, seconds, calls } = await typing();
    passes(1);
    expect(seconds()).toBe(29);
    asks();
    expect(calls.asked).toBe(1);
    passes(28);
    expect([seconds(), at({ cooldown: 'running' })]).toEqual([1, true]);
    passes(1);
    expect([seconds(), at({ cooldown: 'elapsed' })]).toEqual([0, true]);
    asks();
    expect(calls.asked).toBe(2);
    await asked(sent);
    expect(at({ entry: { enteringPassword: 'ready' }, cooldown: 'running' })).toBe(true);
    expect(seconds()).toBe(30);
  });

  it('follows the clock after the page was suspended', async () => {
    const { at, seconds, sleeps, passes } = await typing();
    sleeps(20);
    passes(1);
    expect(seconds()).toBe(9);
    sleeps(60);
    passes(1);
    expect([seconds(), at({ cooldown: 'elapsed' })]).toEqual([0, true]);
  });

  it('continues while a password is checked', async () => {
    const { at, enters, passes, seconds } = await typing();
    enters('123456');
    passes(10);
    expect(at({ entry: 'checking' })).toBe(true);
    expect(seconds()).toBe(20);
  });

  it.each<[string, Outcome<never>, string]>([
    ['no answer came', unreachable, 'notSent'],
    ['too many were asked for', tooMany(day), 'rateLimited'],
  ])('leaves the last password valid where %s', async (_, failure, state) => {
    const { at, asks, asked, passes, enters, checked } = await typing();
    passes(30);
    asks();
    await asked(failure);
    expect(at({ entry: { enteringPassword: state as 'notSent' } })).toBe(true);
    enters('123456');
    await checked(accepted);
    expect(at({ entry: 'accepted' })).toBe(true);
  });
});

describe('a typed password', () => {
  it('is sent and accepted once', async () => {
    const { at, enters, checked, calls } = await typing();
    enters('123456', '1985-04-12');
    enters('123456', '1985-04-12');
    expect(calls.entered).toEqual([{ otp: '123456', dob: '1985-04-12' }]);
    await checked(accepted);
    expect(at({ entry: 'accepted' })).toBe(true);
    expect(calls.notified).toBe(1);
  });

  it('is not sent before it is complete', async () => {
    const { at, enters, changes, calls } = await typing();
    enters('12345');
    expect(at({ entry: { enteringPassword: 'incomplete' } })).toBe(true);
    enters('');
    expect(at({ entry: { enteringPassword: 'incomplete' } })).toBe(true);
    changes();
    expect(at({ entry: { enteringPassword: 'ready' } })).toBe(true);
    expect(calls.entered).toEqual([]);
  });

  it('can be corrected where it was wrong', async () => {
    const { at, enters, changes, checked, calls } = await typing();
    enters('111111');
    await checked(wrong);
    expect(at({ entry: { enteringPassword: 'wrongPassword' } })).toBe(true);
    changes();
    expect(at({ entry: { enteringPassword: 'ready' } })).toBe(true);
    enters('123456');
    await checked(accepted);
    expect(calls.entered.map(({ otp }) => otp)).toEqual(['111111', '123456']);
  });

  it.each(['', '12345'])(
    'is not sent before the password of the new number is complete: %o',
    async (newOtp) => {
      const { at, entersBoth, checked, calls } = await typing();
      entersBoth('123456', newOtp);
      expect(at({ entry: { enteringPassword: 'incomplete' } })).toBe(true);
      expect(calls.entered).toEqual([]);
      entersBoth('123456', '654321');
      await checked(accepted);
      expect(calls.entered).toEqual([{ otp: '123456', newOtp: '654321' }]);
    },
  );

  it('of a loan is expired where the server refuses it with the code of re-entry', async () => {
    const { at, enters, checked } = await typing();
    enters('123456');
    await checked(refused('app.reentry.error.expired'));
    expect(at({ entry: { enteringPassword: 'expired' } })).toBe(true);
  });

  it('of a reissued document must be requested again after the pause', async () => {
    const { at, enters, checked, asks, asked, passes, calls } = await typing();
    enters('123456');
    await checked(refused(supersededCode));
    expect(at({ entry: { awaitingRequest: 'ready' }, cooldown: 'running' })).toBe(true);
    asks();
    expect(calls.asked).toBe(1);
    passes(30);
    asks();
    await asked(sent);
    expect(at({ entry: { enteringPassword: 'ready' } })).toBe(true);
  });

  it('stays expired until another one is sent', async () => {
    const { at, enters, changes, checked, asks, asked, passes } = await typing();
    passes(30);
    enters('123456');
    await checked(expired);
    changes();
    expect(at({ entry: { enteringPassword: 'expired' } })).toBe(true);
    asks();
    await asked(sent);
    expect(at({ entry: { enteringPassword: 'ready' } })).toBe(true);
  });

  it.each<[string, Outcome<never>]>([
    ['no answer', unreachable],
    ['a gateway', { kind: 'gatewayTimedOut' }],
    ['a server that failed', { kind: 'refused', status: 500, code: 'refusal.failed', errors: [] }],
  ])('is kept after %s and can be sent again', async (_, failure) => {
    const { at, enters, checked, calls } = await typing();
    enters('123456');
    await checked(failure);
    expect(at({ entry: { enteringPassword: 'noResponse' } })).toBe(true);
    enters('123456');
    await checked(accepted);
    expect(at({ entry: 'accepted' })).toBe(true);
    expect(calls.entered).toHaveLength(2);
  });

  it('keeps the refusal where its digits are not the reason', async () => {
    const { at, enters, checked, refusal } = await typing();
    enters('123456');
    await checked(conflict);
    expect(at({ entry: { enteringPassword: 'noResponse' } })).toBe(true);
    expect(refusal()).toEqual(conflict);
    enters('123456');
    await checked(unreachable);
    expect(refusal()).toBeNull();
  });

  it('cannot be sent after too many wrong ones until the time that the server names', async () => {
    const { at, enters, asks, checked, passes, calls } = await typing();
    enters('111111');
    await checked(tooMany(day));
    expect(at({ entry: 'attemptsExhausted', cooldown: 'running' })).toBe(true);
    enters('123456');
    asks();
    expect([calls.entered.length, calls.asked]).toEqual([1, 1]);
    passes(day);
    expect(at({ entry: { awaitingRequest: 'ready' }, cooldown: 'elapsed' })).toBe(true);
  });

  it('can be sent again after a pause that ends before it expires', async () => {
    const { at, enters, checked, passes } = await typing();
    enters('111111');
    await checked(tooMany(60));
    passes(60);
    expect(at({ entry: { enteringPassword: 'ready' } })).toBe(true);
  });
});

it('a new round of typing begins only when another password must be typed', async () => {
  const { asks, asked, enters, changes, checked, passes, rounds } = startPassword();
  asks();
  await asked(unreachable);
  expect(rounds()).toBe(0);
  asks();
  await asked(sent);
  expect(rounds()).toBe(1);
  enters('1');
  expect(rounds()).toBe(2);
  changes();
  enters('111111');
  await checked(wrong);
  expect(rounds()).toBe(3);
  changes();
  enters('111112');
  await checked(unreachable);
  expect(rounds()).toBe(3);
  enters('111112');
  await checked(expired);
  expect(rounds()).toBe(4);
  passes(30);
  asks();
  await asked(sent);
  expect(rounds()).toBe(5);
  passes(30);
  asks();
  await asked(unreachable);
  expect(rounds()).toBe(5);
  asks();
  await asked(tooMany(day));
  expect(rounds()).toBe(6);
});

describe('a password that has expired', () => {
  it.each<[string, Outcome<never>, string]>([
    ['no answer came', unreachable, 'notSent'],
    ['too many were asked for', tooMany(day), 'rateLimited'],
  ])('can no longer be typed where %s', async (_, failure, state) => {
    const { at, asks, asked, passes, left } = await typing();
    passes(300);
    asks();
    await asked(failure);
    expect(at({ entry: { awaitingRequest: state as 'notSent' } })).toBe(true);
    expect(left()).toBeNull();
  });

  it('is recognised by the answer of the server before its time is over', async () => {
    const { at, asks, asked, enters, checked, passes } = await typing();
    enters('123456');
    await checked(expired);
    passes(30);
    asks();
    await asked(unreachable);
    expect(at({ entry: { awaitingRequest: 'notSent' } })).toBe(true);
  });
});

describe('a page that was loaded again', () => {
  it('continues with the password that was sent and with the pause', () => {
    const { at, passes, seconds } = startPassword({ expiresAt: 200_000, resendAt: 10_000 });
    expect(at({ entry: { enteringPassword: 'ready' }, cooldown: 'running' })).toBe(true);
    expect(seconds()).toBe(10);
    passes(10);
    expect(at({ cooldown: 'elapsed' })).toBe(true);
  });

  it('asks for a new password where the last one has expired', () => {
    const { at, left } = startPassword({ expiresAt: -1, resendAt: -270_000 });
    expect(at({ entry: { awaitingRequest: 'ready' }, cooldown: 'elapsed' })).toBe(true);
    expect(left()).toBeNull();
  });
});

it('the tests above take every transition', () => {
  const nodes = [oneTimePasswordMachine.root];
  const all: string[] = [];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    all.push(...[...node.transitions.values(), node.always ?? []].flat().map(nameOf));
    nodes.push(...Object.values(node.states));
  }
  expect(all.filter((name) => !taken.has(name))).toEqual([]);
});

async function typing() {
  const all = startPassword();
  all.asks();
  await all.asked(sent);
  return all;
}
