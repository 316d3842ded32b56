/** What operators see of the queue: how many jobs there are, which have failed for good, and how to run one again. */
import { and, asc, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { jobs } from '../db/schema/servers.ts';
import { notifyRunners } from './queue.ts';

/** `retrying`: it was tried before, and waits for its next attempt. */
export type JobState = 'waiting' | 'running' | 'retrying' | 'failed';

export type JobCount = { kind: string; state: JobState; count: number };

/** How many jobs there are of each kind and state; what there is none of has no row. */
export async function jobCounts(db: Database): Promise<JobCount[]> {
  const state = sql<JobState>`case
    when ${jobs.failedAt} is not null then 'failed'
    when ${jobs.leaseUntil} > clock_timestamp() then 'running'
    when ${jobs.attempts} > 0 then 'retrying'
    else 'waiting' end`;
  return db
    .select({ kind: jobs.kind, state, count: sql<number>`count(*)::integer` })
    .from(jobs)
    .groupBy(jobs.kind, sql`2`)
    .orderBy(jobs.kind, sql`2`);
}

export type FailedJob = Pick<
  typeof jobs.$inferSelect,
  'id' | 'kind' | 'payload' | 'attempts' | 'failedAt' | 'lastError'
>;

const mostFailedJobs = 1000;

/** Those that have failed for good, the oldest first. */
export const failedJobs = (db: Database): Promise<FailedJob[]> =>
  db.select().from(jobs).where(isNotNull(jobs.failedAt)).orderBy(asc(jobs.failedAt)).limit(mostFailedJobs);

/** @returns false where no job that has failed has this id */
export async function runFailedJob(db: Database, id: string, now: Date): Promise<boolean> {
  const again = await db
    .update(jobs)
    .set({ failedAt: null, lastError: null, attempts: 0, runAt: now })
    .where(and(sql`${jobs.id}::text = ${id}`, isNotNull(jobs.failedAt)))
    .returning({ id: jobs.id });
  notifyRunners();
  return again.length > 0;
}
