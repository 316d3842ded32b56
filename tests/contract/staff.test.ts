/** Reviewers sign in and out, and nobody else gets in. */
import { Hono } from 'hono';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accessLog, reviewers } from '../../server/db/schema/staff.ts';
import { handlers } from '../../server/handlers/index.ts';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { apiBase, mountApi } from '../../server/mount.ts';
import { disableReviewer } from '../../server/staff/reviewers.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { createKeyring } from '../../server/encryption/keyring.ts';
import { loadOrCreateObjectsKey } from '../../server/objects/secret-key.ts';
import { rotateSecondFactors } from '../../server/staff/second-factor.ts';
import { totpCode } from '../../server/staff/totp.ts';
import { enrolTestReviewer } from '../../server/testing.ts';
import { callsTo, type CookieJar } from './calls.ts';
import { signInAgain, signInAs } from './desk.ts';
import { createdLoan } from './fixtures.ts';
import { submittedWithLockedStatement } from './uploads.ts';
import { describeOnBothDatabases, describeOnPostgres } from './both-databases.ts';

const minute = 60_000;
const hour = 60 * minute;

describeOnPostgres('the accounts of reviewers', (given) => {
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

    const kept = { ...jar };
    const out = await given.app.call('signOut', { jar });
    expect(out.headers.getSetCookie()).toEqual([
      'feepath_staff=; Path=/dev/api/review; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(jar.cookie).toBeUndefined();
    expect(await statusOf(kept)).toBe(401);
  });

  it('keeps the cookie to https where people come by https', async () => {
    const config = { ...given.app.config, publicUrl: 'https://fees.example' };
    const site = new Hono().route(apiBase, mountApi({ ...given.app.services, config }, handlers));
    const { call } = callsTo(async (path, init) => site.request(path, init));
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

  it('says the same of a wrong password and of an address that nobody has', async () => {
    const { email } = await signInAs(given.app, 'Latha R');
    const answers = [await signIn(email, 'wrong'), await signIn('nobody@feepath.example', 'wrong')];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });

  it('names each field that is empty', async () => {
    const errorsOf = async (email: string, password: string) => {
      const { status, body } = await signIn(email, password);
      expect(status).toBe(400);
      return body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
    };
    const email = ['email', 'review.signIn.email.required'];
    const password = ['password', 'review.signIn.password.required'];
    expect(await errorsOf('', '')).toEqual([email, password]);
    expect(await errorsOf('  ', 'x')).toEqual([email]);
    expect(await errorsOf(demoReviewer.email, ' ')).toEqual([password]);
  });

  it('locks an address for 15 minutes after five failures, even for the right password', async () => {
    const { email, password, jar } = await signInAs(given.app, 'Latha R');
    for (let time = 0; time < 5; time += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
    const locked = await signIn(email, password);
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('900');
    expect(locked.headers.getSetCookie()).toEqual([]);
    expect(await statusOf(jar)).toBe(200);

    pass(15 * minute - 1000);
    const later = await signIn(email, password);
    expect(later.status).toBe(429);
    expect(later.headers.get('retry-after')).toBe('1');
    pass(1000);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('locks an address that nobody has just the same', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await signIn('never@feepath.example', 'wrong')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('lets a reviewer in on a known device, whoever else types the address and wrong passwords', async () => {
    const { email, password, jar } = await signInAs(given.app, 'Latha R');
    for (let time = 0; time < 6; time += 1) await signIn(email, 'wrong');
    expect((await signIn(email, password)).status).toBe(429);
    const { status, headers } = await signIn(email, password, jar);
    expect([status, headers.getSetCookie().length]).toEqual([200, 1]);
    const other = await signInAs(given.app, 'Mala');
    expect((await signIn(email, password, other.jar)).status, "another reviewer's device").toBe(429);
  });

  it('shuts out nobody but the network address that the wrong passwords came from', async () => {
    const config = { ...given.app.config, trustProxy: 1 };
    const site = new Hono().route(apiBase, mountApi({ ...given.app.services, config }, handlers));
    const { call } = callsTo(async (path, init) => site.request(path, init));
    const { email, password } = await signInAs(given.app, 'Latha R');
    const from = async (address: string, typed: string) =>
      (await call('signIn', { headers: { 'x-forwarded-for': address }, body: { email, password: typed } }))
        .status;
    for (let time = 0; time < 5; time += 1) expect(await from('203.0.113.7', 'wrong')).toBe(401);
    expect(await from('203.0.113.7', password)).toBe(429);
    expect(await from('198.51.100.9', password)).toBe(200);
  });

  describe('a second factor', () => {
    const enrolled = async () => {
      const account = await signInAs(given.app, 'Latha R');
      const { email, id } = account;
      const { keyring } = given.app.services;
      const enrolment = await enrolTestReviewer(given.app.db, { id, keyring });
      const enter = async (code?: string) => {
        const body = { email, password: account.password, ...(code !== undefined && { code }) };
        const answer = await given.app.call('signIn', { jar: {}, body });
        return answer.status === 200 ? 'signed in' : answer.body.errors?.[0].code;
      };
      return { ...account, ...enrolment, enter };
    };
    const required = 'review.signIn.code.required';
    const wrong = 'review.signIn.code.wrong';

    it('is asked for once the password is right, and its code is taken once', async () => {
      const { email, secret, enter } = await enrolled();
      expect((await signIn(email, 'wrong')).body.errors).toBeUndefined();
      expect([await enter(), await enter(' ')]).toEqual([required, required]);
      const code = totpCode(secret, given.app.clock.now());
      expect(await enter(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe('signed in');
      expect(await enter(code)).toBe(wrong);
      pass(30_000);
      const next = totpCode(secret, given.app.clock.now());
      const both = await Promise.all([enter(next), enter(next)]);
      expect(both.sort()).toEqual([wrong, 'signed in']);
    });

    it('may be a recovery code, each once', async () => {
      const { recoveryCodes, enter } = await enrolled();
      const [first = '', second = ''] = recoveryCodes;
      expect(recoveryCodes).toHaveLength(10);
      expect([await enter(first), await enter(first), await enter(second.toUpperCase())]).toEqual([
        'signed in',
        wrong,
        'signed in',
      ]);
    });

    it('is no way around the limit of tries, and cannot be read in the database', async () => {
      const { secret, recoveryCodes, enter, id } = await enrolled();
      const answers: unknown[] = [];
      for (let time = 0; time < 6; time += 1) answers.push(await enter('000000'));
      expect(answers).toEqual([...Array<string>(5).fill(wrong), undefined]);
      const rows = await given.app.db.select().from(reviewers).where(eq(reviewers.id, id));
      for (const text of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(text);
    });

    it('goes on after its key was rotated', async () => {
      const { secret, enter } = await enrolled();
      const { services, db, clock } = given.app;
      const { keyring } = services;
      const former = await loadOrCreateObjectsKey(services.config);
      services.keyring = createKeyring(['next', former]);
      onTestFinished(() => {
        services.keyring = keyring;
      });
      const { rotated, unreadable } = await rotateSecondFactors(db, services.keyring);
      expect([rotated > 0, unreadable]).toEqual([true, 0]);
      services.keyring = createKeyring(['next']);
      expect(await enter(totpCode(secret, clock.now()))).toBe('signed in');
    });

    it('is needed by everybody outside the sandbox', async () => {
      const config = { ...given.app.config, sandbox: false };
      const site = new Hono().route(apiBase, mountApi({ ...given.app.services, config }, handlers));
      const { call } = callsTo(async (path, init) => site.request(path, init));
      const { email, password } = await signInAs(given.app, 'Latha R');
      const { status, body } = await call('signIn', { body: { email, password } });
      expect([status, body.errors[0].code]).toEqual([401, 'review.signIn.enrolment']);
      const { secret, ...other } = await enrolled();
      const code = totpCode(secret, given.app.clock.now());
      const answer = await call('signIn', { body: { email: other.email, password: other.password, code } });
      expect(answer.status).toBe(200);
    });
  });

  it('lets a success take the failures before it away', async () => {
    const { email, password } = await signInAs(given.app, 'Latha R');
    for (let round = 0; round < 2; round += 1) {
      for (let time = 0; time < 4; time += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
      expect((await signIn(email, password)).status).toBe(200);
    }
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

  it('ends the sessions of a disabled reviewer at once, and lets nobody in with the password', async () => {
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

  it("opens nothing of an applicant's", async () => {
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

describeOnBothDatabases('calls of reviewers at the same moment', (given) => {
  it('are counted where the sign-in fails', async () => {
    const { email } = await signInAs(given.app, 'Latha R');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => given.app.call('signIn', { body: { email, password: 'wrong' } })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });

  it('change the token once', async () => {
    const jar = await signInAgain(given.app);
    given.app.clock.pass(16 * minute);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => given.app.call('currentReviewer', { jar: { ...jar } })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
  });
});
