/** Deletes the counters of re-entry after two days, when no limit looks at them any more. */
import { lt } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { reentries } from '../db/schema.ts';

const keptMs = 2 * 24 * 60 * 60 * 1000;

export async function removeExpiredReentries(db: Database, now: Date): Promise<void> {
  await db.delete(reentries).where(lt(reentries.sentAt, new Date(now.getTime() - keptMs)));
}
