/**
 * Adds a document to a loan: writes the content's row, stores the checked bytes, writes the document's row, then deletes
 * the upload. A crash between the steps leaves a content that nothing refers to, which is deleted some days later. The
 * call is idempotent, so that a client whose response was lost can retry it.
 */
import { and, eq, ne, sql } from 'drizzle-orm';
import { sleep } from '../platform/timers.ts';
import type { LoanDocument, DocumentType } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { contents, documents } from '../db/schema/documents.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { Services } from '../api/handler.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { errorFields } from '../platform/log.ts';
import { Problem } from '../http/problem.ts';
import { refreshNow } from '../push/schedule.ts';
import { type NewTimelineEntry, appendToTimeline } from '../timeline/timeline.ts';
import { type AddDocumentBody, type CheckedUpload, checkUpload, validateRequest } from './check.ts';
import { contentKey, parseContentKey } from '../loans/document-keys.ts';
import { requireDocumentEditable } from './lock.ts';
import { readDocument } from './read.ts';
import { documentProblem } from './refusals.ts';

/** An earlier object with the same key may be about to be deleted; then it is stored again after that. */
const attempts = 5;
const attemptDelayMs = 200;
/** Seconds after which the client may send the document again, where that takes longer. */
const retryAfterSeconds = 5;

/** A document is checked and stored as a whole, so this many times the largest one is all the memory that it takes. */
export const maxDocumentsInMemory = 4;

/**
 * @returns the loan's document afterwards
 * @throws Problem 400, 413 or 415 for what cannot be taken, 409 or 422 where the loan does not take it now
 */
export async function addDocument(services: Services, sent: AddDocumentBody): Promise<LoanDocument> {
  const { db, clock, adapters } = services;
  const { loan_id: loanId, type, key: upload } = sent;
  validateRequest(sent);
  const stored = await adapters.objects.head(upload);
  if (!stored && (await isAlreadyAdded(db, sent))) return readDocument(db, loanId, type);
  await transaction(db, async (tx) =>
    requireDocumentEditable(tx, await lockLoan(tx, loanId, clock.now()), type),
  );
  if (!stored) throw documentProblem('missing');

  await services.documentsInMemory.run(async () =>
    storeContent(services, sent, await checkUpload(adapters.objects, stored, sent)),
  );
  // The cleanup deletes the upload if this fails.
  await adapters.objects
    .remove(upload)
    .catch((error: unknown) => services.log.error('upload not deleted', errorFields(error)));
  return readDocument(db, loanId, type);
}

/** Returns whether an earlier call has added this content already, so that this one is a retry. */
async function isAlreadyAdded(db: Database, sent: AddDocumentBody): Promise<boolean> {
  const row = await rowOf(db, sent);
  return row?.key === keyOf(sent) && row.proof === (sent.proof ?? null);
}

async function rowOf(db: Database, { loan_id: loanId, type }: AddDocumentBody) {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.loanId, loanId), eq(documents.type, type)));
  return row;
}

const keyOf = ({ loan_id: loanId, type, e_tag: etag }: AddDocumentBody): string =>
  contentKey({ loanId, type, etag });

/**
 * Writes the content, its object and the document that refers to it.
 * @throws Problem 503 where an earlier object with the same key is still being deleted
 */
