/** Puts jobs into the queue, in the transaction of the act that they follow from. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { afterCommit, type Database } from '../db/open.ts';
import { jobs } from '../db/schema/servers.ts';
import { createNotifier } from '../platform/signal.ts';
import { dedupeKeyOf, type JobSubject } from './dedupe-keys.ts';
import { type JobKind, type JobPayload, type JobPriority, kindRow } from './kinds.ts';

/** Wakes the runners of this process. */
export const { subscribe: onJobEnqueued, notify: notifyRunners } = createNotifier();

type JobOptions = {
  now: Date;
  /** The earliest time to run the job; now if absent. */
  runAt?: Date;
  priority?: JobPriority;
  /**
   * Replaces the kind's dedupe key, which at most one job has. A job that has it already restarts with this payload and
   * time and no attempts; if it is running, it runs once more afterwards.
   */
  dedupeKey?: string;
  /** A job that has the dedupe key already, and has not failed, stays as it is; one that runs, runs again if it is done by that. */
  ifAbsent?: boolean;
};

/** The row of a job, for a statement that stores it with the rows of its act; then `notifyRunners` is called. */
export const jobRow = <Kind extends JobKind>(
  kind: Kind,
  payload: JobPayload<Kind>,
  { now, runAt = now, priority = 0, dedupeKey = dedupeKeyOf(kind, payload) }: Omit<JobOptions, 'ifAbsent'>,
) => ({
  ...{ id: platform.uuid(), kind, channel: kindRow(kind).channel, priority, payload, dedupeKey, runAt },
  createdAt: now,
});

/** The job runs once the transaction is committed, and never where it is not. */
export async function enqueueJob<Kind extends JobKind>(
  tx: Database,
  kind: Kind,
  payload: JobPayload<Kind>,
  { ifAbsent = false, ...options }: JobOptions,
): Promise<void> {
  const row = jobRow(kind, payload, options);
  const { id: _id, kind: _kind, createdAt: _createdAt, dedupeKey, ...anew } = row;
  await tx
    .insert(jobs)
    .values(row)
    .onConflictDoUpdate({
      target: jobs.dedupeKey,
      set: {
        ...anew,
        attempts: 0,
        failedAt: null,
        lastError: null,
        revision: sql`${jobs.revision} + 1`,
      },
      ...(ifAbsent && { setWhere: sql`${jobs.failedAt} is not null` }),
    });
  // The insert has locked the row, so that no run begins or ends before this is committed.
  const isRunning = and(eq(jobs.dedupeKey, dedupeKey), isNotNull(jobs.holder));
  const follow = { isFollowed: true, runAt: row.runAt, attempts: 0 };
  if (ifAbsent) await tx.update(jobs).set(follow).where(isRunning);
  if (row.runAt <= options.now) afterCommit(tx, notifyRunners);
}

/** Deletes the job, if there is one; one that is running ends, and is not repeated. */
export async function cancelJob<Kind extends JobKind>(
  tx: Database,
  kind: Kind,
  subject: JobSubject<Kind>,
): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.dedupeKey, dedupeKeyOf(kind, subject)));
}
