/** The job queue: each job runs in one process at a time, survives what happens to it, and is seen where it failed. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Notifications } from '../../server/db/notifications.ts';
import { openDatabase, transaction } from '../../server/db/open.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { createMetrics } from '../../server/api/metrics.ts';
import { failedJobs, jobCounts, runFailedJob, runUnansweredJobs } from '../../server/jobs/counts.ts';
import { claimJobs } from '../../server/jobs/lease.ts';
import { channelSlots, type JobKind, jobKinds, kindRow } from '../../server/jobs/kinds.ts';
import { cancelJob, enqueueJob } from '../../server/jobs/queue.ts';
import {
  type JobHandlers,
  type JobResult,
  type JobRun,
  type JobRunner,
  startJobRunner,
} from '../../server/jobs/runner.ts';
import { installPlatform, platform } from '../../server/platform/platform.ts';
import { describeOnBothDatabases } from './both-databases.ts';

const repeatedKinds = (Object.keys(jobKinds) as JobKind[]).filter((kind) => kindRow(kind).everyMs);

/** The platform of this process, whose timers of more than five minutes, which are the deadlines, end after `ms`. */
const deadlinesAt = (ms: number) => {
  const node = platform;
  return {
    ...node,
    startTimer: (work: () => void, after: number) => node.startTimer(work, after > 300_000 ? ms : after),
  };
};

type Handler = (payload: { messageId?: string }, run: JobRun) => Promise<JobResult>;

