import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInFailures } from '../db/schema/staff.ts';
import { openTestServices, type TestServices } from '../testing/services.ts';
import { applyRetention } from '../retention/apply-retention.ts';
import { countAttempt, resetAttempts } from './attempts.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const minute = 60_000;
const count = (email: string, device?: string, client = 'office') =>
  countAttempt(services.db, { email, client, device }, services.clock.now());
const take = async (email: string, device?: string, client?: string) =>
  (await count(email, device, client)).waitSeconds;
const takes = async (email: string, times: number) => {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(await take(email));
  return waits;
};

it('locks an email address for 15 minutes after five failures in a row, then counts from zero', async () => {
  expect(await takes('a@feepath.example', 7)).toEqual([0, 0, 0, 0, 0, 900, 900]);
  expect(await take('b@feepath.example')).toBe(0);
  services.clock.pass(15 * minute - 500);
  expect(await take('a@feepath.example')).toBe(1);
  services.clock.pass(500);
  expect(await takes('a@feepath.example', 6)).toEqual([0, 0, 0, 0, 0, 900]);
});

it('allows only five of many simultaneous attempts', async () => {
  const waits = await Promise.all(Array.from({ length: 40 }, () => take('c@feepath.example')));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

it('counts a known device separately from others', async () => {
  const email = 'g@feepath.example';
  expect(await takes(email, 6)).toEqual([0, 0, 0, 0, 0, 900]);
  const waits: number[] = [];
  for (let time = 0; time < 6; time += 1) waits.push(await take(email, 'known'));
  expect(waits).toEqual([0, 0, 0, 0, 0, 900]);
});

it('counts from zero after a success and a day after the last failure', async () => {
  const email = 'd@feepath.example';
  expect(await takes(email, 4)).toEqual([0, 0, 0, 0]);
  await resetAttempts(services.db, { email, client: 'office' });
  expect(await takes(email, 4)).toEqual([0, 0, 0, 0]);
  services.clock.pass(24 * 60 * minute);
  expect(await takes(email, 6)).toEqual([0, 0, 0, 0, 0, 900]);
});

it('stores no email address and deletes rows after a day', async () => {
  await take('e@feepath.example');
  const failures = async () => services.db.select().from(signInFailures);
  expect(JSON.stringify(await failures())).not.toContain('feepath.example');
  services.clock.pass(24 * 60 * minute);
  await take('f@feepath.example');
  await applyRetention(services);
  expect(await failures()).toHaveLength(2);
});

it('locks only the network address of the failures and delays the others', async () => {
  const email = 'h@feepath.example';
  for (const client of ['one', 'two', 'three']) {
    for (let time = 0; time < 5; time += 1) await count(email, undefined, client);
    expect(await take(email, undefined, client)).toBe(900);
  }
  expect(await count(email, undefined, 'home')).toEqual({ waitSeconds: 0, delayMs: 2000 });
  expect(await count(email, 'known', 'home')).toEqual({ waitSeconds: 0, delayMs: 0 });
  services.clock.pass(15 * minute);
  expect(await count(email, undefined, 'home')).toEqual({ waitSeconds: 0, delayMs: 0 });
});
