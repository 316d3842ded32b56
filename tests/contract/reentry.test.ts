/** Re-entry to a loan (decision 2a): its credentials, its rate limits, and the details it must not reveal. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { loans } from '../../server/db/schema/loans.ts';
import { messages, oneTimePasswords } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { describeOnBothDatabases, describeOnPostgres, type TestContext } from './both-databases.ts';
import type { Answer } from './calls.ts';
import { otherThan, passwordOf } from './passwords.ts';
import { createdLoan, readLoan, submitted } from './fixtures.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The calls of re-entry, for a describe block: its tests have separate days in India, beginning at noon. */
function reentryCalls(given: TestContext) {
  const noon = Date.parse('2026-08-01T06:30:00Z');
  beforeEach(() => {
    const daysPassed = Math.ceil((given.app.clock.now().getTime() - noon) / day);
    given.app.clock.set(new Date(noon + (daysPassed + 3) * day));
  });

  const ask = (id: string, headers: Record<string, string> = {}) =>
    given.app.call('requestReentry', { path: { id }, headers });
  return {
    ask,
    enter: (id: string, otp: string, dob?: string, headers: Record<string, string> = {}) =>
      given.app.call('reenterLoan', { path: { id }, headers, body: { otp, ...(dob ? { dob } : {}) } }),
    passwordsOf: (id: string) =>
      given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, id), eq(messages.template, 'reentry.password'))),
    async asked(id: string): Promise<string> {
      expect((await ask(id)).status).toBe(200);
      return passwordOf(given.app, id);
    },
  };
}

/** Returns the parts of an answer by which a person could tell two answers apart. */
const seen = ({ status, body, headers }: Answer) => {
  const { 'x-request-id': _, ...others } = Object.fromEntries(headers);
  return { status, body, headers: others };
};
const code = ({ status, body }: Answer) => [status, body.errors?.[0]?.field, body.errors?.[0]?.code];
const wrong = [400, 'otp', 'app.reentry.error.wrong'];
const expired = [400, 'otp', 'app.reentry.error.expired'];

