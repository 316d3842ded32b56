/**
 * Claims jobs for a runner. A claim is a lease of some seconds by the database's clock, which the runner renews; that
 * of a process that crashed ends by itself, and another runner claims the job. A runner that cannot renew a lease stops
 * the job before the lease ends, and claims nothing that it is still running. Of jobs that are due, those with the
 * highest priority come first, then those that have been due longest.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Database, executeSql } from '../db/open.ts';
import { jobs } from '../db/schema/servers.ts';
import { type JobChannel, type JobKind, jobKinds } from './kinds.ts';

/** Longer than an SMS provider may take, so that another runner seldom repeats what is under way. */
const leaseMs = 15_000;
export const renewEveryMs = 3000;
/** The time without a renewal after which a job is aborted, which is before the lease expires. */
export const renewWithinMs = leaseMs - renewEveryMs;

export type ClaimedJob = {
  id: string;
  kind: JobKind;
  channel: JobChannel;
  payload: unknown;
  /** Counts this one too. */
  attempts: number;
  /** The number of claims since a run last ended, with this one. */
  claims: number;
  /** Changes when the job is enqueued anew while it runs. */
  revision: number;
};

const leaseEnd = () => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/**
 * Jobs of kinds that this server does not know are left. Each priority is a search of its own along `jobs_due`, the
 * higher one first: one search of both would read every job that is not due yet.
 * @param claim.running the ids of those that this holder still runs, which it never claims, also where their lease has ended
 * @param claim.free how many jobs of each channel may be claimed
 */
export async function claimJobs(
  db: Database,
  claim: {
    holder: string;
    now: Date;
    running: readonly string[];
    free: readonly (readonly [JobChannel, number])[];
  },
): Promise<ClaimedJob[]> {
  const { holder, now, running, free } = claim;
  const list = (values: readonly string[]) =>
    sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    );
  const slots = sql.join(
    free.map(([channel, count]) => sql`(${channel}::text, ${count}::integer)`),
    sql`, `,
  );
  return executeSql<ClaimedJob>(
    db,
    sql`with free (channel, slots) as (values ${slots}),
      due as materialized (
        select picked.id from free cross join lateral (
          select ready.id from (values (10), (0)) as priorities (priority) cross join lateral (
            select id from jobs
            where jobs.channel = free.channel and jobs.priority = priorities.priority
              and failed_at is null and run_at <= ${now.toISOString()}::timestamptz
              and kind in (${list(Object.keys(jobKinds))})
              and (lease_until is null or lease_until < clock_timestamp())
              and id <> all (string_to_array(${running.join()}, ',')::uuid[])
            order by run_at
            limit free.slots
            for update skip locked
          ) as ready
          limit free.slots
        ) as picked
      )
      update jobs set claims = claims + 1, is_followed = false, holder = ${holder}::uuid, lease_until = ${leaseEnd()}
      from due where jobs.id = due.id
      returning jobs.id, kind, jobs.channel, payload, attempts + 1 as attempts, claims, revision`,
  );
}

/** @returns the ids of those that were renewed: not what another holder has, and not a row that is locked just now */
export async function renewLeases(db: Database, holder: string, ids: readonly string[]): Promise<string[]> {
  const unlocked = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, [...ids]), eq(jobs.holder, holder)))
    .for('update', { skipLocked: true });
  const renewed = await db
    .update(jobs)
    .set({ leaseUntil: leaseEnd() })
    .where(inArray(jobs.id, unlocked))
    .returning({ id: jobs.id });
  return renewed.map(({ id }) => id);
}

const released = { holder: null, leaseUntil: null, claims: 0 };

/** Hands over what this holder still has: any other runner may claim it, what was enqueued anew at its new time. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.update(jobs).set(released).where(eq(jobs.holder, holder));
}

/** Gives back jobs that were claimed too late to be begun. Such a claim does not count. */
export async function returnClaims(db: Database, holder: string, ids: readonly string[]): Promise<void> {
  await db
    .update(jobs)
    .set({ holder: null, leaseUntil: null, claims: sql`${jobs.claims} - 1` })
    .where(and(inArray(jobs.id, [...ids]), eq(jobs.holder, holder)));
}

/** The result of a claimed job: done, finally failed, or to be retried; with the new values of its row. */
export type JobEnd =
  | { kind: 'done' }
  | { kind: 'failed'; lastError: string; failedAt: Date }
  /** `attempts`: how many of them count. */
  | { kind: 'again'; runAt: Date; attempts: number; lastError?: string };

/** Ends the claim. A job that was enqueued anew meanwhile stays in the queue; one that another holder has is left. */
export async function settleJob(db: Database, holder: string, job: ClaimedJob, end: JobEnd): Promise<void> {
  const { kind, ...changes } = end;
  const isOurs = and(eq(jobs.id, job.id), eq(jobs.holder, holder));
  const isUnchanged = and(isOurs, eq(jobs.revision, job.revision));
  const isOver = and(isUnchanged, eq(jobs.isFollowed, false));
  const settled =
    kind === 'done'
      ? await db.delete(jobs).where(isOver).returning({ id: jobs.id })
      : await db
          .update(jobs)
          .set({ attempts: job.attempts, lastError: null, ...changes, ...released })
          .where(isUnchanged)
          .returning({ id: jobs.id });
  if (settled.length === 0) await db.update(jobs).set(released).where(isOurs);
}
