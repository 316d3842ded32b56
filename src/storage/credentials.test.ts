import { expect, it, vi } from 'vitest';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import { createCredentialsProvider } from './credentials.ts';
import { fakeClock, credentialsFrom } from './testing.ts';

const minute = 60_000;

function setting(lastMs = 60 * minute) {
  const clock = fakeClock('2026-07-20T06:30:00Z');
  const ask = vi.fn(async (): Promise<Outcome<StorageCredentials>> => ({
    kind: 'ok',
    value: credentialsFrom(clock.now(), lastMs),
  }));
  return { clock, ask, access: createCredentialsProvider({ ask, now: clock.now }) };
}

it('requests credentials once for simultaneous calls and caches them', async () => {
  const { ask, access } = setting();
  const [first, second] = await Promise.all([access.current(), access.current(), access.refresh()]);
  expect(first).toMatchObject({ kind: 'ok', value: { identity: 'loan-1' } });
  expect(second).toBe(first);
  await access.current();
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['five minutes before they end', 30 * minute, 25 * minute],
  ['after 50 minutes, however long they last', 12 * 60 * minute, 50 * minute],
])('renews credentials %s', async (_, lastMs, after) => {
  const { clock, ask, access } = setting(lastMs);
  await access.current();
  clock.advance(after - 1000);
  await access.current();
  expect(ask).toHaveBeenCalledTimes(1);
  clock.advance(1000);
  await access.current();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('renews credentials that end before the required time', async () => {
  const { clock, ask, access } = setting();
  await access.current();
  clock.advance(46 * minute);
  await access.current(10 * minute);
  expect(ask).toHaveBeenCalledTimes(1);
  await access.current(15 * minute);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('returns credentials that have already expired and requests new ones the next time', async () => {
  const { ask, access } = setting(0);
  expect(await access.current()).toMatchObject({ kind: 'ok' });
  expect(await access.current()).toMatchObject({ kind: 'ok' });
  expect(ask).toHaveBeenCalledTimes(2);
});

it('renews expired credentials once for several calls', async () => {
  const { clock, ask, access } = setting();
  const before = await access.current();
  clock.advance(10 * minute);
  const [renewed] = await Promise.all([access.refresh(), access.refresh(), access.refresh()]);
  expect(renewed).not.toEqual(before);
  clock.advance(1000);
  expect(await access.refresh()).toEqual(renewed);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('renews credentials after the clock is set back', async () => {
  const { clock, ask, access } = setting();
  await access.current();
  clock.advance(-24 * 60 * minute);
  await access.current();
  expect(ask).toHaveBeenCalledTimes(2);
});

const refused = (status: number): Outcome<never> => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
});

it.each<[Outcome<StorageCredentials | null>, object]>([
  [refused(401), { kind: 'failed', fault: 'noCredentials' }],
  [refused(404), { kind: 'failed', fault: 'noCredentials' }],
  [
    { kind: 'ok', value: null },
    { kind: 'failed', fault: 'noCredentials' },
  ],
  [refused(409), { kind: 'refused', status: 409, code: '' }],
  [{ kind: 'gatewayTimedOut' }, { kind: 'unreachable' }],
  [{ kind: 'unreachable' }, { kind: 'unreachable' }],
])('returns the reason for missing credentials: %j', async (outcome, stored) => {
  const ask = vi.fn(async () => outcome as Outcome<StorageCredentials>);
  const access = createCredentialsProvider({ ask, now: () => new Date() });
  expect(await access.current()).toEqual(stored);
  expect(await access.refresh()).toEqual(stored);
  expect(ask).toHaveBeenCalledTimes(2);
});
