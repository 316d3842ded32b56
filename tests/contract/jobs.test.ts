/** The job queue: each job runs in one process at a time, survives what happens to it, and is seen where it failed. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, transaction } from '../../server/db/open.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { createMetrics } from '../../server/api/metrics.ts';
import { failedJobs, jobCounts, runFailedJob } from '../../server/jobs/counts.ts';
import { claimJobs } from '../../server/jobs/lease.ts';
import { type JobKind, jobKinds, kindRow } from '../../server/jobs/kinds.ts';
import { cancelJob, enqueueJob } from '../../server/jobs/queue.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { jobQueueFor, type JobHandler } from './job-queue.ts';

const repeatedKinds = (Object.keys(jobKinds) as JobKind[]).filter((kind) => kindRow(kind).everyMs);

describeOnBothDatabases('the job queue', (given) => {
  const { start, enqueue, left } = jobQueueFor(given);

  it('runs committed jobs at once and never a rolled-back one', async () => {
    const ran: string[] = [];
    start(
      async ({ messageId = '' }) => {
        ran.push(messageId);
        return 'done';
      },
      { pollMs: 600_000 },
    );
    await expect
      .poll(async () => (await jobCounts(given.app.db)).map(({ state }) => state))
      .toEqual(repeatedKinds.map(() => 'waiting'));
    const { db, clock } = given.app;
    const undone = transaction(db, async (tx) => {
      await enqueueJob(tx, 'message.sms', { messageId: randomUUID() }, { now: clock.now() });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await enqueue();
    await expect.poll(() => ran.length).toBe(1);
    await expect.poll(left).toEqual([]);
    expect(ran).toHaveLength(1);
  });

  it('gives a due job to one of the servers that claim it at the same moment', async () => {
    const { db, clock } = given.app;
    for (let round = 0; round < 100; round += 1) {
      await enqueue();
      const claim = () =>
        claimJobs(db, { holder: randomUUID(), now: clock.now(), running: [], free: [['sms', 10]] });
      const claimed = await Promise.all(Array.from({ length: 8 }, claim));
      expect(claimed.flat(), `round ${round}`).toHaveLength(1);
      // The jobs are deleted: on a slow machine a lease would end before the last round, and its job would be claimed
      // again.
      await db.delete(jobs);
    }
  });

  it('has one job per key: a job enqueued again while it runs, runs once more with the latest payload', async () => {
    const started: string[] = [];
    let end = () => {};
    start(async ({ messageId = '' }) => {
      started.push(messageId);
      await new Promise<void>((resolve) => (end = resolve));
      return 'done';
    });
    const messageId = randomUUID();
    const dedupeKey = `message:${messageId}`;
    await enqueue({ dedupeKey });
    await expect.poll(() => started.length).toBe(1);
    await enqueue({ dedupeKey, ifAbsent: true });
    const { db, clock } = given.app;
    for (const id of [randomUUID(), messageId])
      await enqueueJob(db, 'message.sms', { messageId: id }, { now: clock.now(), dedupeKey });
    expect(await left()).toHaveLength(1);
    end();
    await expect.poll(() => started.length).toBe(2);
    expect(started[1]).toBe(messageId);
    await cancelJob(db, 'message.sms', { messageId });
    end();
    await expect.poll(left).toEqual([]);
  });

  it('a job requested during its run, if absent, runs once more at the requested time after it is done', async () => {
    const now = given.app.clock.now().getTime();
    const [inAnHour, first] = [new Date(now + 3_600_000), { attempts: 0, holder: null, isFollowed: true }];
    let isAsked = true;
    start(async () => {
      if (isAsked) await enqueue({ dedupeKey: 'a', ifAbsent: true, runAt: inAnHour });
      return 'done';
    });
    await enqueue({ dedupeKey: 'a' });
    await expect.poll(left).toMatchObject([{ ...first, runAt: inAnHour }]);
    isAsked = false;
    given.app.clock.pass(3_600_000);
    await expect.poll(left).toEqual([]);
    given.app.clock.pass(-3_600_000);
  });

  it('a job that enqueues itself, if absent, keeps its usual delay before the next attempt', async () => {
    const ran: number[] = [];
    start(async (_, { attempt }) => {
      ran.push(attempt);
      await enqueue({ dedupeKey: 'a', ifAbsent: true });
      return 'retry';
    });
    await enqueue({ dedupeKey: 'a' });
    const runAt = new Date(given.app.clock.now().getTime() + 2000);
    await expect.poll(left).toMatchObject([{ attempts: 1, holder: null, runAt }]);
    expect(ran).toEqual([1]);
  });

  it('runs each job once on several servers, and at most as many at a time as a channel has slots', async () => {
    const ran: string[] = [];
    let running = 0;
    let most = 0;
    const handler: JobHandler = async ({ messageId = '' }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      ran.push(messageId);
      return 'done';
    };
    for (let n = 0; n < 60; n += 1) await enqueue();
    start(handler);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    expect(most).toBeLessThanOrEqual(8);
    for (let n = 0; n < 60; n += 1) await enqueue();
    start(handler);
    start(handler);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    expect(new Set(ran).size).toBe(120);
    expect(ran).toHaveLength(120);
  });

  it('reports a gauge for each kind and state, even for zero jobs', async () => {
    const { db, clock } = given.app;
    const metrics = createMetrics({ db, clock }, () => ({ total: 0, idle: 0, waiting: 0 }));
    const text = await metrics.text();
    metrics.close();
    for (const state of ['running', 'retrying'])
      expect(text).toContain(`feepath_jobs{kind="retention.apply",state="${state}"} 0`);
  });

  it('is tried again after growing delays, then has failed for good, is counted, and can be run again', async () => {
    const { db, clock } = given.app;
    let broken = true;
    start(async () => {
      if (broken) throw new TypeError('9840012345');
      return 'done';
    });
    await enqueue();
    const delays: number[] = [];
    const { maxAttempts } = jobKinds['message.sms'];
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      await expect.poll(left).toMatchObject([{ attempts: attempt, holder: null }]);
      delays.push(((await left())[0]?.runAt.getTime() ?? 0) - clock.now().getTime());
      clock.pass(delays.at(-1) ?? 0);
    }
    expect(delays.slice(0, 3)).toEqual([2000, 8000, 32_000]);
    await expect
      .poll(async () => (await jobCounts(db)).find(({ kind }) => kind === 'message.sms'))
      .toEqual({
        kind: 'message.sms',
        state: 'failed',
        count: 1,
      });
    const [failed] = await failedJobs(db);
    expect(failed).toMatchObject({ kind: 'message.sms', attempts: maxAttempts, lastError: 'TypeError' });
    expect(given.app.lines.splice(0).join()).not.toContain('9840012345');

    broken = false;
    expect(await runFailedJob(db, 'no such job', clock.now())).toBe(false);
    expect(await runFailedJob(db, failed?.id ?? '', clock.now())).toBe(true);
    await expect.poll(left).toEqual([]);
    expect(await runFailedJob(db, failed?.id ?? '', clock.now())).toBe(false);
  });

  it('schedules a job again as its handler says, unless it was enqueued for another time meanwhile', async () => {
    const now = given.app.clock.now().getTime();
    const [inAnHour, inADay] = [new Date(now + 3_600_000), new Date(now + 86_400_000)];
    start(async (_, { attempt }) => {
      if (attempt === 1 && (await left()).length === 2) await enqueue({ dedupeKey: 'b', runAt: inAnHour });
      return { runAt: inADay };
    });
    const released = { holder: null, attempts: 0, failedAt: null };
    await enqueue({ dedupeKey: 'a' });
    await expect.poll(left).toMatchObject([{ runAt: inADay, ...released }]);
    await enqueue({ dedupeKey: 'b' });
    const ofB = async () => (await left()).find(({ dedupeKey }) => dedupeKey === 'b');
    await expect.poll(ofB).toMatchObject({ runAt: inAnHour, ...released });
  });

  it('repeats each repeated kind with one job for all servers', async () => {
    const { db, clock } = given.app;
    start(async () => 'done');
    start(async () => 'done');
    const cleanups = () => db.select().from(jobs).where(eq(jobs.kind, 'documents.cleanup'));
    const next = () =>
      cleanups().then((rows) => rows.map(({ runAt, attempts }) => [runAt.getTime(), attempts]));
    await expect.poll(next).toEqual([[clock.now().getTime() + 3_600_000, 0]]);
    clock.pass(3_600_000);
    await expect.poll(next).toEqual([[clock.now().getTime() + 3_600_000, 0]]);
  });

  it('leaves an unknown kind to the servers that know it', async () => {
    const { db, clock } = given.app;
    const now = clock.now();
    const of = { kind: 'of the next version', channel: 'sms', payload: {}, runAt: now, createdAt: now };
    await db.insert(jobs).values({ id: randomUUID(), ...of });
    start(async () => 'done');
    await enqueue();
    await expect.poll(left).toHaveLength(1);
    expect(await left()).toMatchObject([{ kind: 'of the next version', attempts: 0 }]);
  });

  it('is taken over at once by an idle server where another has no slots left', async () => {
    const url = given.database.env.DATABASE_URL;
    // Servers of one embedded database cannot be several.
    if (!url) return;
    const { db, clock } = given.app;
    const { notifications, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(close);
    if (!notifications) throw new Error('PostgreSQL has notifications');
    const options = { pollMs: 600_000 };
    const idle = start(async () => 'done', options, { ...notifications, notify: async () => undefined });
    await expect.poll(left).toEqual([]);
    await enqueue();
    await expect.poll(left).toEqual([]);
    // Past this process's own signal.
    const now = clock.now();
    const inserted = { kind: 'message.sms', channel: 'sms', payload: { messageId: randomUUID() } };
    await db.insert(jobs).values({ id: randomUUID(), ...inserted, runAt: now, createdAt: now });
    const { notify } = notifications;
    let notified = '';
    await expect
      .poll(async () => {
        await notify('feepath_jobs');
        return left();
      })
      .toEqual([]);
    await idle.close();

    let end = () => {};
    const blocked = new Promise<void>((resolve) => (end = resolve));
    const fill = async () => {
      await blocked;
      return 'done' as const;
    };
    start(fill, options, {
      listen: () => async () => undefined,
      notify: async (name) => {
        notified = name;
      },
    });
    for (let n = 0; n < 9; n += 1) await enqueue();
    await expect.poll(() => notified).toBe('feepath_jobs');
    end();
    await expect.poll(left).toEqual([]);
  });
});
