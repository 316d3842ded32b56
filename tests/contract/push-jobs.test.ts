/** Jobs alone bring each submitted application to the lender's final verdict (decision 27). */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, like } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { LookupReply } from '../../server/adapters/lender.ts';
import { transaction } from '../../server/db/open.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { failedJobs, jobCounts, runFailedJob, runUnansweredJobs } from '../../server/jobs/counts.ts';
import { enqueueJob } from '../../server/jobs/queue.ts';
import { revokeLease } from '../../server/loans/lease.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { adoptOpenLoans } from '../../server/push/schedule.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signInAgain, signInOnce } from './desk.ts';
import {
  application,
  type CreatedLoan,
  decide,
  push,
  readLoan,
  saveApplication,
  sentBack,
  submitted,
} from './fixtures.ts';
import { jobRunnerFor } from './job-runner.ts';
import { approved, ScriptedLender } from './scripted-lender.ts';
import { writeStartedPush } from './started-push.ts';
import { contentOf, upload } from './uploads.ts';

const lender = new ScriptedLender();
const answered = (status: string): LookupReply => ({ kind: 'answered', submission: 1, result: { status } });
const hourMs = 3_600_000;

describeOnPostgresByDay(
  'without a person',
  (given) => {
    const work = jobRunnerFor(given);
    beforeEach(async () => {
      Object.assign(lender, new ScriptedLender());
      await given.app.db.delete(jobs);
    });

    const statusOf = async (opened: CreatedLoan) => (await readLoan(given.app, opened)).status;
    const reaches = (opened: CreatedLoan) => expect.poll(() => statusOf(opened));
    const jobsOf = ({ id }: CreatedLoan) =>
      given.app.db
        .select()
        .from(jobs)
        .where(like(jobs.dedupeKey, `%${id}%`));
    const messagesOf = ({ id }: CreatedLoan) =>
      given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, id), eq(messages.template, 'application.answered')));
    const pushAfterMs = () => given.app.config.pushAfterMs;

    it('pushes an application whose page never called the push, and sends its applicant a message', async () => {
      const opened = await submitted(given.app);
      await given.app.db.update(loans).set({ language: 'ta' }).where(eq(loans.id, opened.id));
      work();
      given.app.clock.pass(pushAfterMs() - 1);
      await expect.poll(() => jobsOf(opened)).toMatchObject([{ kind: 'lender.push', attempts: 0 }]);
      expect(lender.pushed).toEqual([]);
      given.app.clock.pass(1);
      await reaches(opened).toBe('approved');
      await expect.poll(() => jobsOf(opened)).toEqual([]);
      expect(lender.pushed).toHaveLength(1);
      const sent = await messagesOf(opened);
      expect(sent.map(({ channel }) => channel).sort()).toEqual(['email', 'sms']);
      expect(sent.every(({ text }) => text && /[஀-௿]/.test(text) && text.includes(opened.id))).toBe(true);
    });

    it('continues a reviewer’s push whose server died, even if the earlier job had ended', async () => {
      const opened = await submitted(given.app);
      const jar = await signInAgain(given.app);
      await given.app.db.delete(jobs);
      lender.onPush = () => ({ kind: 'noResponse' });
      const path = { id: opened.id };
      const { version } = (await given.app.call('getApplication', { path, jar })).body.result;
      await given.app.call('pushApplication', { path, jar, body: { version } });
      lender.onFind = () => answered('APPROVED');
      work();
      given.app.clock.pass(pushAfterMs());
      await reaches(opened).toBe('approved');
    });

    it('leaves a push to the page that made it, without a message', async () => {
      const opened = await submitted(given.app);
      work();
      expect((await push(given.app, opened)).status).toBe(200);
      expect(await jobsOf(opened)).toEqual([]);
      expect(await messagesOf(opened)).toEqual([]);
    });

    it('asks about an unanswered push by reference until there is an answer', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'noResponse' });
      lender.onFind = () => ({ kind: 'processing', submission: 1 });
      expect((await push(given.app, opened)).status).toBe(504);
      work();
      given.app.clock.pass(pushAfterMs());
      const delays: number[] = [];
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await expect.poll(() => jobsOf(opened)).toMatchObject([{ attempts: attempt, holder: null }]);
        delays.push(((await jobsOf(opened))[0]?.runAt.getTime() ?? 0) - given.app.clock.now().getTime());
        if (attempt === 4) lender.onFind = () => answered('APPROVED');
        given.app.clock.pass(delays.at(-1) ?? 0);
      }
      expect(delays).toEqual([15_000, 30_000, 60_000, 120_000]);
      await reaches(opened).toBe('approved');
      expect([lender.pushed.length, lender.found.length]).toEqual([1, 5]);
    });

    it('continues a push whose process died', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      const { db } = given.app;
      const dead = { holder: randomUUID(), heldUntil: new Date(Date.now() - 1000) };
      await db.update(lenderLoans).set(dead).where(eq(lenderLoans.loanId, opened.id));
      await writeStartedPush(given.app, opened.id);
      lender.onFind = () => answered('APPROVED');
      given.app.clock.pass(pushAfterMs());
      work();
      await reaches(opened).toBe('approved');
      expect(lender.pushed).toHaveLength(1);
    });

    it('continues at once when a reader ends the push of a dead process', async () => {
      // A day passes, because a mobile number gets a limited number of messages a day.
      given.app.clock.pass(24 * hourMs);
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      const { db } = given.app;
      const dead = { holder: randomUUID(), heldUntil: new Date(Date.now() + hourMs) };
      await db.update(lenderLoans).set(dead).where(eq(lenderLoans.loanId, opened.id));
      await db.update(pushes).set({ result: null }).where(eq(pushes.loanId, opened.id));
      await writeStartedPush(given.app, opened.id);
      lender.onFind = () => answered('APPROVED');
      given.app.clock.pass(pushAfterMs());
      work();
      await expect.poll(() => jobsOf(opened)).toMatchObject([{ holder: expect.any(String) }]);
      await transaction(db, async (tx) => {
        await revokeLease(tx, { loanId: opened.id, lenderId: 15 });
        await tx.update(loans).set({ status: 'submitted' }).where(eq(loans.id, opened.id));
      });
      await reaches(opened).toBe('approved');
    });

    it.each(['PENDING', 'SOMETHING'])('asks again about %s at growing intervals', async (first) => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'answered', result: { status: first } });
      await push(given.app, opened);
      lender.onFind = () => answered(first);
      work();
      const started = given.app.clock.now().getTime();
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const [job] = await jobsOf(opened);
        given.app.clock.set(new Date(job?.runAt ?? 0));
        await expect.poll(() => jobsOf(opened)).toMatchObject([{ attempts: attempt, holder: null }]);
      }
      expect(lender.found).toHaveLength(5);
      expect(given.app.clock.now().getTime() - started).toBe(31 * 60_000);
      lender.onFind = () => answered('APPROVED');
      given.app.clock.pass(2 * hourMs);
      await reaches(opened).toBe('approved');
      await expect.poll(() => jobsOf(opened)).toEqual([]);
      expect(await messagesOf(opened)).toHaveLength(2);
    });

    it('asks at once when a document has arrived', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'answered', result: { status: 'PENDING' } });
      await push(given.app, opened);
      lender.onFind = () => answered('APPROVED');
      work();
      const { status } = await upload(given.app, opened, contentOf('png', [1]), 'pan_photo');
      expect(status).toBe(200);
      await reaches(opened).toBe('approved');
    });

    it('pushes an application once its question is withdrawn, and not before', async () => {
      const jar = await signInOnce(given.app);
      const opened = await submitted(given.app);
      const asked = await sentBack(given.app, jar, opened, ['personal_details.pan']);
      work();
      given.app.clock.pass(pushAfterMs());
      await expect.poll(() => jobsOf(opened)).toEqual([]);
      expect(lender.pushed).toEqual([]);
      const { id = '' } = asked.loan.queries[0] ?? {};
      expect((await decide(given.app, jar, opened.id, { withdraw: [id] })).status).toBe(200);
      given.app.clock.pass(pushAfterMs());
      await reaches(opened).toBe('approved');
    });

    it('is not listed as being with the lender when no push holds it', async () => {
      const jar = await signInAgain(given.app);
      const opened = await submitted(given.app);
      const { db } = given.app;
      await db.insert(lenderLoans).values({
        loanId: opened.id,
        lenderId: 15,
        reference: randomUUID(),
        holder: randomUUID(),
        heldUntil: new Date(Date.now() - 1000),
        createdAt: given.app.clock.now(),
      });
      await writeStartedPush(given.app, opened.id);
      const inQueue = async (stage: string) => {
        const search = { stage, page_length: 100 };
        const { body } = await given.app.call('searchApplications', { body: search, jar });
        return JSON.stringify(body.result.items).includes(opened.id);
      };
      expect([await inQueue('with_lender'), await inQueue('to_review')]).toEqual([false, true]);
    });

    it('takes over loans that have no job', async () => {
      const waiting = await submitted(given.app);
      const pending = await submitted(given.app);
      lender.onPush = () => ({ kind: 'answered', result: { status: 'PENDING' } });
      await push(given.app, pending);
      lender.onPush = () => approved;
      lender.onFind = () => answered('REJECTED');
      const { db, clock, config } = given.app;
      await db.delete(jobs);
      await adoptOpenLoans(db, clock.now(), config);
      clock.pass(hourMs);
      work();
      await reaches(waiting).toBe('approved');
      await reaches(pending).toBe('rejected');
    });

    it('a final refusal fails its job after one attempt, and the job is listed until somebody runs it again', async () => {
      const opened = await submitted(given.app);
      const { db, clock } = given.app;
      lender.onPush = () => ({ kind: 'failed', message: 'Not here', nothingBooked: true, isFinal: true });
      given.app.clock.pass(pushAfterMs());
      work();
      await expect.poll(() => jobsOf(opened)).toMatchObject([{ attempts: 1, failedAt: clock.now() }]);
      expect(lender.pushed).toHaveLength(1);
      const failed = await failedJobs(db);
      expect(failed).toMatchObject([{ kind: 'lender.push', payload: { loanId: opened.id } }]);
      expect(await jobCounts(db)).toContainEqual({ kind: 'lender.push', state: 'failed', count: 1 });
      expect(await statusOf(opened)).toBe('submitted');
      expect(await runUnansweredJobs(db, clock.now())).toBe(0);
      lender.onPush = () => approved;
      expect(await runFailedJob(db, failed[0]?.id ?? '', clock.now())).toBe(true);
      await reaches(opened).toBe('approved');
    });

    it('does not push a finally refused application again after failed jobs are deleted', async () => {
      const opened = await submitted(given.app);
      const { db, clock, config, services } = given.app;
      lender.onPush = () => ({ kind: 'failed', message: 'Not here', nothingBooked: true, isFinal: true });
      clock.pass(pushAfterMs());
      work();
      await expect.poll(() => jobsOf(opened)).toMatchObject([{ failedAt: clock.now() }]);
      const failed = await jobsOf(opened);
      clock.pass((config.retention.failedJobs + 1) * 24 * hourMs);
      await applyRetention(services);
      await adoptOpenLoans(db, clock.now(), config);
      expect(await jobsOf(opened)).toEqual(failed);
      // A loan that is decided is not pushed.
      await db.update(loans).set({ status: 'rejected' }).where(eq(loans.id, opened.id));
      await applyRetention(services);
      expect(await jobsOf(opened)).toEqual([]);
    });

    it('asks again when a lender was away for the whole period of a push, but not about an old verdict', async () => {
      const waiting = await submitted(given.app);
      const pending = await submitted(given.app);
      const { db, clock } = given.app;
      lender.onPush = () => ({ kind: 'answered', result: { status: 'PENDING' } });
      await push(given.app, pending);
      lender.onPush = () => ({ kind: 'noResponse' });
      lender.onFind = () => ({ kind: 'noResponse' });
      await db
        .update(jobs)
        .set({ attempts: 99 })
        .where(inArray(jobs.channel, ['lender', 'verdict']));
      clock.pass(hourMs);
      const adopts = { dedupeKey: 'loans.adopt' };
      const later = new Date(clock.now().getTime() + hourMs);
      await enqueueJob(db, 'loans.adopt', {}, { ...adopts, now: clock.now(), runAt: later });
      work();
      await expect.poll(() => failedJobs(db)).toHaveLength(2);
      lender.onPush = () => approved;
      lender.onFind = () => answered('APPROVED');
      await enqueueJob(db, 'loans.adopt', {}, { ...adopts, now: clock.now() });
      const kindsOf = async () => (await failedJobs(db)).map(({ kind }) => kind);
      await expect.poll(kindsOf).toEqual(['lender.refresh']);
      clock.pass(1000);
      await reaches(waiting).toBe('approved');
      expect(await statusOf(pending)).not.toBe('approved');
    });

    it('pushes a corrected application after its job failed by a final refusal', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'failed', message: 'Not here', nothingBooked: true, isFinal: true });
      given.app.clock.pass(pushAfterMs());
      work();
      await expect.poll(() => jobsOf(opened)).toMatchObject([{ failedAt: given.app.clock.now() }]);
      lender.onPush = () => approved;
      await saveApplication(given.app, opened, application('7777'));
      given.app.clock.pass(pushAfterMs());
      await reaches(opened).toBe('approved');
    });

    it('pushes the latest application when Submit follows an error', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'failed', message: 'No such PAN', nothingBooked: true });
      await push(given.app, opened);
      lender.onPush = () => approved;
      await saveApplication(given.app, opened, application('7777'));
      given.app.clock.pass(pushAfterMs());
      work();
      await reaches(opened).toBe('approved');
      expect(lender.pushed.at(-1)?.request.panNo).toBe('ABCDE7777F');
      const asked = await given.app.db.select().from(timeline).where(eq(timeline.loanId, opened.id));
      expect(asked.filter(({ act }) => act === 'lender.asked').map(({ actor }) => actor)).toEqual([
        'applicant',
        'system',
      ]);
    });
  },
  { lenders: { 15: lender } },
);
