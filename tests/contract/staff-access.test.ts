/** Staff choose the own password and enrol the second factor: by an invitation, and a new password on the desk. */
import { asc, eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import type { FieldError } from '../../domain/values/wire.ts';
import { reviewers, staffEvents } from '../../server/db/schema/staff.ts';
import { createKeyring } from '../../server/encryption/keyring.ts';
import { loadOrCreateObjectsKey } from '../../packages/object-store/credentials.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { createReviewer, disableReviewer, resetReviewer } from '../../server/staff/reviewers.ts';
import { rotateColumns } from '../../server/admin/rotate-encryption.ts';
import { totpCode } from '../../server/testing/totp.ts';
import { enrolTestReviewer } from '../../server/testing/services.ts';
import { type App, callsOf } from './app.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { signInAs } from './desk.ts';

const hour = 60 * 60 * 1000;
const password = 'four plain words together';
const another = 'quite another long phrase';

describeOnPostgresByDay('access to the desk', (given) => {
  const now = () => given.app.clock.now();
  const call: App['call'] = (...rest) => given.app.call(...rest);
  const codesOf = ({ body }: { body: { errors?: FieldError[] } }) =>
    body.errors?.map(({ field, code }) => [field, code]);
  const signIn = (email: string, typed: string, code?: string, jar: CookieJar = {}) =>
    call('signIn', { jar, body: { email, password: typed, ...(code !== undefined && { code }) } });
  const statusOf = async (jar: CookieJar) => (await call('currentReviewer', { jar })).status;
  const eventsOf = async (id: string) => {
    const rows = await given.app.db
      .select()
      .from(staffEvents)
      .where(eq(staffEvents.reviewerId, id))
      .orderBy(asc(staffEvents.id));
    return rows.map(({ event, reviewerName }) => `${reviewerName} ${event}`);
  };

  const invited = async (name = 'Latha R') => {
    const email = `${crypto.randomUUID()}@feepath.example`;
    const made = await createReviewer(given.app.db, { email, name, role: 'senior', now: now() });
    if (!made) throw new Error('The reviewer was there already');
    const { reviewer, invitation } = made;
    return { id: reviewer.id, email, token: invitation.token };
  };
  const read = (token: string) => call('readInvitation', { body: { token } });
  const accept = (token: string, changes: object, jar: CookieJar = {}) =>
    call('acceptInvitation', { jar, body: { token, password, code: '', ...changes } });
  const codeFor = async (token: string) => totpCode((await read(token)).body.result.secret, now());

  it('an invited person sets a password and an authenticator app, and then opens the desk', async () => {
    const { id, email, token } = await invited();
    expect((await signIn(email, password)).status, 'before').toBe(401);
    const { body } = await read(token);
    const { secret } = body.result;
    expect(body.result).toEqual({
      ...{ name: 'Latha R', email, secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
      needs_password: true,
      uri:
        `otpauth://totp/Feepath:${encodeURIComponent(email)}` +
        `?issuer=Feepath&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    });
    expect((await read(token)).body.result.secret, 'read again').toBe(secret);

    const code = totpCode(secret, now());
    const jar: CookieJar = {};
    const accepted = await accept(token, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, jar);
    expect(accepted.status).toBe(200);
    expect(accepted.headers.getSetCookie()).toHaveLength(2);
    const { recovery_codes: recoveryCodes } = accepted.body.result;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await call('currentReviewer', { jar })).body.result).toEqual({
      ...{ id, name: 'Latha R', email, role: 'senior' },
      has_second_factor: true,
    });

    expect(codesOf(await signIn(email, password))).toEqual([['code', 'review.signIn.code.required']]);
    expect(codesOf(await signIn(email, password, code)), 'the code that proved the app').toEqual([
      ['code', 'review.signIn.code.wrong'],
    ]);
    given.app.clock.pass(30_000);
    expect((await signIn(email, password, totpCode(secret, now()))).status).toBe(200);
    expect((await signIn(email, password, recoveryCodes[9])).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['Latha R invited', 'Latha R invitation_accepted']);
  });

  it('is in the database as hashes and encrypted alone, and in no log', async () => {
    const { id, token } = await invited();
    const { secret } = (await read(token)).body.result;
    const stored = async () =>
      JSON.stringify(await given.app.db.select().from(reviewers).where(eq(reviewers.id, id)));
    expect(await stored()).not.toContain(secret);
    expect(await stored()).not.toContain(token);
    const { body } = await accept(token, { code: totpCode(secret, now()) });
    const rows = await stored();
    for (const text of [token, secret, password, ...body.result.recovery_codes]) {
      expect(rows).not.toContain(text);
      expect(given.app.lines.join('\n')).not.toContain(text);
    }
  });

  it('is refused by a password that is too easy and by a wrong code, and the invitation stays open', async () => {
    const { email, token } = await invited();
    const code = await codeFor(token);
    const refusal = async (changes: object) => codesOf(await accept(token, { code, ...changes }));
    expect(await refusal({ password: 'eleven char' })).toEqual([['password', 'review.password.new.short']]);
    expect(await refusal({ password: 'Password@1234' })).toEqual([
      ['password', 'review.password.new.common'],
    ]);
    expect(await refusal({ password: `${email}!` })).toEqual([
      ['password', 'review.password.new.containsEmail'],
    ]);
    const wrong = code === '000000' ? '111111' : '000000';
    for (const typed of [wrong, '', 'x'])
      expect(await refusal({ code: typed })).toEqual([['code', 'review.signIn.code.wrong']]);
    expect((await accept(token, { code })).status).toBe(200);
  });

  it('an invitation is valid once, for 72 hours, until it is replaced or the account is disabled', async () => {
    const { db } = given.app;
    const expired = [['token', 'review.invitation.expired']];
    const expectExpired = async (token: string) => {
      for (const answer of [await read(token), await accept(token, { code: '123456' })]) {
        expect([answer.status, codesOf(answer)]).toEqual([404, expired]);
      }
    };
    await expectExpired('unknown');

    const used = await invited();
    const code = await codeFor(used.token);
    const answers = await Promise.all([accept(used.token, { code }), accept(used.token, { code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    await expectExpired(used.token);

    const old = await invited();
    given.app.clock.pass(72 * hour - 1);
    expect((await read(old.token)).status).toBe(200);
    given.app.clock.pass(1);
    await expectExpired(old.token);

    const replaced = await invited();
    await resetReviewer(db, replaced.email, now());
    await expectExpired(replaced.token);

    const disabled = await invited();
    await disableReviewer(db, disabled.email, now());
    await expectExpired(disabled.token);
  });

  it('offers one secret, however many open the link at the same moment', async () => {
    const { token } = await invited();
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(token)));
    expect(new Set(answers.map(({ body }) => body.result.secret)).size).toBe(1);
  });

  it('an invitation still works after the key of the offered secret was rotated', async () => {
    const { token } = await invited();
    const { secret } = (await read(token)).body.result;
    const { services, db } = given.app;
    const { keyring } = services;
    const former = await loadOrCreateObjectsKey(services.config);
    onTestFinished(async () => {
      services.keyring = keyring;
      await rotateColumns(db, createKeyring([former, 'next']));
    });
    services.keyring = createKeyring(['next', former]);
    expect((await rotateColumns(db, services.keyring)).unreadable).toBe(0);
    services.keyring = createKeyring(['next']);
    expect((await read(token)).body.result.secret).toBe(secret);
  });

  it('a reset ends the access and all sessions, and its invitation gives access again', async () => {
    const { jar, id, email, password: former } = await signInAs(given.app, 'Mala');
    const { keyring } = given.app.services;
    const { recoveryCodes } = await enrolTestReviewer(given.app.db, { id, keyring });
    const invitation = await resetReviewer(given.app.db, email, now());
    if (!invitation) throw new Error('The reviewer is there');
    expect(await statusOf(jar)).toBe(401);
    expect((await signIn(email, former, recoveryCodes[0])).status).toBe(401);
    const code = await codeFor(invitation.token);
    expect((await accept(invitation.token, { code })).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['Mala access_reset', 'Mala invitation_accepted']);
  });

  it('the demo reviewer gets no access outside the sandbox', async () => {
    const config = { ...given.app.config, sandbox: false };
    const production = callsOf({ ...given.app.services, config });
    const invitation = await resetReviewer(given.app.db, demoReviewer.email, now());
    const body = { token: invitation?.token };
    expect((await production.call('readInvitation', { body })).status).toBe(404);
    expect((await call('readInvitation', { body })).status).toBe(200);
  });

  const change = (jar: CookieJar, body: object) => call('changePassword', { jar, body });

  it('a password changes at the desk with the current one and a code, and other sessions end', async () => {
    const { jar, id, email, password: present } = await signInAs(given.app, 'Anitha P');
    const elsewhere: CookieJar = {};
    await signIn(email, present, undefined, elsewhere);
    const { secret } = await enrolTestReviewer(given.app.db, { id, keyring: given.app.services.keyring });
    const refusal = async (body: object) => codesOf(await change(jar, body));
    expect(await refusal({ password: ' ', new_password: 'eleven char' })).toEqual([
      ['password', 'review.signIn.password.required'],
      ['new_password', 'review.password.new.short'],
    ]);
    expect(await refusal({ password: present, new_password: email })).toEqual([
      ['new_password', 'review.password.new.containsEmail'],
    ]);
    expect(await refusal({ password: 'wrong', new_password: another })).toEqual([
      ['password', 'review.password.wrong'],
    ]);
    const right = { password: present, new_password: another };
    expect(await refusal(right)).toEqual([['code', 'review.signIn.code.required']]);
    const code = totpCode(secret, now());
    expect(await refusal({ ...right, code: code === '000000' ? '111111' : '000000' })).toEqual([
      ['code', 'review.signIn.code.wrong'],
    ]);
    expect((await change(jar, { ...right, code })).status).toBe(200);
    expect([await statusOf(jar), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect((await signIn(email, present)).status).toBe(401);
    expect(codesOf(await signIn(email, another, code)), 'the code of the change').toEqual([
      ['code', 'review.signIn.code.wrong'],
    ]);
    given.app.clock.pass(30_000);
    expect((await signIn(email, another, totpCode(secret, now()))).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['Anitha P password_changed']);
  });

  it('is moved to another app by the password and a code of the present one, which is in force until then', async () => {
    const { jar, id, email, password: present } = await signInAs(given.app, 'Kavya S');
    const { keyring } = given.app.services;
    const former = await enrolTestReviewer(given.app.db, { id, keyring });
    const replace = (body: object) => call('replaceSecondFactor', { jar, body });
    expect(codesOf(await replace({ password: 'wrong' }))).toEqual([['password', 'review.password.wrong']]);
    expect(codesOf(await replace({ password: present }))).toEqual([['code', 'review.signIn.code.required']]);
    const begun = await replace({ password: present, code: former.recoveryCodes[0] });
    expect(begun.status).toBe(200);
    const { token } = begun.body.result;
    expect((await signIn(email, present, totpCode(former.secret, now()))).status, 'meanwhile').toBe(200);

    const { result } = (await read(token)).body;
    expect([result.needs_password, result.secret === former.secret]).toEqual([false, false]);
    const body = { token, code: totpCode(result.secret, now()) };
    const accepted = await call('acceptInvitation', { jar: {}, body });
    expect(accepted.body.result.recovery_codes).toHaveLength(10);
    expect(await statusOf(jar)).toBe(401);
    given.app.clock.pass(30_000);
    const wrong = [['code', 'review.signIn.code.wrong']];
    expect(codesOf(await signIn(email, present, totpCode(former.secret, now())))).toEqual(wrong);
    expect(codesOf(await signIn(email, present, former.recoveryCodes[1]))).toEqual(wrong);
    expect((await signIn(email, present, totpCode(result.secret, now()))).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['Kavya S invited', 'Kavya S invitation_accepted']);
  });

  it('is moved to another app for half an hour, and no more after the password was changed', async () => {
    const { jar, password: present } = await signInAs(given.app, 'Kavya S');
    const begin = async (typed: string) =>
      (await call('replaceSecondFactor', { jar, body: { password: typed } })).body.result.token;
    const status = async (token: string) => (await read(token)).status;
    const first = await begin(present);
    expect(await status(first)).toBe(200);
    expect((await change(jar, { password: present, new_password: another })).status).toBe(200);
    expect(await status(first)).toBe(404);
    const second = await begin(another);
    given.app.clock.pass(hour / 2 - 1);
    expect(await status(second)).toBe(200);
    given.app.clock.pass(1);
    expect(await status(second)).toBe(404);
  });

  it('allows as few password guesses on an open desk as at the sign-in, which stays open', async () => {
    const { jar, email, password: present } = await signInAs(given.app, 'Anitha P');
    const body = { password: 'wrong', new_password: another };
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await change(jar, body)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(jar, { ...body, password: present })).headers.get('retry-after')).toBe('900');
    expect((await signIn(email, present)).status, 'another browser').toBe(200);
  });
});
