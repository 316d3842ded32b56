/** Reviewers who are signed in at the desk. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { StaffRole } from '../../domain/values/wire.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { createTestReviewer } from '../../server/testing/services.ts';
import type { App } from './app.ts';
import type { Callable, CookieJar } from './calls.ts';

const jars = new WeakMap<Callable, Promise<CookieJar>>();

/**
 * The demo reviewer's browser, the same for all tests of an app, because a password is slow to compare; the jar goes
 * with each call (`{ jar, … }`).
 */
export function signInOnce(app: Callable): Promise<CookieJar> {
  const jar = jars.get(app) ?? signIn(app, demoReviewer);
  jars.set(app, jar);
  return jar;
}

/** A browser of the demo reviewer that no other test has: one whose session ends, or ages. */
export const signInAgain = (app: Callable): Promise<CookieJar> => signIn(app, demoReviewer);

/** Another member of staff's browser, of an account made for it; an administrator sees every partner. */
export async function signInAs(
  app: Pick<App, 'call' | 'db' | 'clock'>,
  name: string,
  role: StaffRole = 'administrator',
): Promise<{ jar: CookieJar; id: string; email: string; password: string }> {
  const email = `${randomUUID()}@feepath.example`;
  const { reviewer, password } = await createTestReviewer(app.db, {
    email,
    name,
    role,
    now: app.clock.now(),
  });
  return { jar: await signIn(app, { email, password }), id: reviewer.id, email, password };
}

async function signIn(
  app: Callable,
  { email, password }: { email: string; password: string },
): Promise<CookieJar> {
  const jar: CookieJar = {};
  const { status } = await app.call('signIn', { jar, body: { email, password } });
  expect(status).toBe(200);
  return jar;
}
