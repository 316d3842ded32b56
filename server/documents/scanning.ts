/**
 * The virus scan of a stored document: the job `document.scan`. Until it has a verdict the document cannot be opened. A
 * scan that never gets one has failed for good, and is run again by an admin command.
 */
import { and, eq } from 'drizzle-orm';
import type { Objects } from '../adapters/objects.ts';
import type { ScanVerdict } from '../adapters/scanner.ts';
import { transaction } from '../db/open.ts';
import { contents } from '../db/schema/documents.ts';
import type { Services } from '../api/handler.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { refreshNow } from '../push/schedule.ts';
import { deleteClaimedObject, deletionLease } from './delete-contents.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & {
  adapters: Pick<Services['adapters'], 'objects' | 'scanner'>;
};

type Scan = { key: string; loanId: string };

/** @throws whatever keeps the scanner from a verdict */
export async function scanByJob(needs: Needs, scan: Scan, { attempt, signal }: JobRun): Promise<JobResult> {
  const { db, log, adapters } = needs;
  const [content] = await db.select().from(contents).where(isWaiting(scan.key));
  if (!content) return 'done';
  // Documents that still wait when the scanner is configured away were never scanned.
  const verdict = adapters.scanner
    ? await adapters.scanner.scan(bytesOf(adapters.objects, scan.key), signal)
    : 'not_scanned';
  await recordVerdict(needs, scan, verdict);
  log.info('document scanned', { attempt, verdict });
  return 'done';
}

/** The content's bytes; opened at the first read, so that an unused generator holds no stream. */
async function* bytesOf(objects: Objects, key: string): AsyncGenerator<Uint8Array> {
  const stored = await objects.head(key);
  const bytes = stored && (await objects.read(key, stored.eTag));
  if (!bytes) throw new Error('There is no such content');
  yield* bytes;
}

const isWaiting = (key: string) => and(eq(contents.key, key), eq(contents.scan, 'waiting'));

/** Records the verdict; the object of a refused content is deleted from the store. */
async function recordVerdict(
  needs: Needs,
  { key, loanId }: Scan,
  scan: ScanVerdict | 'not_scanned',
): Promise<void> {
  const { db, clock } = needs;
  const isRefused = await transaction(db, async (tx) => {
    const loan = await lockLoan(tx, loanId, clock.now());
    const object = scan === 'refused' ? deletionLease(clock.now()) : {};
    const settled = await tx
      .update(contents)
      .set({ scan, ...object })
      .where(isWaiting(key))
      .returning({ key: contents.key });
    if (settled.length === 0) return false;
    if (scan !== 'refused') await refreshNow(tx, loan, clock.now());
    // Raises the loan's version: a reviewer's view still has the refused document.
    if (scan === 'refused') await changeLoan(tx, loan, {}, clock.now());
    return scan === 'refused';
  });
  if (isRefused) await deleteClaimedObject(needs, key);
}
