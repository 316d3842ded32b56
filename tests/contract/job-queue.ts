/** The queue of a test's server with jobs that do what the test says. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import type { Notifications } from '../../server/db/notifications.ts';
import { transaction } from '../../server/db/open.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { type JobKind, jobKinds } from '../../server/jobs/kinds.ts';
import { enqueueJob } from '../../server/jobs/queue.ts';
import {
  type JobHandlers,
  type JobResult,
  type JobRun,
  type JobRunner,
  startJobRunner,
} from '../../server/jobs/runner.ts';
import type { TestContext } from './both-databases.ts';

export type JobHandler = (payload: { messageId?: string }, run: JobRun) => Promise<JobResult>;

/** Empties the queue before each test, and ends the runners after it. Call it in a `describe`. */
export function jobQueueFor(given: TestContext) {
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
    handler: JobHandler,
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

  return { start, enqueue, left };
}
