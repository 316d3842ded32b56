/**
 * Deletes what abandoned calls and crashed processes leave in the object store: uploads that were not added to a loan
 * within a day, and stored contents that no document and no submission refers to.
 */
import { inArray } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { documents, scans, submissions } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { startCleanupJob, type CleanupJob } from '../cleanup-job.ts';
import { type ContentId, contentKey, parseContentKey, uploadsRoot, contentsRoot } from './object-keys.ts';
import { deleteUnreferencedContent } from './stored-contents.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & { adapters: Pick<Services['adapters'], 'objects'> };

const hourMs = 60 * 60 * 1000;
/** Older uploads are abandoned. */
const uploadKeptMs = 24 * hourMs;
/** A younger content may belong to a transaction that is not committed yet. */
const contentKeptMs = hourMs;

/** The batch size of the queries, in loans. */
const loansAtOnce = 200;

/** Runs the cleanup now and every hour. */
export const startDocumentCleanup = (needs: Needs): CleanupJob =>
  startCleanupJob(needs.log, () => removeUnreferencedObjects(needs));

export async function removeUnreferencedObjects(needs: Needs): Promise<void> {
  const { objects } = needs.adapters;
  const now = needs.clock.now().getTime();
  for (const { key, lastModified } of await objects.list(uploadsRoot)) {
    if (now - lastModified.getTime() > uploadKeptMs) await objects.remove(key);
  }
  await objects.dropUploads(new Date(now - uploadKeptMs));

  const stored = (await objects.list(contentsRoot)).filter(
    ({ lastModified }) => now - lastModified.getTime() > contentKeptMs,
  );
  const contents = stored.flatMap(({ key }) => parseContentKey(key) ?? []);
  const loans = [...new Set(contents.map(({ loanId }) => loanId))];
  for (let at = 0; at < loans.length; at += loansAtOnce) {
    const some = new Set(loans.slice(at, at + loansAtOnce));
    const wanted = await referencedKeys(needs.db, [...some]);
    const unwanted = contents.filter((one) => some.has(one.loanId) && !wanted.has(contentKey(one)));
    // Each is checked again, under its loan's row lock.
    for (const content of unwanted) await deleteUnreferencedContent(needs, content);
  }
}

/** The keys of the contents that documents and submissions of these loans refer to, without those that the scan refused. */
async function referencedKeys(db: Database, loanIds: string[]): Promise<Set<string>> {
  const current = await db
    .select({ loanId: documents.loanId, type: documents.type, etag: documents.etag })
    .from(documents)
    .where(inArray(documents.loanId, loanIds));
  const submitted = await db
    .select({ loanId: submissions.loanId, documents: submissions.documents })
    .from(submissions)
    .where(inArray(submissions.loanId, loanIds));
  const named: ContentId[] = [
    ...current,
    ...submitted.flatMap(({ loanId, documents: contents }) =>
      // Only server/loans/submissions.ts writes these rows.
      Object.entries(contents as Record<string, { e_tag: string }>).map(([type, { e_tag: etag }]) => ({
        loanId,
        type,
        etag,
      })),
    ),
  ];
  const wanted = new Set(named.map(contentKey));
  for (const { key, state } of await db.select().from(scans).where(inArray(scans.loanId, loanIds))) {
    if (state === 'refused') wanted.delete(key);
  }
  return wanted;
}
