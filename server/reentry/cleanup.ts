/** Deletes the counters of re-entry after two days, when no limit looks at them any more. */
import { lt } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { reentries } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { startCleanupJob, type CleanupJob } from '../cleanup-job.ts';

const keptMs = 2 * 24 * 60 * 60 * 1000;

export async function removeExpiredReentries(db: Database, now: Date): Promise<void> {
  await db.delete(reentries).where(lt(reentries.sentAt, new Date(now.getTime() - keptMs)));
}

/** Runs the cleanup now and every hour. */
export const startReentryCleanup = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): CleanupJob =>
  startCleanupJob(log, () => removeExpiredReentries(db, clock.now()));
