/** Reports on the queue for operators: the numbers of jobs, the failed ones, and retries. */
import { asc, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Database, executeSql } from '../db/open.ts';
import { jobs } from '../db/schema/servers.ts';
import { notifyRunners } from './queue.ts';

/** `retrying`: it was tried before, and waits for its next attempt. */
export const jobStates = ['waiting', 'running', 'retrying', 'failed'] as const;

export type JobState = (typeof jobStates)[number];

/** Returns the numbers of jobs by kind and state; a count of zero has no row. */
export async function jobCounts(db: Database): Promise<{ kind: string; state: JobState; count: number }[]> {
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

/** Returns the jobs that have finally failed, the oldest first. */
export const failedJobs = (db: Database): Promise<FailedJob[]> =>
  db.select().from(jobs).where(isNotNull(jobs.failedAt)).orderBy(asc(jobs.failedAt)).limit(mostFailedJobs);

/** @returns false where no job that has failed has this id */
export const runFailedJob = async (db: Database, id: string, now: Date): Promise<boolean> =>
  (await runAgain(db, sql`id::text = ${id}`, now)) > 0;

/** @returns how many have failed */
export const runFailedJobs = (db: Database, kind: string, now: Date): Promise<number> =>
  runAgain(db, sql`kind = ${kind}`, now);

/** The `lastError` of a job with which servers died. */
export const serversDied = 'ServersDied';

/** Goes on with the pushes that no lender has answered; what a lender has refused waits for an operator. */
export const runUnansweredJobs = (db: Database, now: Date): Promise<number> =>
  runAgain(db, sql`kind = 'lender.push' and last_error = 'unanswered'`, now);

/** Makes failed jobs due again, 100 ms apart, so that they do not delay jobs that become due meanwhile. */
async function runAgain(db: Database, which: SQL, now: Date): Promise<number> {
  const again = await executeSql(
    db,
    sql`update jobs set failed_at = null, last_error = null, attempts = 0,
        run_at = ${now.toISOString()}::timestamptz + (nth - 1) * interval '100 milliseconds'
      from (
        select id, row_number() over (order by failed_at) as nth from jobs where failed_at is not null and ${which}
      ) as failed
      where jobs.id = failed.id
      returning jobs.id`,
  );
  notifyRunners();
  return again.length;
}
