/** One-time passwords of customers (decision 70): their access, the limits of attempts, the absence of leaks. */
import { createHook } from 'node:async_hooks';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { customers, customerSessions } from '../../server/db/schema/customers.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { startJobRunner } from '../../server/jobs/runner.ts';
import { describeOnPostgres } from './both-databases.ts';
import type { Answer } from './calls.ts';
import { newMobile, otpOf, requestedOtp, signedIn, signedUp } from './customers.ts';
import { otherThan } from './passwords.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Returns the number of passwords that this process hashes during `work`. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1;
    },
  }).enable();
  await work().finally(() => hook.disable());
  return hashes;
}

describeOnPostgres('a one-time password of a customer', (given) => {
  // The tests have separate days in India, beginning at noon.
  let noon = Date.parse('2026-08-01T06:30:00Z');
  beforeEach(() => {
    noon += 4 * 24 * hour;
    given.app.clock.set(new Date(noon));
  });

  const request = (mobile: string) => given.app.call('requestOtp', { body: { mobile } });
  const signIn = (mobile: string, otp: string) => given.app.call('signInCustomer', { body: { mobile, otp } });
  /** Returns the parts of an answer by which a person could tell two answers apart. */
  const seen = ({ status, body, headers }: Answer) => {
    const { 'x-request-id': _, 'content-length': _length, ...others } = Object.fromEntries(headers);
    return { status, body, headers: others };
  };
  const code = ({ status, body }: Answer) => [status, body.errors?.[0]?.field, body.errors?.[0]?.code];
  const wrong = [400, 'otp', 'account.otp.error.wrong'];
  const expired = [400, 'otp', 'account.otp.error.expired'];

  it('goes by SMS in the language that was asked for, and ends with the line of WebOTP', async () => {
    const mobile = newMobile();
    const answer = await given.app.call('requestOtp', { body: { mobile: `+91 ${mobile}`, language: 'ta' } });
    expect(answer.body).toEqual({ success: true, result: { expires_in: 300, next_in: 30 } });
    const rows = await given.app.db.select().from(messages).where(eq(messages.recipient, mobile));
    expect(rows).toMatchObject([{ channel: 'sms', loanId: null, state: 'queued' }]);
    const text = rows[0]?.text ?? '';
    expect(text).toMatch(/[஀-௿]/);
    expect(text.split('\n').at(-1)).toBe(`@localhost #${await otpOf(given.app, mobile)}`);
  });

  it('signs up a new number and signs in a known one', async () => {
    const mobile = newMobile();
    const first = await signIn(mobile, await requestedOtp(given.app, mobile));
    const { access_token, ...session } = first.body.result;
    expect(session).toEqual({
      expires_in: 900,
      profile: {
        id: expect.any(String) as string,
        ...{ name: null, email: null, mobile, language: 'en', role: 'customer' },
      },
    });
    const profile = { name: ' Meena S ', email: ' meena@parent.example ', language: 'hi' };
    await given.app.call('saveProfile', { bearer: access_token, body: profile });
    given.app.clock.pass(minute);
    const second = await signIn(mobile, await requestedOtp(given.app, mobile));
    expect(second.body.result.profile).toEqual({
      id: session.profile.id,
      ...{ name: 'Meena S', email: 'meena@parent.example', mobile, language: 'hi', role: 'customer' },
    });
    expect(await given.app.db.$count(customers, eq(customers.mobile, mobile))).toBe(1);
  });

  it('is valid for five minutes, for five tries, and once', async () => {
    const mobile = newMobile();
    const late = await requestedOtp(given.app, mobile);
    given.app.clock.pass(5 * minute);
    expect(code(await signIn(mobile, late))).toEqual(expired);
    const guessed = await requestedOtp(given.app, mobile);
    for (const tries of [4, 3, 2, 1]) {
      const answer = await signIn(mobile, otherThan(guessed));
      expect([code(answer), answer.body.errors[0].values]).toEqual([wrong, { tries }]);
    }
    // The fifth says what is true from then on.
    expect(code(await signIn(mobile, otherThan(guessed)))).toEqual(expired);
    expect(code(await signIn(mobile, guessed))).toEqual(expired);
    given.app.clock.pass(minute);
    const right = await requestedOtp(given.app, mobile);
    const answers = await Promise.all([signIn(mobile, right), signIn(mobile, right)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('can be sent again after 30 seconds, five times a day, and then once an hour', async () => {
    const mobile = newMobile();
    await requestedOtp(given.app, mobile);
    const early = await request(mobile);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '30']);
    for (let n = 0; n < 4; n += 1) {
      given.app.clock.pass(30_000);
      await requestedOtp(given.app, mobile);
    }
    given.app.clock.pass(30_000);
    const refused = await request(mobile);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(3570)]);
    given.app.clock.pass(hour);
    await requestedOtp(given.app, mobile);
  });

  it('a refused request hashes nothing, whether or not a customer has the number', async () => {
    const { mobile: known } = await signedUp(given.app);
    given.app.clock.pass(minute);
    for (const mobile of [known, newMobile()]) {
      expect(await countHashes(() => requestedOtp(given.app, mobile))).toBe(1);
      expect(
        await countHashes(async () => {
          expect((await request(mobile)).status).toBe(429);
        }),
      ).toBe(0);
    }
  });

  it('allows twenty wrong tries a day, however many passwords were sent', async () => {
    const mobile = newMobile();
    for (let n = 0; n < 4; n += 1) {
      const otp = await requestedOtp(given.app, mobile);
      for (let tries = 1; tries <= 5; tries += 1)
        expect(code(await signIn(mobile, otherThan(otp)))).toEqual(tries < 5 ? wrong : expired);
      given.app.clock.pass(minute);
    }
    const refused = await request(mobile);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      (12 * hour - 4 * minute) / 1000,
    ]);
    expect((await signIn(mobile, '123456')).status).toBe(429);
    given.app.clock.pass(12 * hour);
    expect((await signIn(mobile, await requestedOtp(given.app, mobile))).status).toBe(200);
  });

  it('is sent to any ten digits, and reports an undeliverable number', async () => {
    const app = given.app;
    const undeliverable = [400, 'mobile', 'account.otp.error.undeliverable'];
    const { bearer } = await signedUp(app);
    const runner = startJobRunner(app.services, jobHandlers(app.services), { pollMs: 10 });
    onTestFinished(() => runner.close(0));
    app.config.otpDeliveryMs = 10_000;
    onTestFinished(() => {
      app.config.otpDeliveryMs = 0;
    });
    const landline = `044${newMobile().slice(-7)}`.replace(/0{4}$/, '1234');
    expect((await request(landline)).status).toBe(200);
    // The sandbox refuses what ends so.
    const refused = `${newMobile().slice(0, 6)}0000`;
    expect(code(await request(refused))).toEqual(undeliverable);
    const change = await app.call('requestMobileChange', { bearer, body: { mobile: refused } });
    expect(code(change)).toEqual(undeliverable);
  });

  it('does not reveal whether a customer has the number', async () => {
    const { mobile: known } = await signedUp(given.app);
    given.app.clock.pass(minute);
    const story = async (mobile: string) => {
      const answers = [await signIn(mobile, '123456'), await request(mobile), await request(mobile)];
      const otp = await otpOf(given.app, mobile);
      for (let n = 0; n < 6; n += 1) answers.push(await signIn(mobile, otherThan(otp)));
      return answers.map(seen);
    };
    const before = await given.app.db.$count(customers);
    const [ofKnown, ofUnknown] = [await story(known), await story(newMobile())];
    expect(ofKnown.map(({ status }) => status)).toEqual([400, 200, 429, ...Array(6).fill(400)]);
    expect(ofUnknown).toEqual(ofKnown);
    expect(await given.app.db.$count(customers)).toBe(before);
  });

  it('a change of number needs a password of both numbers, and ends other sessions', async () => {
    const { bearer, mobile: former, jar } = await signedUp(given.app);
    given.app.clock.pass(minute);
    const other = await signedIn(given.app, former);
    const mobile = newMobile();
    expect((await given.app.call('requestMobileChange', { bearer, body: { mobile } })).status).toBe(200);
    const otp = await otpOf(given.app, former, 'customer.mobileChange');
    const newOtp = await otpOf(given.app, mobile, 'customer.mobileChange');
    const change = (body: object) =>
      given.app.call('changeMobile', { bearer, body: { mobile, otp, new_otp: newOtp, ...body } });
    expect(code(await change({ otp: otherThan(otp) }))).toEqual(wrong);
    expect(code(await change({ new_otp: otherThan(newOtp) }))).toEqual([400, 'new_otp', wrong[2]]);
    expect((await change({})).body.result).toMatchObject({ mobile, name: 'Meenakshi Sundaram' });
    const statusOf = async (token: string) => (await given.app.call('readProfile', { bearer: token })).status;
    expect([await statusOf(bearer), await statusOf(other.bearer)]).toEqual([200, 401]);
    expect((await given.app.call('refreshSession', { jar })).body.result.profile).toMatchObject({ mobile });
    expect(await given.app.db.$count(customers, eq(customers.mobile, former))).toBe(0);
    // A later erasure knows the number of that day alone.
    expect(await given.app.db.$count(messages, eq(messages.recipient, former))).toBe(0);
    expect(await given.app.db.$count(customerSessions)).toBeGreaterThan(0);
  });
});