async function storeContent(
  services: Services,
  sent: AddDocumentBody,
  checked: CheckedUpload,
): Promise<void> {
  const { db, keyring, adapters } = services;
  const key = keyOf(sent);
  const password =
    checked.password === null ? null : keyring.encrypt('document password', key, checked.password);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await sleep(attemptDelayMs * attempt);
    if (!(await insertUnreferenced(services, sent, checked))) continue;
    // Stored contents are immutable: a reviewer may have read this one.
    if (!(await adapters.objects.head(key)))
      await adapters.objects.put(key, checked.bytes, checked.contentType);
    const writing = transaction(db, (tx) => writeDocument(tx, services, sent, password));
    const isWritten = await writing.catch(async (error: unknown) => {
      // A loan that was erased meanwhile must leave no object behind.
      if (error instanceof Problem && error.status === 410) await adapters.objects.remove(key);
      throw error;
    });
    if (isWritten) return;
  }
  throw new Problem(503, 'An earlier copy of the document is being deleted', undefined, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/**
 * Writes the content's row before its object, so that no object is ever without a row.
 * @returns false while an earlier object with the same key is being deleted
 */
async function insertUnreferenced(
  { db, clock, adapters }: Services,
  sent: AddDocumentBody,
  { contentType }: CheckedUpload,
): Promise<boolean> {
  const now = clock.now();
  const row = {
    key: keyOf(sent),
    loanId: sent.loan_id,
    type: sent.type,
    sha256: sent.e_tag,
    size: sent.size,
    contentType,
    scan: adapters.scanner ? ('waiting' as const) : ('not_scanned' as const),
    uploadedAt: now,
    unreferencedSince: now,
  };
  const inserted = await db
    .insert(contents)
    .values(row)
    .onConflictDoUpdate({
      target: contents.key,
      // Begins the days anew after which it would be deleted; what is referenced stays so.
      set: {
        unreferencedSince: sql`case when ${contents.unreferencedSince} is null then null else excluded.unreferenced_since end`,
      },
      setWhere: ne(contents.object, 'deleting'),
    })
    .returning({ key: contents.key });
  return inserted.length > 0;
}

/** @returns false where the object began to be deleted meanwhile */
async function writeDocument(
  tx: Database,
  { clock, adapters: { scanner } }: Services,
  sent: AddDocumentBody,
  password: string | null,
): Promise<boolean> {
  const now = clock.now();
  const { loan_id: loanId, type, e_tag: etag, proof = null } = sent;
  const key = keyOf(sent);
  const loan = await lockLoan(tx, loanId, now);
  await requireDocumentEditable(tx, loan, type);

  const before = await rowOf(tx, sent);
  const isSame = before?.key === key;
  const uploadedAt = isSame ? before.createdAt : now;
  const isScanned = scanner !== undefined;
  const [known] = await tx.select().from(contents).where(eq(contents.key, key)).for('update');
  if (!known || known.object === 'deleting') return false;
  const needsScan = !['clean', 'waiting'].includes(known.scan);
  const scan = !needsScan ? known.scan : isScanned ? 'waiting' : 'not_scanned';
  await tx
    .update(contents)
    .set({ password, scan, object: 'stored', uploadedAt, unreferencedSince: null })
    .where(eq(contents.key, key));
  const about = { key, proof, createdAt: uploadedAt };
  await tx
    .insert(documents)
    .values({ loanId, type, ...about })
    .onConflictDoUpdate({ target: [documents.loanId, documents.type], set: about });
  if (!isSame) {
    const replaced = before && parseContentKey(before.key)?.etag;
    await appendToTimeline(tx, timelineEntryOf({ loanId, now, type, before: replaced, after: etag }));
  }
  if (scan === 'waiting') await enqueueJob(tx, 'document.scan', { key, loanId }, { now });
  // The scanner's job asks the lender once the scan has passed.
  else if (!isSame) await refreshNow(tx, loan, now);
  // Raises the loan's version, so that a reviewer who read the former document gets a conflict.
  if (!isSame || before.proof !== proof || known.scan === 'refused') {
    const isTied = before !== undefined && loan.feeReceipt === before.key;
    await changeLoan(tx, loan, isTied ? { feeReceipt: key } : {}, now);
  }
  return true;
}

type Added = { loanId: string; now: Date; type: string; before: string | undefined; after: string };

const timelineEntryOf = ({ loanId, now, type, before, after }: Added): NewTimelineEntry => ({
  loanId,
  at: now,
  by: 'applicant',
  act: before === undefined ? 'document.uploaded' : 'document.replaced',
  field: `documents.${type}`,
  before: before ?? null,
  after,
});

/**
 * Idempotent. The stored content is kept as long as a submission refers to it, and some days longer.
 * @throws Problem 409 or 422 where the document must not be removed now
 */
export async function removeDocument(
  services: Services,
  loanId: string,
  type: DocumentType,
): Promise<LoanDocument> {
  const { db, clock } = services;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const loan = await lockLoan(tx, loanId, now);
    await requireDocumentEditable(tx, loan, type);
    const [row] = await tx
      .delete(documents)
      .where(and(eq(documents.loanId, loanId), eq(documents.type, type)))
      .returning();
    if (!row) return;
    await appendToTimeline(tx, {
      loanId,
      at: now,
      by: 'applicant',
      act: 'document.removed',
      field: `documents.${type}`,
      before: parseContentKey(row.key)?.etag ?? null,
    });
    await changeLoan(tx, loan, loan.feeReceipt === row.key ? { feeReceipt: null } : {}, now);
  });
  return readDocument(db, loanId, type);
}
