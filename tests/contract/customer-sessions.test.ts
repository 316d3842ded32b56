/** Sessions of customers (decision 71): tokens, their rotation, and the devices. */
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { customers, customerSessions, customerTokens } from '../../server/db/schema/customers.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { newMobile, requestedOtp, signedIn } from './customers.ts';
import { columnTexts } from './stored-texts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const ended = { status: 401, body: { errors: [{ field: '', code: 'app.session.ended' }] } };

describeOnPostgresByDay('a session of a customer', (given) => {
  const read = (bearer: string) => given.app.call('readProfile', { bearer });
  const refresh = (jar: CookieJar) => given.app.call('refreshSession', { jar });

  it('has an access token for 15 minutes, and the next one by the cookie', async () => {
    const { bearer, jar } = await signedIn(given.app);
    given.app.clock.pass(15 * minute - 1);
    expect((await read(bearer)).status).toBe(200);
    given.app.clock.pass(1);
    expect(await read(bearer)).toMatchObject(ended);
    const { status, body } = await refresh(jar);
    expect([status, body.result.expires_in]).toEqual([200, 900]);
    expect((await read(body.result.access_token)).status).toBe(200);
  });

  it('stores no readable token, and hides the cookie from scripts and other sites', async () => {
    const mobile = newMobile();
    const otp = await requestedOtp(given.app, mobile);
    const { headers, body } = await given.app.call('signInCustomer', { body: { mobile, otp } });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^feepath_customer=[\w-]{43}; Path=\/dev\/api\/customer\/session; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
    const texts = (await columnTexts(given.app.db, null)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes(token) || text.includes(body.result.access_token))).toEqual(
      [],
    );
  });

  it('replaces the cookie, and gives simultaneous refreshes the same next cookie', async () => {
    const { jar } = await signedIn(given.app);
    const pages = [{ ...jar }, { ...jar }, { ...jar }];
    const answers = await Promise.all(pages.map(refresh));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(pages.map(({ cookie }) => cookie)).size).toBe(1);
    expect(pages[0]?.cookie).not.toBe(jar.cookie);
    const tokens = answers.map(({ body }) => body.result.access_token);
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect((await read(token)).status).toBe(200);
  });

  it('ends everywhere when a replaced cookie is used after a minute', async () => {
    const { jar } = await signedIn(given.app);
    const stolen = { ...jar };
    const { body } = await refresh(jar);
    given.app.clock.pass(minute - 1);
    expect((await refresh({ ...stolen })).status).toBe(200);
    given.app.clock.pass(1);
    const refused = await refresh(stolen);
    expect(refused).toMatchObject(ended);
    expect(refused.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
    expect(stolen.cookie).toBeUndefined();
    expect(await read(body.result.access_token)).toMatchObject(ended);
    expect(await refresh(jar)).toMatchObject(ended);
  });

  it('ends 30 days after its last use, and 180 days after the sign-in', async () => {
    const { jar } = await signedIn(given.app);
    const idle = { ...(await signedIn(given.app)).jar };
    given.app.clock.pass(30 * day - 1);
    expect((await refresh(jar)).status).toBe(200);
    given.app.clock.pass(1);
    expect(await refresh(idle)).toMatchObject(ended);
    for (let passed = 30; passed < 179; passed += 29) {
      given.app.clock.pass(29 * day);
      const { status } = await refresh(jar);
      expect(status, `after ${passed + 29} days`).toBe(passed + 29 < 180 ? 200 : 401);
    }
  });

  it('is listed as a device of the customer, who can end one or all', async () => {
    const phone = await signedIn(given.app);
    given.app.clock.pass(minute);
    const otp = await requestedOtp(given.app, phone.mobile);
    const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
    const jar: CookieJar = {};
    const body = { mobile: phone.mobile, otp };
    const signIn = await given.app.call('signInCustomer', { jar, body, headers: { 'user-agent': chrome } });
    const bearer = signIn.body.result.access_token;
    const devices = async () => (await given.app.call('listSessions', { bearer })).body.result;
    const listed = await devices();
    expect(listed).toMatchObject([
      { device: 'Chrome, Android', current: true },
      { device: '', current: false },
    ]);
    const path = { id: listed[1].id };
    expect((await given.app.call('endSession', { bearer, path })).status).toBe(200);
    expect((await given.app.call('endSession', { bearer, path })).status).toBe(404);
    expect(await read(phone.bearer)).toMatchObject(ended);
    expect(await devices()).toHaveLength(1);
    const all = await given.app.call('endSessions', { bearer });
    expect([all.status, all.headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/Max-Age=0/)]);
    expect(await read(bearer)).toMatchObject(ended);
    expect(await refresh(jar)).toMatchObject(ended);
  });

  it('ends by the cookie alone, and when the same device signs in again', async () => {
    const { bearer, jar, mobile } = await signedIn(given.app);
    given.app.clock.pass(minute);
    const otp = await requestedOtp(given.app, mobile);
    expect((await given.app.call('signInCustomer', { jar, body: { mobile, otp } })).status).toBe(200);
    expect(await read(bearer)).toMatchObject(ended);
    const [customer] = await given.app.db.select().from(customers).where(eq(customers.mobile, mobile));
    const sessions = () =>
      given.app.db.$count(customerSessions, eq(customerSessions.customerId, customer?.id ?? ''));
    expect(await sessions()).toBe(1);
    // A page of a neighbour's site can neither end the session nor go on with it.
    const headers = { 'sec-fetch-site': 'same-site' };
    expect(await given.app.call('refreshSession', { jar: { ...jar }, headers })).toMatchObject(ended);
    await given.app.call('signOutCustomer', { jar, headers });
    expect([await sessions(), typeof jar.cookie]).toEqual([1, 'string']);
    const out = await given.app.call('signOutCustomer', { jar });
    expect([out.status, jar.cookie]).toEqual([200, undefined]);
    expect(await sessions()).toBe(0);
    const orphans = sql`${customerTokens.sessionId} not in (select id from customer_sessions)`;
    expect(await given.app.db.$count(customerTokens, orphans)).toBe(0);
  });
});