describeOnBothDatabases('the job queue', (given) => {
  let runners: JobRunner[] = [];
  beforeEach(async () => {
    await given.app.db.delete(jobs);
    given.app.lines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.close(0)));
    runners = [];
  });

  /** A runner whose jobs all do the same. The repeated kinds are done at once. */
  function start(
    handler: Handler,
    options: Parameters<typeof startJobRunner>[2] = {},
    notifications?: Notifications,
  ): JobRunner {
    const handlers = Object.fromEntries(
      (Object.keys(jobKinds) as JobKind[]).map((kind) => [
        kind,
        kind.startsWith('message.') ? handler : async () => 'done' as const,
      ]),
    ) as unknown as JobHandlers;
    const needs = { ...given.app.services, notifications };
    const runner = startJobRunner(needs, handlers, { pollMs: 10, random: () => 0.5, ...options });
    runners.push(runner);
    return runner;
  }

  const enqueue = (
    options: Partial<Parameters<typeof enqueueJob>[3]> = {},
    kind: 'message.sms' | 'message.email' = 'message.sms',
  ) => {
    const { db, clock } = given.app;
    return transaction(db, (tx) =>
      enqueueJob(tx, kind, { messageId: randomUUID() }, { now: clock.now(), ...options }),
    );
  };
  const left = () => given.app.db.select().from(jobs).where(eq(jobs.channel, 'sms'));

  it('runs what was committed, at once, and never what was not', async () => {
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
      // On a slow machine its lease would end before the last round, and it would be claimed again.
      await db.delete(jobs);
    }
  });

  it('is one job per key: enqueued again while it runs, it runs once more, and as it was said last', async () => {
    const started: string[] = [];
    let end = () => {};
    start(async ({ messageId = '' }) => {
      started.push(messageId);
      await new Promise<void>((resolve) => (end = resolve));
      return 'done';
    });
    const dedupeKey = 'one';
    await enqueue({ dedupeKey });
    await expect.poll(() => started.length).toBe(1);
    await enqueue({ dedupeKey, ifAbsent: true });
    const messageId = randomUUID();
    const { db, clock } = given.app;
    for (const id of [randomUUID(), messageId])
      await enqueueJob(db, 'message.sms', { messageId: id }, { now: clock.now(), dedupeKey });
    expect(await left()).toHaveLength(1);
    end();
    await expect.poll(() => started.length).toBe(2);
    expect(started[1]).toBe(messageId);
    await cancelJob(db, dedupeKey);
    end();
    await expect.poll(left).toEqual([]);
  });

  it('is done once where several servers share it, and never more at a time than a channel has slots', async () => {
    const ran: string[] = [];
    let running = 0;
    let most = 0;
    const handler: Handler = async ({ messageId = '' }) => {
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

  it('goes on with what a process was running when it died, once its lease has ended', async () => {
    await enqueue();
    await enqueue();
    const [dead, alive] = await left();
    const claim = (id: string | undefined, leaseUntil: Date) =>
      given.app.db
        .update(jobs)
        .set({ holder: randomUUID(), leaseUntil, attempts: 1, claims: 1 })
        .where(eq(jobs.id, id ?? ''));
    await claim(dead?.id, new Date(Date.now() - 1));
    await claim(alive?.id, new Date(Date.now() + 60_000));
    const attempts: number[] = [];
    start(async (_, { attempt }) => {
      attempts.push(attempt);
      return 'done';
    });
    await expect.poll(left).toHaveLength(1);
    expect(attempts).toEqual([2]);
    expect(await left()).toMatchObject([{ id: alive?.id, attempts: 1 }]);
  });

  it('is given up where servers died with it twenty times, and counts no attempt for them', async () => {
    await enqueue();
    await enqueue();
    const [deadly, unlucky] = await left();
    const died = (id: string | undefined, claims: number) =>
      given.app.db
        .update(jobs)
        .set({ holder: randomUUID(), leaseUntil: new Date(Date.now() - 1), claims })
        .where(eq(jobs.id, id ?? ''));
    await died(deadly?.id, 20);
    await died(unlucky?.id, 19);
    const attempts: number[] = [];
    start(async (_, { attempt }) => {
      attempts.push(attempt);
      return 'done';
    });
    await expect
      .poll(left)
      .toMatchObject([{ id: deadly?.id, claims: 0, lastError: 'ServersDied', holder: null }]);
    expect((await left())[0]?.failedAt).not.toBeNull();
    expect(attempts).toEqual([1]);
    // Nobody runs it again but an operator.
    expect(await runUnansweredJobs(given.app.db, given.app.clock.now())).toBe(0);
    expect(await runFailedJob(given.app.db, deadly?.id ?? '', given.app.clock.now())).toBe(true);
    await expect.poll(left).toEqual([]);
    expect(attempts).toEqual([1, 1]);
    expect(given.app.lines.splice(0).join()).toContain('job failed for good');
  });

  it('that does not end by its deadline is aborted, counts as an attempt, and leaves its slot to others', async () => {
    onTestFinished(installPlatform(deadlinesAt(100)));
    const runs: { attempt: number; signal: AbortSignal }[] = [];
    // It does not heed the signal either.
    start((_, { attempt, signal }) => {
      runs.push({ attempt, signal });
      return new Promise<JobResult>(() => undefined);
    });
    for (let n = 0; n < channelSlots.sms + 1; n += 1) await enqueue();
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(channelSlots.sms + 1);
    expect(runs[0]?.signal.reason).toMatchObject({ name: 'DeadlineOver' });
    await expect
      .poll(
        async () => (await left()).map(({ attempts, lastError, holder }) => [attempts, lastError, holder]),
        {
          timeout: 10_000,
        },
      )
      .toEqual(Array.from({ length: channelSlots.sms + 1 }, () => [1, 'DeadlineOver', null]));
    given.app.lines.length = 0;
  });

  it('keeps its lease while it runs, and learns that it has lost it', async () => {
    let run: JobRun | undefined;
    let end = (_: JobResult) => {};
    start((_, now) => {
      run = now;
      return new Promise((resolve) => (end = resolve));
    });
    await enqueue();
    await expect.poll(() => run).toBeDefined();
    const first = (await left())[0]?.leaseUntil?.getTime() ?? 0;
    await expect.poll(async () => (await left())[0]?.leaseUntil?.getTime()).toBeGreaterThan(first);
    const other = randomUUID();
    await given.app.db.update(jobs).set({ holder: other, leaseUntil: new Date(Date.now() + 60_000) });
    await expect.poll(() => run?.signal.aborted).toBe(true);
    expect(given.app.lines.splice(0).join()).toContain('job lease lost');
    end('failed');
    await runners[0]?.close();
    expect(await left()).toMatchObject([{ holder: other, failedAt: null }]);
  });

  it('is not begun again by a server that still runs it, also where its lease has ended', async () => {
    const begun: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    start(async ({ messageId = '' }) => {
      begun.push(messageId);
      await ended;
      return 'done';
    });
    await enqueue();
    await expect.poll(() => begun.length).toBe(1);
    await given.app.db.update(jobs).set({ leaseUntil: new Date(Date.now() - 1000) });
    // Claimed after the lease had ended, and by the same statements.
    await enqueue();
    await expect.poll(() => begun.length).toBeGreaterThan(1);
    end();
    await expect.poll(left).toEqual([]);
    expect(begun).toHaveLength(2);
  });

  it('is not held up by another job whose row is locked, and that one is aborted before its lease ends', async () => {
    const url = given.database.env.DATABASE_URL;
    // The embedded database has one connection: nobody else can lock a row while it answers.
    if (!url) return;
    const runs: { messageId: string; signal: AbortSignal }[] = [];
    start(
      ({ messageId = '' }, { signal }) =>
        new Promise((resolve) => {
          runs.push({ messageId, signal });
          signal.addEventListener('abort', () => resolve('retry'));
        }),
    );
    for (let n = 0; n < 4; n += 1) await enqueue();
    await expect.poll(() => runs.length).toBe(4);
    const [locked, ...others] = await left();
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(close);
    const isAborted = (id: string) => runs.find(({ messageId }) => messageId === id)?.signal.aborted ?? false;
    const messageIdOf = (job: typeof locked) => (job?.payload as { messageId: string }).messageId;
    await transaction(db, async (tx) => {
      await tx
        .select()
        .from(jobs)
        .where(eq(jobs.id, locked?.id ?? ''))
        .for('update');
      await expect.poll(() => isAborted(messageIdOf(locked))).toBe(true);
      const leaseUntil = (
        await tx
          .select()
          .from(jobs)
          .where(eq(jobs.id, locked?.id ?? ''))
      )[0]?.leaseUntil;
      expect(leaseUntil?.getTime()).toBeGreaterThan(Date.now());
    });
    // It begins again, and only it: nothing counts for an attempt.
    await expect.poll(() => runs.length).toBe(5);
    expect(runs.at(-1)?.messageId).toBe(messageIdOf(locked));
    expect(others.map((job) => isAborted(messageIdOf(job)))).toEqual([false, false, false]);
    expect((await left()).map(({ attempts, claims }) => [attempts, claims])).toEqual(Array(4).fill([0, 1]));
    given.app.lines.length = 0;
  });

  it('is finished when the server ends, or handed over without a delay', async () => {
    let begun = 0;
    const ended: string[] = [];
    const quick = start(async () => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      ended.push('quick');
      return 'done';
    });
    await enqueue();
    await expect.poll(() => begun).toBe(1);
    await quick.close();
    expect([ended, await left()]).toEqual([['quick'], []]);

    // Two heed the signal, the third does not, and is enqueued anew meanwhile.
    const slow = start(
      (_, { signal }) =>
        new Promise((resolve, reject) => {
          begun += 1;
          if (begun === 2) signal.addEventListener('abort', () => reject(new Error('aborted')));
          if (begun === 3) signal.addEventListener('abort', () => resolve('retry'));
        }),
    );
    for (const [dedupeKey, count] of [
      ['rejects', 2] as const,
      ['retries', 3] as const,
      ['later', 4] as const,
    ]) {
      await enqueue({ dedupeKey });
      await expect.poll(() => begun).toBe(count);
    }
    const now = given.app.clock.now();
    const runAt = new Date(now.getTime() + 86_400_000);
    await enqueue({ dedupeKey: 'later', runAt });
    await slow.close(10);
    const released = { holder: null, leaseUntil: null, attempts: 0 };
    expect(
      (await left()).toSorted((a, b) => (String(a.dedupeKey) < String(b.dedupeKey) ? -1 : 1)),
    ).toMatchObject([
      { dedupeKey: 'later', runAt, ...released },
      { dedupeKey: 'rejects', runAt: now, ...released },
      { dedupeKey: 'retries', runAt: now, ...released },
    ]);
    const taken = start(async () => 'done');
    await expect.poll(left).toMatchObject([{ dedupeKey: 'later' }]);
    await taken.close();
    expect(given.app.lines).toEqual([]);
  });

  it('has a gauge of each kind and state, also where there is none of it', async () => {
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

  it('begins anew when its handler says, unless it is enqueued for another time meanwhile', async () => {
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

  it('repeats what is to be repeated, one job for all servers', async () => {
    const { db, clock } = given.app;
    start(async () => 'done');
    start(async () => 'done');
    const cleanups = () => db.select().from(jobs).where(eq(jobs.kind, 'oneTimePasswords.cleanup'));
    const next = () =>
      cleanups().then((rows) => rows.map(({ runAt, attempts }) => [runAt.getTime(), attempts]));
    await expect.poll(next).toEqual([[clock.now().getTime() + 3_600_000, 0]]);
    clock.pass(3_600_000);
    await expect.poll(next).toEqual([[clock.now().getTime() + 3_600_000, 0]]);
  });

  it('leaves a kind that it does not know to the servers that do', async () => {
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
