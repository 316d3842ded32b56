/** A lender says that something has changed (decision 68): what is believed, and what follows from it. */
import { eq, like } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { LookupReply } from '../../server/adapters/lender.ts';
import { lenderEvents, lenderLoans } from '../../server/db/schema/lenders.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { lenderEventPages } from '../../server/sandbox/lender-events.ts';
import { describeOnPostgres } from './both-databases.ts';
import { jobRunnerFor } from './job-runner.ts';
import { signedCall, signedEvent } from './lender-events.ts';
import { type CreatedLoan, push, readLoan, submitted } from './fixtures.ts';
import { ScriptedLender } from './scripted-lender.ts';

const lender = new ScriptedLender();
const answered = (status: string): LookupReply => ({ kind: 'answered', submission: 1, result: { status } });
const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;

describeOnPostgres(
  'an event of a lender',
  (given) => {
    const work = jobRunnerFor(given);
    beforeEach(async () => {
      Object.assign(lender, new ScriptedLender());
      lender.onPush = () => ({ kind: 'answered', result: { status: 'PENDING' } });
      await given.app.db.delete(jobs);
    });

    const pushed = async (): Promise<CreatedLoan & { reference: string }> => {
      const opened = await submitted(given.app);
      await push(given.app, opened);
      const [row] = await given.app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, opened.id));
      return { ...opened, reference: row?.reference ?? '' };
    };
    const send = (
      ...signed: Parameters<typeof signedEvent> extends [unknown, ...infer Rest] ? Rest : never
    ) => given.app.call('receiveLenderEvent', signedEvent(given.app, ...signed));
    const dueJobs = async ({ id }: CreatedLoan) => {
      const found = await given.app.db
        .select()
        .from(jobs)
        .where(like(jobs.dedupeKey, `%${id}%`));
      return found.filter(({ runAt }) => runAt <= given.app.clock.now());
    };
    const statusOf = async (opened: CreatedLoan) => (await readLoan(given.app, opened)).status;

    it('makes the server ask at once, and the lender’s answer is the verdict', async () => {
      const opened = await pushed();
      lender.onFind = () => answered('APPROVED');
      expect(await statusOf(opened)).toBe('pending');
      expect((await send({ reference: opened.reference })).body).toEqual({ success: true });
      work();
      await expect.poll(() => statusOf(opened)).toBe('approved');
      expect(lender.found).toEqual([opened.reference]);
    });

    it('settles a push that had no answer', async () => {
      lender.onPush = () => ({ kind: 'noResponse' });
      const opened = await pushed();
      expect(await statusOf(opened)).toBe('submitted');
      lender.onFind = () => answered('APPROVED');
      await send({ reference: opened.reference });
      work();
      await expect.poll(() => statusOf(opened)).toBe('approved');
      expect(lender.pushed).toHaveLength(1);
    });

    it('decides nothing by itself, so late events and events out of order do no harm', async () => {
      const opened = await pushed();
      const sentAt = given.app.clock.now();
      lender.onFind = () => answered('APPROVED');
      given.app.clock.pass(60 * secondMs);
      expect((await send({ reference: opened.reference })).status).toBe(200);
      work();
      await expect.poll(() => statusOf(opened)).toBe('approved');
      lender.onFind = () => answered('PENDING');
      expect((await send({ reference: opened.reference }, { at: sentAt })).status).toBe(200);
      expect(await dueJobs(opened)).toEqual([]);
      expect(await statusOf(opened)).toBe('approved');
    });

    it('is refused when it is repeated, and recorded once', async () => {
      const opened = await pushed();
      const event = signedEvent(given.app, { reference: opened.reference }, { eventId: 'event-1' });
      const call = () => given.app.call('receiveLenderEvent', event);
      const answers = await Promise.all([call(), call(), call()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      await given.app.db.delete(jobs);
      expect((await call()).status).toBe(409);
      expect(await dueJobs(opened)).toEqual([]);
      const rows = await given.app.db.select().from(lenderEvents).where(eq(lenderEvents.loanId, opened.id));
      expect(rows).toMatchObject([{ lenderId: 15, eventId: 'event-1', reference: opened.reference }]);
    });

    it('is accepted up to five minutes before and after its time', async () => {
      const opened = await pushed();
      const statusAt = async (seconds: number) => {
        const at = new Date(given.app.clock.now().getTime() + seconds * secondMs);
        return (await send({ reference: opened.reference }, { at })).status;
      };
      expect(await Promise.all([-300, 300, -301, 301].map(statusAt))).toEqual([200, 200, 400, 400]);
    });

    it('is believed by either of two secrets, and by no other', async () => {
      const { reference } = await pushed();
      const [one, two, other] = ['1', '2', '3'].map((digit) => Buffer.alloc(32, digit));
      const { config } = given.app;
      const before = config.webhookSecrets;
      config.webhookSecrets = { 15: [one, two].filter((secret) => secret !== undefined) };
      try {
        const statuses = [];
        for (const secret of [one, two, other]) {
          statuses.push((await send({ reference }, secret && { secret })).status);
        }
        expect(statuses).toEqual([200, 200, 401]);
        config.webhookSecrets = {};
        expect((await send({ reference }, one && { secret: one })).status).toBe(401);
      } finally {
        config.webhookSecrets = before;
      }
    });

    it('an event with a body other than the signed one gets a 401 and changes nothing', async () => {
      const opened = await pushed();
      const signed = signedEvent(given.app, { reference: 'none' }, { eventId: 'forged' });
      const body = JSON.stringify({ reference: opened.reference });
      expect((await given.app.call('receiveLenderEvent', { ...signed, body })).status).toBe(401);
      expect(await dueJobs(opened)).toEqual([]);
      const { db } = given.app;
      expect(await db.select().from(lenderEvents).where(eq(lenderEvents.eventId, 'forged'))).toEqual([]);
    });

    it('an event about an unknown loan is answered and recorded like any other', async () => {
      const { reference } = await pushed();
      const [known, unknown] = [await send({ reference }), await send({ reference: `15-${reference}` })];
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
      const { db } = given.app;
      const rows = await db
        .select()
        .from(lenderEvents)
        .where(eq(lenderEvents.reference, `15-${reference}`));
      expect(rows).toMatchObject([{ loanId: null }]);
    });

    it('an event about another lender’s loan triggers no call to a lender', async () => {
      const opened = await pushed();
      await given.app.db.delete(jobs);
      const sent = signedCall(given.app, { lender_id: 11 }, { reference: opened.reference });
      expect((await given.app.call('receiveLenderEvent', sent)).status).toBe(200);
      expect(await dueJobs(opened)).toEqual([]);
      const { db } = given.app;
      const { reference } = opened;
      const rows = await db.select().from(lenderEvents).where(eq(lenderEvents.reference, reference));
      expect(rows).toMatchObject([{ lenderId: 11, loanId: null }]);
    });

    it('is deleted after 90 days', async () => {
      const opened = await pushed();
      await send({ reference: opened.reference });
      const { db, clock } = given.app;
      const rows = () => db.select().from(lenderEvents).where(eq(lenderEvents.loanId, opened.id));
      clock.pass(90 * dayMs);
      await applyRetention(given.app.services);
      expect(await rows()).toHaveLength(1);
      clock.pass(1);
      await applyRetention(given.app.services);
      expect(await rows()).toEqual([]);
    });
  },
  { lenders: { 15: lender } },
);

describeOnPostgres('the lender of the sandbox', (given) => {
  const work = jobRunnerFor(given);

  it('changes its verdict by hand and says so, to callers of this machine', async () => {
    const opened = await submitted(given.app, '0004');
    await push(given.app, opened);
    expect((await readLoan(given.app, opened)).status).toBe('in_progress');
    const { services, site } = given.app;
    const pages = lenderEventPages(services, async (url, init) => site.request(new URL(url).pathname, init));
    const decide = (remoteAddress: string, status: string) =>
      pages.request(
        'http://localhost/sandbox/lender-events',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ loan_id: opened.id, status }),
        },
        { incoming: { socket: { remoteAddress }, httpVersion: '1.1' } },
      );
    expect((await decide('192.168.1.7', 'APPROVED')).status).toBe(404);
    expect((await decide('127.0.0.1', 'LATER')).status).toBe(400);
    expect(await (await decide('127.0.0.1', 'APPROVED')).json()).toMatchObject({ answered: 200 });
    work();
    await expect.poll(async () => (await readLoan(given.app, opened)).status).toBe('approved');
  });
});