describeOnPostgres('getting back into a loan', (given) => {
  const { ask, asked, enter, passwordsOf } = reentryCalls(given);

  it('opens a loan by the password that its mobile number got', async () => {
    const { id } = await createdLoan(given.app, { phone: '9840054321', language: 'ta' });
    const answer = await ask(id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, result: { expires_in: 300, next_in: 30 } },
    ]);
    const rows = await passwordsOf(id);
    expect(rows).toMatchObject([{ channel: 'sms', recipient: '9840054321', state: 'queued' }]);
    expect(rows[0]?.text).toMatch(/[஀-௿]/);

    const otp = await passwordOf(given.app, id);
    const { status, body } = await enter(id, otp);
    expect([status, body.result.loan_id]).toEqual([200, id]);
    expect((await readLoan(given.app, { id, token: body.result.access_token })).status).toBe('draft');
    const acts = await given.app.db.select().from(timeline).where(eq(timeline.loanId, id));
    expect(acts.map(({ act, actor }) => `${act} ${actor}`)).toContain('loan.reentered applicant');
    expect(code(await enter(id, otp)), 'a password is used up').toEqual(expired);
  });

  it('ends the earlier tokens of the loan, and every token after thirty days', async () => {
    const before = await createdLoan(given.app);
    const statusOf = async (token: string) =>
      (await given.app.call('getLoan', { path: { id: before.id }, token })).status;
    const { body } = await enter(before.id, await asked(before.id));
    const token = body.result.access_token;
    expect([await statusOf(before.token), await statusOf(token)]).toEqual([404, 200]);
    for (let passed = 0; passed < 29; passed += 1) {
      given.app.clock.pass(day - 1);
      expect(await statusOf(token)).toBe(200);
    }
    given.app.clock.pass(day);
    expect(await statusOf(token)).toBe(404);
  });

  it('keeps no password that could be read', async () => {
    const { id } = await createdLoan(given.app);
    const otp = await asked(id);
    const [row] = await given.app.db.select().from(oneTimePasswords).where(eq(oneTimePasswords.subject, id));
    expect(row?.otpHash).toMatch(/^[\w-]{22}\.[\w-]{43}\.1$/);
    expect(row?.otpHash).not.toContain(otp);
  });

  it('takes a password as people type it', async () => {
    const { id } = await createdLoan(given.app);
    const otp = await asked(id);
    expect((await enter(id, ` ${otp.slice(0, 3)} ${otp.slice(3)} `)).status).toBe(200);
    expect(code(await enter(id, '  '))).toEqual([400, 'otp', 'app.reentry.error.required']);
  });

  it('requires the date of birth too if it was saved, without telling which value was wrong', async () => {
    const { id } = await submitted(given.app);
    const otp = await asked(id);
    const answers = [
      await enter(id, otp),
      await enter(id, otp, '1986-11-03'),
      await enter(id, otherThan(otp), '1986-11-02'),
      await enter(id, otherThan(otp)),
    ];
    expect(answers.map(code)).toEqual(Array(4).fill(wrong));
    expect(new Set(answers.map((answer) => JSON.stringify(seen(answer)))).size).toBe(1);
    expect((await enter(id, otp, '1986-11-02')).status).toBe(200);
  });

  it('expires a password after five minutes or when a newer one is sent', async () => {
    const { id } = await createdLoan(given.app);
    const first = await asked(id);
    given.app.clock.pass(5 * minute - 1);
    expect(code(await enter(id, otherThan(first)))).toEqual(wrong);
    given.app.clock.pass(1);
    expect(code(await enter(id, first))).toEqual(expired);
    const second = await asked(id);
    given.app.clock.pass(minute);
    const third = await asked(id);
    // The two codes are equal with a probability of one in a million.
    if (second !== third) expect(code(await enter(id, second))).toEqual(wrong);
    expect((await enter(id, third)).status).toBe(200);
  });

  it('allows five tries a day, however many passwords were sent', async () => {
    const { id } = await createdLoan(given.app);
    const otp = await asked(id);
    for (let n = 0; n < 3; n += 1) expect(code(await enter(id, otherThan(otp)))).toEqual(wrong);
    given.app.clock.pass(minute);
    const next = await asked(id);
    for (let n = 0; n < 2; n += 1) expect(code(await enter(id, otherThan(next)))).toEqual(wrong);

    const refused = await enter(id, next);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe((12 * hour - minute) / 1000);
    given.app.clock.pass(minute);
    expect((await ask(id)).status).toBe(429);

    given.app.clock.pass(12 * hour - 2 * minute);
    const tomorrow = await asked(id);
    expect((await enter(id, tomorrow)).status).toBe(200);
  });

  it('takes five tries for a password, over midnight too', async () => {
    const { id } = await createdLoan(given.app);
    given.app.clock.pass(12 * hour - minute);
    const otp = await asked(id);
    for (let n = 0; n < 4; n += 1) expect(code(await enter(id, otherThan(otp)))).toEqual(wrong);
    given.app.clock.pass(minute);
    expect(code(await enter(id, otherThan(otp)))).toEqual(wrong);
    expect(code(await enter(id, otp))).toEqual(expired);
  });

  it('a correct password does not count as a wrong try', async () => {
    const { id } = await createdLoan(given.app);
    for (let n = 0; n < 4; n += 1) {
      const otp = await asked(id);
      expect((await enter(id, otp)).status).toBe(200);
      given.app.clock.pass(minute);
    }
    const otp = await asked(id);
    for (let n = 0; n < 5; n += 1) expect(code(await enter(id, otherThan(otp)))).toEqual(wrong);
  });

  it('sends another one after 30 seconds, five times a day, and then one an hour', async () => {
    const { id } = await createdLoan(given.app);
    await asked(id);
    given.app.clock.pass(10_500);
    const early = await ask(id);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '20']);
    for (let n = 0; n < 4; n += 1) {
      given.app.clock.pass(30_000);
      await asked(id);
    }
    given.app.clock.pass(minute);
    const refused = await ask(id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(59 * 60)]);
    expect(await passwordsOf(id)).toHaveLength(5);
    given.app.clock.pass(hour - minute);
    await asked(id);
    expect(await passwordsOf(id)).toHaveLength(6);
    given.app.clock.pass(12 * hour);
    await asked(id);
    given.app.clock.pass(30_000);
    await asked(id);
  });

  it('lets the owner in on the same day after fewer than ten wrong dates of birth', async () => {
    const { id } = await submitted(given.app);
    for (let n = 0; n < 2; n += 1) {
      const otp = await asked(id);
      for (let tries = 0; tries < 5; tries += 1)
        expect(code(await enter(id, otp, '1986-11-03'))).toEqual(wrong);
      expect(code(await enter(id, otp, '1986-11-02')), 'five tries for one password').toEqual(
        n === 0 ? expired : [429, undefined, undefined],
      );
      given.app.clock.pass(minute);
      if (n > 0) continue;
      const right = await asked(id);
      expect((await enter(id, right, '1986-11-02')).status).toBe(200);
      given.app.clock.pass(minute);
    }
  });

  it('gives the same answers for an own loan, another key’s loan and no loan', async () => {
    const { db, clock } = given.app;
    const other = await createTestPartner(db, { name: 'Another', origins: [], now: clock.now() });
    const theirs = { authorization: other.key };
    const { id: own } = await createdLoan(given.app);
    const { id: foreign } = await createdLoan(given.app);
    const [loan] = await db.select().from(loans).where(eq(loans.id, foreign));
    const kinds: [string, Record<string, string>][] = [
      [own, {}],
      [foreign, theirs],
      [randomUUID(), {}],
      ['no-id', {}],
      ['x'.repeat(300), {}],
    ];
    const story = async ([id, headers]: [string, Record<string, string>]) => {
      const right = () => passwordOf(given.app, id);
      return [
        seen(await enter(id, '123456', undefined, headers)),
        seen(await ask(id, headers)),
        seen(await ask(id, headers)),
        seen(await enter(id, otherThan(await right()), undefined, headers)),
        seen(await enter(id, otherThan(await right()), '1986-11-02', headers)),
        seen(await enter(id, 'no digits', undefined, headers)),
        seen(await enter(id, otherThan(await right()), undefined, headers)),
        seen(await enter(id, otherThan(await right()), undefined, headers)),
        seen(await enter(id, otherThan(await right()), undefined, headers)),
        seen(await ask(id, headers)),
      ];
    };
    const [first, ...others] = await Promise.all(kinds.map(story));
    expect(first?.map(({ status }) => status)).toEqual([400, 200, 429, 400, 400, 400, 400, 400, 429, 429]);
    for (const one of others) expect(one).toEqual(first);
    expect(await passwordsOf(foreign)).toEqual([]);
    expect(loan?.id).toBe(foreign);
  });

  it('takes as long when no message is sent', async () => {
    given.app.config.reentryAnswerMs = 300;
    onTestFinished(() => {
      given.app.config.reentryAnswerMs = 0;
    });
    const started = performance.now();
    expect((await ask(randomUUID())).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(299);
  });

  it('a password requested by another key is refused, and its tries count separately', async () => {
    const { db, clock } = given.app;
    const other = await createTestPartner(db, { name: 'Another', origins: [], now: clock.now() });
    const theirs = { authorization: other.key };
    const { id } = await createdLoan(given.app);
    const otp = await asked(id);
    expect((await ask(id, theirs)).status).toBe(200);
    for (let n = 0; n < 5; n += 1) expect(code(await enter(id, otp, undefined, theirs))).toEqual(wrong);
    expect((await enter(id, otp, undefined, theirs)).status).toBe(429);
    expect((await enter(id, otp)).status).toBe(200);
  });
});

