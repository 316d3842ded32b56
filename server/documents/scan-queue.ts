/** Queues the virus scan of a content as a job, in the transaction that adds the content. */
import type { Database } from '../db/open.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';

const scanKey = (contentKey: string): string => `scan:${contentKey}`;

export const enqueueScan = (
  tx: Database,
  { key, loanId }: { key: string; loanId: string },
  now: Date,
): Promise<void> => enqueueJob(tx, 'document.scan', { key, loanId }, { now, dedupeKey: scanKey(key) });

export const cancelScan = (tx: Database, contentKey: string): Promise<void> =>
  cancelJob(tx, scanKey(contentKey));
