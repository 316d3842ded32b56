/** Queues the virus scan of a content as a job, in the transaction that adds the content. */
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../db/open.ts';
import { scans } from '../db/schema/documents.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';

const scanKey = (contentKey: string): string => `scan:${contentKey}`;

type Content = { key: string; loanId: string };

export async function enqueueScan(tx: Database, { key, loanId }: Content, now: Date): Promise<void> {
  // A server of the version before takes a content without this row for one that was scanned.
  const waiting = { state: 'waiting', attempts: 0, dueAt: now } as const;
  await tx
    .insert(scans)
    .values({ key, loanId, ...waiting })
    .onConflictDoUpdate({ target: scans.key, set: waiting });
  await enqueueJob(tx, 'document.scan', { key, loanId }, { now, dedupeKey: scanKey(key) });
}

export const cancelScan = (tx: Database, contentKey: string): Promise<void> =>
  cancelJob(tx, scanKey(contentKey));

/** Contents at a time, so that the jobs of many do not become due at once. */
const mostAdopted = 500;

/** Enqueues the scans of contents that wait and have no job: those that servers of the version before have added. */
export async function adoptWaitingScans(db: Database, now: Date): Promise<void> {
  const waiting = await rowsOf<{ key: string; loan_id: string }>(
    db,
    sql`select key, loan_id from contents
      where scan = 'waiting' and object = 'stored'
        and not exists (select from jobs where dedupe_key = 'scan:' || contents.key)
      limit ${mostAdopted}`,
  );
  for (const { key, loan_id: loanId } of waiting) await enqueueScan(db, { key, loanId }, now);
}