describeOnBothDatabases('those who get back into loans', (given) => {
  const { ask, asked, enter, passwordsOf } = reentryCalls(given);

  it('get no more tries by guessing in parallel', async () => {
    const { id } = await createdLoan(given.app);
    const otp = await asked(id);
    const answers = await Promise.all(Array.from({ length: 25 }, () => enter(id, otherThan(otp))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(20).fill(429)]);
    expect((await enter(id, otp)).status).toBe(429);
  });

  it('are let in once when two of them use the same password', async () => {
    const { id } = await createdLoan(given.app);
    const otp = await asked(id);
    const answers = await Promise.all([enter(id, otp), enter(id, otp)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are sent ten passwords a day for one number, also where they ask at once, and then one an hour', async () => {
    const phone = '9840054399';
    const made = await Promise.all(Array.from({ length: 12 }, () => createdLoan(given.app, { phone })));
    const countSent = async () => (await Promise.all(made.map(({ id }) => passwordsOf(id)))).flat().length;
    const askAll = async () => (await Promise.all(made.map(({ id }) => ask(id)))).map(({ status }) => status);
    expect(new Set(await askAll())).toEqual(new Set([200]));
    expect(await countSent()).toBe(10);
    given.app.clock.pass(hour - 1);
    expect(new Set(await askAll())).toEqual(new Set([200]));
    expect(await countSent()).toBe(10);
    given.app.clock.pass(30_000);
    expect(new Set(await askAll())).toEqual(new Set([200]));
    expect(await countSent()).toBe(11);
  });

  it('are sent one password where they ask at the same time', async () => {
    const { id } = await createdLoan(given.app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
    expect(await passwordsOf(id)).toHaveLength(1);
  });

  it('are forgotten after two days', async () => {
    const { db, clock } = given.app;
    const id = randomUUID();
    expect((await ask(id)).status).toBe(200);
    const rows = () => db.select().from(oneTimePasswords).where(eq(oneTimePasswords.subject, id));
    clock.pass(2 * day);
    await applyRetention(given.app.services);
    expect(await rows()).toHaveLength(1);
    clock.pass(1);
    await applyRetention(given.app.services);
    expect(await rows()).toEqual([]);
  });
});
