/**
 * Deletes the contents that no document and no submission refers to, some days after that was so. What is deleted is
 * decided from the database alone: an object that the database does not know is nobody's to delete. An object is marked
 * in a transaction and deleted after it, so that no transaction waits for the store.
 */
import { and, eq, exists, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../domain/values/dates.ts';
import { type Database, transaction } from '../db/open.ts';
import { contents, documents } from '../db/schema/documents.ts';
import { submissionContents } from '../db/schema/review.ts';
import { cancelJob } from '../jobs/queue.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & {
  adapters: Pick<Services['adapters'], 'objects'>;
  config: Pick<Services['config'], 'contentRetention'>;
};

/** Fewer contents than these may be deleted at once whatever part of the store they are. */
const fewContents = 100;

/** Longer than a store takes to delete an object or to fail. */
const leaseMs = 10 * 60 * 1000;

/**
 * Idempotent. Deletes nothing where the contents that would go are more of all than
 * `config.contentRetention.maxPercent`, and logs that as an error.
 */
export async function deleteUnreferencedContents(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { db, clock, log, config } = needs;
  const { days, maxPercent } = config.contentRetention;
  const now = clock.now();
  const before = new Date(now.getTime() - days * dayMs);
  const isDue = and(lt(contents.unreferencedSince, before), not(isReferenced(db)));
  const total = await db.$count(contents);
  const isTooMany = (count: number) => count > Math.max(fewContents, (total * maxPercent) / 100);

  await db
    .update(contents)
    .set({ unreferencedSince: null })
    .where(and(isNotNull(contents.unreferencedSince), isReferenced(db)));
  const isNewlyUnreferenced = and(isNull(contents.unreferencedSince), not(isReferenced(db)));
  const lost = await db.$count(contents, isNewlyUnreferenced);
  if (isTooMany(lost)) log.error('many contents lost their documents at once', { contents: lost, total });
  await db.update(contents).set({ unreferencedSince: now }).where(isNewlyUnreferenced);

  const due = await db.$count(contents, isDue);
  if (isTooMany(due)) log.error('unreferenced contents not deleted: too many', { contents: due, total });
  const isAbandoned = and(eq(contents.object, 'deleting'), lt(contents.deletingUntil, now));
  const which = isTooMany(due) ? isAbandoned : or(isAbandoned, and(isDue, ne(contents.object, 'deleting')));
  for (let key = await claimDeletion(db, which, now); key; key = await claimDeletion(db, which, now)) {
    await deleteClaimedObject(needs, key).catch((error: unknown) =>
      log.error('content not deleted', errorFields(error)),
    );
    signal?.throwIfAborted();
  }
}

const isReferenced = (db: Database): SQL => {
  const { key: document } = documents;
  const { key: submitted } = submissionContents;
  return sql`(${exists(db.select({ document }).from(documents).where(eq(document, contents.key)))}
    or ${exists(db.select({ submitted }).from(submissionContents).where(eq(submitted, contents.key)))})`;
};

/** Returns the columns that lease the deletion of a content's object to one process. */
export const deletionLease = (now: Date) =>
  ({ object: 'deleting', deletingUntil: new Date(now.getTime() + leaseMs) }) as const;

/** @returns the key of the content whose object is now this process' to delete; undefined where none is left */
const claimDeletion = (db: Database, which: SQL | undefined, now: Date): Promise<string | undefined> =>
  transaction(db, async (tx) => {
    const [row] = await tx
      .select({ key: contents.key })
      .from(contents)
      .where(which)
      .limit(1)
      .for('update', { skipLocked: true });
    if (row) await tx.update(contents).set(deletionLease(now)).where(eq(contents.key, row.key));
    return row?.key;
  });

/**
 * Deletes the object of a content that has a `deletionLease`, and then the row; a row that something refers to is kept
 * without its object, because its document is still shown as refused.
 */
export async function deleteClaimedObject(
  { db, adapters: { objects } }: Pick<Needs, 'db' | 'adapters'>,
  key: string,
): Promise<void> {
  await objects.remove(key);
  const isMarked = and(eq(contents.key, key), eq(contents.object, 'deleting'));
  await transaction(db, async (tx) => {
    const isUnreferenced = and(isMarked, isNotNull(contents.unreferencedSince), not(isReferenced(tx)));
    const deleted = await tx.delete(contents).where(isUnreferenced).returning({ key: contents.key });
    if (deleted.length > 0) await cancelJob(tx, 'document.scan', { key });
    else await tx.update(contents).set({ object: 'deleted', deletingUntil: null }).where(isMarked);
  });
}
