import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffSessions } from '../db/schema/staff.ts';
import { createTestReviewer, openTestServices, type TestServices } from '../testing/services.ts';
import { applyRetention } from '../retention/apply-retention.ts';
import { disableReviewer, resetReviewer } from './reviewers.ts';
import { endSession, findSession, type Reviewer, startSession } from './sessions.ts';

let services: TestServices;
let reviewer: Reviewer;
beforeAll(async () => {
  services = await openTestServices();
  reviewer = await made('latha@feepath.example');
});
afterAll(() => services.close());

const minute = 60_000;
const hour = 60 * minute;

async function made(email: string): Promise<Reviewer> {
  const account = { email, name: 'Latha R', role: 'reviewer', now: services.clock.now() } as const;
  return (await createTestReviewer(services.db, account)).reviewer;
}

async function started(of = reviewer): Promise<string> {
  const token = await startSession(services.db, of, services.clock.now());
  if (!token) throw new Error('The session did not start');
  return token;
}

const use = (token: string) => findSession(services, token, true);
const isOpen = async (token: string) => (await use(token)) !== undefined;

describe('a session', () => {
  it('is opened by its token, of which only a hash is stored', async () => {
    const token = await started();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await use(token))?.session.reviewer).toMatchObject({ id: reviewer.id, name: 'Latha R' });
    expect(await isOpen(token.toLowerCase())).toBe(false);
    expect(JSON.stringify(await services.db.select().from(staffSessions))).not.toContain(token);
  });

  it('gets a new token after 15 minutes, and the old one stays valid for 60 seconds', async () => {
    const first = await started();
    services.clock.pass(15 * minute - 1);
    expect((await use(first))?.renewed).toBeUndefined();
    services.clock.pass(1);
    const second = (await use(first))?.renewed ?? '';
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(await use(first)).toEqual({ session: expect.anything() });
    services.clock.pass(minute - 1);
    expect(await isOpen(first)).toBe(true);
    services.clock.pass(1);
    expect(await isOpen(first)).toBe(false);
    expect(await isOpen(second)).toBe(true);
  });

  it('gets only one new token when many calls arrive at once', async () => {
    const token = await started();
    services.clock.pass(16 * minute);
    const opened = await Promise.all(Array.from({ length: 12 }, () => use(token)));
    expect(opened.every((one) => one !== undefined)).toBe(true);
    expect(opened.filter((one) => one?.renewed)).toHaveLength(1);
  });

  it('ends 30 minutes after its last use', async () => {
    const token = await started();
    services.clock.pass(10 * minute);
    expect(await isOpen(token)).toBe(true);
    services.clock.pass(29 * minute);
    const renewed = (await use(token))?.renewed ?? '';
    services.clock.pass(30 * minute);
    expect(await isOpen(renewed)).toBe(false);
  });

  it('is not extended by automatic calls', async () => {
    const token = await started();
    for (let call = 0; call < 29; call += 1) {
      services.clock.pass(minute);
      expect(await findSession(services, token, false)).toEqual({ session: expect.anything() });
    }
    services.clock.pass(minute);
    expect(await findSession(services, token, false)).toBeUndefined();
  });

  it('ends 12 hours after the sign-in, even while it is used', async () => {
    let token = await started();
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      services.clock.pass(20 * minute);
      const opened = await use(token);
      expect(opened).toBeDefined();
      token = opened?.renewed ?? token;
    }
    services.clock.pass(20 * minute);
    expect(await isOpen(token)).toBe(false);
  });
});

describe('the end of a session', () => {
  it('revokes all of its tokens and no other session', async () => {
    const [first, other] = [await started(), await started()];
    services.clock.pass(15 * minute);
    const opened = await use(first);
    if (!opened?.renewed) throw new Error('The token did not change');
    await endSession(services.db, opened.session);
    expect(await isOpen(first)).toBe(false);
    expect(await isOpen(opened.renewed)).toBe(false);
    expect(await isOpen(other)).toBe(true);
  });

  it('comes at once when the account is disabled or reset', async () => {
    for (const [email, end] of [
      ['disabled@feepath.example', disableReviewer],
      ['reset@feepath.example', resetReviewer],
    ] as const) {
      const token = await started(await made(email));
      expect(await isOpen(token)).toBe(true);
      await end(services.db, email, services.clock.now());
      expect(await isOpen(token)).toBe(false);
    }
  });

  it('prevents a start where the account changed during the password check', async () => {
    const now = services.clock.now();
    for (const [email, change] of [
      ['gone@feepath.example', disableReviewer],
      ['changed@feepath.example', resetReviewer],
    ] as const) {
      const before = await made(email);
      await change(services.db, email, now);
      expect(await startSession(services.db, before, now)).toBeUndefined();
    }
  });

  it('is followed by the deletion of its row', async () => {
    await started();
    services.clock.pass(12 * hour);
    await started();
    await applyRetention(services);
    expect(await services.db.select().from(staffSessions)).toHaveLength(1);
  });
});
