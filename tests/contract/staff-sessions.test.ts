/** Staff sessions: the access they give, their lifetime, and the records of them. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accessLog } from '../../server/db/schema/staff.ts';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { disableReviewer } from '../../server/staff/reviewers.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { callsOf } from './app.ts';
import type { CookieJar } from './calls.ts';
import { signInAgain, signInAs } from './desk.ts';
import { createdLoan } from './fixtures.ts';
import { submittedWithLockedStatement } from './uploads.ts';
import { describeOnBothDatabases, describeOnPostgres } from './both-databases.ts';

const minute = 60_000;
const hour = 60 * minute;

describeOnPostgres('a session of staff', (given) => {
  const signIn = (email: string, password: string, jar: CookieJar = {}) =>
    given.app.call('signIn', { jar, body: { email, password } });
  const statusOf = async (jar: CookieJar) => (await given.app.call('currentReviewer', { jar })).status;
  const pass = (ms: number) => given.app.clock.pass(ms);

  it('signs a reviewer in, however the address is written, and out again', async () => {
    const { id, email, password } = await signInAs(given.app, 'Latha R');
    const jar: CookieJar = {};
    const { status, body, headers } = await signIn(` ${email.toUpperCase()} `, password, jar);
    expect(status).toBe(200);
    expect(body.result).toEqual({
      ...{ id, name: 'Latha R', email, role: 'administrator' },
      has_second_factor: false,
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^feepath_staff=[\w-]{43}; Path=\/dev\/api\/review; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^feepath_staff_device=[\w-]{43}; Path=\/dev\/api\/review; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
      ),
    ]);
    expect((await given.app.call('currentReviewer', { jar })).body.result).toEqual(body.result);

    const formerJar = { ...jar };
    const out = await given.app.call('signOut', { jar });
    expect(out.headers.getSetCookie()).toEqual([
      'feepath_staff=; Path=/dev/api/review; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(jar.cookie).toBeUndefined();
    expect(await statusOf(formerJar)).toBe(401);
  });

  it('keeps the cookie to https where people come by https', async () => {
    const config = { ...given.app.config, publicUrl: 'https://fees.example' };
    const { call } = callsOf({ ...given.app.services, config });
    const { email, password } = demoReviewer;
    const jar: CookieJar = {};
    const { headers } = await call('signIn', { jar, body: { email, password } });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/; Secure$/),
      expect.stringMatching(/; Secure; Max-Age=15552000$/),
    ]);
    const out = await call('signOut', { jar });
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/; Secure; Max-Age=0$/)]);
  });

  it('changes the token every 15 minutes, and the old one is good for 60 seconds more', async () => {
    const jar = await signInAgain(given.app);
    const old = { ...jar };
    pass(15 * minute);
    expect(await statusOf(jar)).toBe(200);
    expect(jar.cookie).not.toBe(old.cookie);
    pass(minute - 1);
    expect(await statusOf({ ...old })).toBe(200);
    pass(1);
    expect(await statusOf({ ...old })).toBe(401);
    expect(await statusOf(jar)).toBe(200);
  });

  it('signs out the tokens before and after a change as well', async () => {
    const jar = await signInAgain(given.app);
    const old = { ...jar };
    pass(15 * minute);
    expect(await statusOf(jar)).toBe(200);
    expect((await given.app.call('signOut', { jar: { ...old } })).status).toBe(200);
    expect(await statusOf(old)).toBe(401);
    expect(await statusOf(jar)).toBe(401);
  });

  it('ends a session 30 minutes after its last use, and 12 hours after the sign-in', async () => {
    const idle = await signInAgain(given.app);
    pass(29 * minute);
    expect(await statusOf(idle)).toBe(200);
    pass(30 * minute);
    expect(await statusOf(idle)).toBe(401);

    const busy = await signInAgain(given.app);
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      pass(20 * minute);
      expect(await statusOf(busy)).toBe(200);
    }
    pass(20 * minute);
    expect(await statusOf(busy)).toBe(401);
  });

  it('ends the sessions of a disabled reviewer at once, and refuses the password', async () => {
    const { jar, email, password } = await signInAs(given.app, 'Latha R');
    await disableReviewer(given.app.db, email, given.app.clock.now());
    expect(await statusOf(jar)).toBe(401);
    expect((await signIn(email, password)).status).toBe(401);
  });

  it('keeps two sessions of one reviewer apart', async () => {
    const [one, two] = [await signInAgain(given.app), await signInAgain(given.app)];
    await given.app.call('signOut', { jar: one });
    expect(await statusOf(two)).toBe(200);
  });

  it('opens to the session alone: 401 without it or without the marker, 403 with a key', async () => {
    const jar = await signInAgain(given.app);
    const key = { authorization: demoKey, 'x-auth-type': 'API' };
    const loan = await createdLoan(given.app);
    const statuses = async (headers: Record<string, string | undefined>, with_: CookieJar = {}) => {
      const call = { headers, jar: with_, path: { id: loan.id } };
      return [
        (await given.app.call('currentReviewer', call)).status,
        (await given.app.call('getApplication', call)).status,
        (await given.app.call('signOut', call)).status,
      ];
    };
    expect(await statuses({})).toEqual([401, 401, 401]);
    expect(await statuses({ 'x-auth-type': undefined }, jar)).toEqual([401, 401, 401]);
    expect(await statuses({ authorization: demoKey })).toEqual([401, 401, 401]);
    expect(await statuses(key)).toEqual([403, 403, 403]);
    expect(await statuses({ ...key, 'x-loan-token': loan.token })).toEqual([403, 403, 403]);
    expect(await statuses(key, jar)).toEqual([403, 403, 403]);
    expect(await statusOf(jar)).toBe(200);
  });

  it('does not open the calls of an applicant', async () => {
    const jar = await signInAgain(given.app);
    const { id, token } = await createdLoan(given.app);
    const byDesk = { authorization: undefined, 'x-auth-type': 'STAFF' };
    const answer = await given.app.call('getLoan', { jar, path: { id }, token, headers: byDesk });
    expect(answer.status).toBe(401);
  });

  it('records who has read what: one row for a screen, and for each document and each password', async () => {
    const reader = await signInAs(given.app, 'Latha R');
    const { loan, path } = await submittedWithLockedStatement(given.app);
    const subject = `${path.document_type} ${path.e_tag}`;
    const { jar } = reader;
    for (let refresh = 0; refresh < 3; refresh += 1) {
      await given.app.call('searchApplications', { jar, body: { page_length: 25 } });
      pass(30_000);
    }
    const open = { jar, path: { id: loan.id } };
    await Promise.all([given.app.call('getApplication', open), given.app.call('getTimeline', open)]);
    expect((await given.app.call('getApplication', open)).status).toBe(200);
    expect((await given.app.call('addressOfContent', { jar, path })).status).toBe(200);
    for (let time = 0; time < 2; time += 1) {
      expect((await given.app.call('showDocumentPassword', { jar, path })).status).toBe(200);
    }
    expect((await given.app.call('getApplication', { jar, path: { id: 'unknown' } })).status).toBe(404);
    const rows = await given.app.db.select().from(accessLog).where(eq(accessLog.reviewerId, reader.id));
    expect(rows.map(({ operation, loanId, subject }) => [operation, loanId, subject])).toEqual([
      ['searchApplications', null, null],
      ['getApplication', loan.id, null],
      ['addressOfContent', loan.id, subject],
      ['showDocumentPassword', loan.id, subject],
      ['showDocumentPassword', loan.id, subject],
    ]);
    pass(10 * minute);
    await given.app.call('getTimeline', open);
    const later = await given.app.db.select().from(accessLog).where(eq(accessLog.reviewerId, reader.id));
    expect(later.slice(rows.length).map(({ operation }) => operation)).toEqual(['getApplication']);
    expect(new Set(rows.map(({ reviewerName }) => reviewerName))).toEqual(new Set(['Latha R']));
  });
});

describeOnBothDatabases('calls of a session at the same moment', (given) => {
  it('parallel calls change the token once', async () => {
    const jar = await signInAgain(given.app);
    given.app.clock.pass(16 * minute);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => given.app.call('currentReviewer', { jar: { ...jar } })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
  });
});
