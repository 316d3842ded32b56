/** The leases of jobs: a job whose server dies, hangs, loses the database or stops. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, transaction } from '../../server/db/open.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { runFailedJob, runUnansweredJobs } from '../../server/jobs/counts.ts';
import { channelSlots } from '../../server/jobs/kinds.ts';
import type { JobResult, JobRun } from '../../server/jobs/runner.ts';
import { installPlatform, platform } from '../../server/platform/platform.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { jobQueueFor } from './job-queue.ts';

/** The platform of this process, whose timers of more than five minutes, which are the deadlines, end after `ms`. */
const deadlinesAt = (ms: number) => {
  const node = platform;
  return {
    ...node,
    startTimer: (work: () => void, after: number) => node.startTimer(work, after > 300_000 ? ms : after),
  };
};

describeOnBothDatabases('the lease of a job', (given) => {
  const { start, enqueue, left } = jobQueueFor(given);

  it('lets another process run the job of a dead one once the lease has ended', async () => {
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

  it('gives a job up after twenty servers died with it, without counting attempts', async () => {
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
    // The job runs again only if an operator starts it.
    expect(await runUnansweredJobs(given.app.db, given.app.clock.now())).toBe(0);
    expect(await runFailedJob(given.app.db, deadly?.id ?? '', given.app.clock.now())).toBe(true);
    await expect.poll(left).toEqual([]);
    expect(attempts).toEqual([1, 1]);
    expect(given.app.lines.splice(0).join()).toContain('job failed for good');
  });

  it('a lease claimed too late is returned at once, and no server counts as dead', async () => {
    let asked = 0;
    // The database takes a minute for each of the first claims.
    const elapsedMs = () => 60_000 * (asked < 200 ? (asked += 1) : asked);
    onTestFinished(installPlatform({ ...platform, elapsedMs }));
    await enqueue();
    let ran = 0;
    start(async () => {
      ran += 1;
      return 'done';
    });
    await expect.poll(left, { timeout: 10_000 }).toEqual([]);
    expect([asked, ran]).toEqual([200, 1]);
  });

  it('a job past its deadline is aborted, counts as an attempt, and releases its slot', async () => {
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

  it('is extended while the job runs, and the job is told when the lease is lost', async () => {
    let run: JobRun | undefined;
    let end = (_: JobResult) => {};
    const runner = start((_, now) => {
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
    await runner.close();
    expect(await left()).toMatchObject([{ holder: other, failedAt: null }]);
  });

  it('a server does not begin a job again while it still runs it, even after the lease has ended', async () => {
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

  it('a locked row of one job does not hold up other jobs, and that job is aborted before its lease ends', async () => {
    const url = given.database.env.DATABASE_URL;
    // The embedded database has one connection, so rows cannot be locked while it answers.
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

    // Two jobs obey the signal; the third ignores it and is enqueued again meanwhile.
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
});
