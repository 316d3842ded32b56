import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestReviewer,
  enrolTestReviewer,
  openTestServices,
  type TestServices,
} from '../testing/services.ts';
import { countAttempt } from './attempts.ts';
import { verifyPassword } from './passwords.ts';
import { createReviewer, disableReviewer, findReviewer, listReviewers, resetReviewer } from './reviewers.ts';
import { demoReviewer, ensureDemoReviewer } from '../sandbox/demo-reviewer.ts';
import { findSession, startSession } from './sessions.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const now = () => services.clock.now();
const create = (email: string, name = 'Latha R') => createReviewer(services.db, { email, name, now: now() });
const find = (email: string) => findReviewer(services.db, email, true);

it('an email address identifies one reviewer in any case and with spaces', async () => {
  const made = await create(' Latha@Feepath.Example ');
  expect(made?.reviewer).toMatchObject({ email: 'latha@feepath.example', name: 'Latha R' });
  expect((await find('LATHA@feepath.example'))?.id).toBe(made?.reviewer.id);
  expect(await create('latha@FEEPATH.example', 'Another')).toBeUndefined();
  expect(await listReviewers(services.db)).toHaveLength(1);
});

it('a disabled reviewer who is created again keeps the id and needs a new invitation', async () => {
  const account = { email: 'back@feepath.example', name: 'Latha R', role: 'reviewer', now: now() } as const;
  const { reviewer, password } = await createTestReviewer(services.db, account);
  await disableReviewer(services.db, account.email, now());
  expect(await find(account.email)).toBeUndefined();
  const again = await create(account.email, 'Latha Raman');
  expect(again?.reviewer).toMatchObject({ id: reviewer.id, name: 'Latha Raman', disabledAt: null });
  expect(again?.invitation.token).toMatch(/^[\w-]{43}$/);
  expect(await verifyPassword(password, again?.reviewer.passwordHash)).toBe(false);
});

it('a reset removes the lock after failed sign-ins', async () => {
  const email = 'locked@feepath.example';
  await create(email);
  const count = async () => (await countAttempt(services.db, { email, client: 'a' }, now())).waitSeconds;
  for (let time = 0; time < 5; time += 1) await count();
  expect(await count()).toBe(900);
  await resetReviewer(services.db, email, now());
  expect(await count()).toBe(0);
});

it('the demo reviewer is set up again at each start of the sandbox', async () => {
  await ensureDemoReviewer(services.db, now());
  const demo = await find(demoReviewer.email);
  if (!demo) throw new Error('The demo reviewer is missing');
  expect(await verifyPassword(demoReviewer.password, demo.passwordHash)).toBe(true);
  const token = (await startSession(services.db, demo, now())) ?? '';
  expect(await findSession(services, token, true)).toBeDefined();

  await enrolTestReviewer(services.db, { id: demo.id, keyring: services.keyring });
  await disableReviewer(services.db, demoReviewer.email, now());
  expect(await find(demoReviewer.email)).toBeUndefined();
  await ensureDemoReviewer(services.db, now());
  expect(await find(demoReviewer.email)).toMatchObject({ id: demo.id, totpSecret: null });
  expect(await findSession(services, token, true)).toBeUndefined();
});
