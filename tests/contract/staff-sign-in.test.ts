/** Staff sign-in: passwords, failed attempts, and the second factor. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reviewers } from '../../server/db/schema/staff.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { createKeyring } from '../../server/encryption/keyring.ts';
import { loadOrCreateObjectsKey } from '../../packages/object-store/credentials.ts';
import { rotateColumns } from '../../server/admin/rotate-encryption.ts';
import { totpCode } from '../../server/testing/totp.ts';
import { enrolTestReviewer } from '../../server/testing/services.ts';
import { callsOf } from './app.ts';
import type { CookieJar } from './calls.ts';
import { signInAs } from './desk.ts';
import { describeOnBothDatabases, describeOnPostgres } from './both-databases.ts';

const minute = 60_000;

describeOnPostgres('a sign-in of staff', (given) => {
  const signIn = (email: string, password: string, jar: CookieJar = {}) =>
    given.app.call('signIn', { jar, body: { email, password } });
  const statusOf = async (jar: CookieJar) => (await given.app.call('currentReviewer', { jar })).status;
  const pass = (ms: number) => given.app.clock.pass(ms);

  it('gives the same answer for a wrong password and an unknown address', async () => {
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

  it('locks an unknown address as well', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await signIn('never@feepath.example', 'wrong')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('lets a reviewer in on a known device, even after others typed wrong passwords', async () => {
    const { email, password, jar } = await signInAs(given.app, 'Latha R');
    for (let time = 0; time < 6; time += 1) await signIn(email, 'wrong');
    expect((await signIn(email, password)).status).toBe(429);
    const { status, headers } = await signIn(email, password, jar);
    expect([status, headers.getSetCookie().length]).toEqual([200, 1]);
    const other = await signInAs(given.app, 'Mala');
    expect((await signIn(email, password, other.jar)).status, "another reviewer's device").toBe(429);
  });

  it('blocks only the network address that sent the wrong passwords', async () => {
    const config = { ...given.app.config, trustProxy: 1 };
    const { call } = callsOf({ ...given.app.services, config });
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

    it('has the same limit of tries, and its secrets are not readable in the database', async () => {
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
      const { rotated, unreadable } = await rotateColumns(db, services.keyring);
      expect([rotated > 0, unreadable]).toEqual([true, 0]);
      services.keyring = createKeyring(['next']);
      expect(await enter(totpCode(secret, clock.now()))).toBe('signed in');
    });

    it('is needed by everybody outside the sandbox', async () => {
      const config = { ...given.app.config, sandbox: false };
      const { call } = callsOf({ ...given.app.services, config });
      const { email, password } = await signInAs(given.app, 'Latha R');
      const { status, body } = await call('signIn', { body: { email, password } });
      expect([status, body.errors[0].code]).toEqual([401, 'review.signIn.enrolment']);
      const { secret, ...other } = await enrolled();
      const code = totpCode(secret, given.app.clock.now());
      const answer = await call('signIn', { body: { email: other.email, password: other.password, code } });
      expect(answer.status).toBe(200);
    });
  });

  it('clears earlier failures when it succeeds', async () => {
    const { email, password } = await signInAs(given.app, 'Latha R');
    for (let round = 0; round < 2; round += 1) {
      for (let time = 0; time < 4; time += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
      expect((await signIn(email, password)).status).toBe(200);
    }
  });
});

describeOnBothDatabases('sign-ins of staff at the same moment', (given) => {
  it('parallel failures count toward the limit of tries', async () => {
    const { email } = await signInAs(given.app, 'Latha R');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => given.app.call('signIn', { body: { email, password: 'wrong' } })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });
});
