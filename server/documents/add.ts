/**
 * Adds a document to a loan: stores the checked bytes, then writes the document's row, then deletes the upload. A crash
 * between the steps leaves only objects that the hourly cleanup deletes. The call is idempotent, so that a client whose
 * response was lost can retry it.
 */
import { and, eq } from 'drizzle-orm';
import type { LoanDocument } from '../../domain/wire.ts';
import { afterCommit, type Database, transaction } from '../db/open.ts';
import { documents, scans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { errorFields } from '../log.ts';
import { loadOrCreateObjectsKey } from '../objects/secret-key.ts';
import { type NewTimelineEntry, appendToTimeline } from '../timeline.ts';
import { type AddDocument, type CheckedUpload, checkUpload, validateRequest } from './check.ts';
import { contentKey } from './object-keys.ts';
import { requireDocumentEditable } from './lock.ts';
import { documentOf } from './read.ts';
import { documentProblem } from './refusals.ts';
import { encryptPassword } from './password-encryption.ts';
import { deleteUnreferencedContent } from './stored-contents.ts';
import { notifyScanning } from './notifier.ts';

/** Another call may delete the stored content before this one's row refers to it; then it is stored again. */
const attempts = 5;

/** A document is checked and stored as a whole, so this many times the largest one is all the memory that it takes. */
export const maxDocumentsInMemory = 4;

/**
 * @returns the loan's document afterwards
 * @throws Problem 400, 413 or 415 for what cannot be taken, 409 or 422 where the loan does not take it now
 */
export async function addDocument(services: Services, sent: AddDocument): Promise<LoanDocument> {
  const { db, clock, adapters } = services;
  const { loan_id: loanId, type, key: upload } = sent;
  validateRequest(sent);
  const stored = await adapters.objects.head(upload);
  if (!stored && (await isAlreadyAdded(db, sent))) return documentOf(db, loanId, type);
  await transaction(db, async (tx) =>
    requireDocumentEditable(tx, await lockLoan(tx, loanId, clock.now()), type),
  );
  if (!stored) throw documentProblem('missing');

  const content = { loanId, type, etag: sent.e_tag };
  const replaced = await services.documentsInMemory.run(async () => {
    const checked = await checkUpload(adapters.objects, stored, sent);
    return storeContent(services, sent, checked).catch(async (error: unknown) => {
      await deleteUnreferencedContent(services, content);
      throw error;
    });
  });
  // A failure from here on leaves only objects that the cleanup deletes.
  const leave = (error: unknown) => services.log.error('document not tidied up', errorFields(error));
  if (replaced !== undefined && replaced !== sent.e_tag)
    await deleteUnreferencedContent(services, { ...content, etag: replaced }).catch(leave);
  await adapters.objects.remove(upload).catch(leave);
  return documentOf(db, loanId, type);
}

/** Whether an earlier call has added this content already, so that this one is a retry. */
async function isAlreadyAdded(db: Database, sent: AddDocument): Promise<boolean> {
  const row = await rowOf(db, sent);
  return row?.etag === sent.e_tag && row.size === sent.size && row.proof === (sent.proof ?? null);
}

async function rowOf(db: Database, { loan_id: loanId, type }: AddDocument) {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.loanId, loanId), eq(documents.type, type)));
  return row;
}

/** Writes the content and its row. @returns the hash of the content that the document had before */
async function storeContent(
  services: Services,
  sent: AddDocument,
  checked: CheckedUpload,
): Promise<string | undefined> {
  const { objects } = services.adapters;
  const key = contentKey({ loanId: sent.loan_id, type: sent.type, etag: sent.e_tag });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // Stored contents are immutable: a reviewer may have read this one.
    const isKept = (await objects.head(key)) !== undefined;
    if (!isKept) await objects.put(key, checked.bytes, checked.contentType);
    const written = await transaction(services.db, (tx) => write(tx, services, sent, checked));
    if (written) return written.replaced;
  }
  throw new Error('The stored content was deleted at every attempt');
}

/** Writes the row of a stored content; undefined where the content was deleted meanwhile. */
async function write(
  tx: Database,
  { clock, config, adapters: { objects, scanner } }: Services,
  sent: AddDocument,
  { contentType, password }: CheckedUpload,
): Promise<{ replaced: string | undefined } | undefined> {
  const now = clock.now();
  const { loan_id: loanId, type, e_tag: etag, size, proof = null } = sent;
  const key = contentKey({ loanId, type, etag });
  const loan = await lockLoan(tx, loanId, now);
  await requireDocumentEditable(tx, loan, type);
  if (!(await objects.head(key))) return undefined;

  const before = await rowOf(tx, sent);
  const isSame = before?.etag === etag;
  const encrypted =
    password === null ? null : encryptPassword(await loadOrCreateObjectsKey(config), key, password);
  const createdAt = isSame ? before.createdAt : now;
  const about = { key, size, contentType, etag, proof, password: encrypted, createdAt };
  await tx
    .insert(documents)
    .values({ loanId, type, ...about })
    .onConflictDoUpdate({ target: [documents.loanId, documents.type], set: about });
  if (!isSame)
    await appendToTimeline(tx, timelineEntryOf({ loanId, now, type, before: before?.etag, after: etag }));
  const isScannedAnew = await queueScan(tx, { key, loanId, now, isScanned: scanner !== undefined });
  // Raises the loan's version, so that a reviewer who read the former document gets a conflict.
  if (!isSame || before.proof !== proof || isScannedAnew) {
    const isTied = before !== undefined && loan.feeReceipt === before.key;
    await changeLoan(tx, loan, isTied ? { feeReceipt: key } : {}, now);
  }
  return { replaced: before?.etag };
}

type ScanRequest = { key: string; loanId: string; now: Date; isScanned: boolean };

/** Queues the scan of a content that was not found clean before. @returns whether an earlier scan refused it */
async function queueScan(tx: Database, { key, loanId, now, isScanned }: ScanRequest): Promise<boolean> {
  const [before] = await tx.select().from(scans).where(eq(scans.key, key));
  const wasRefused = before?.state === 'refused';
  if (before && !wasRefused) return false;
  if (before) await tx.delete(scans).where(eq(scans.key, key));
  if (!isScanned) return wasRefused;
  await tx.insert(scans).values({ key, loanId, state: 'waiting', dueAt: now });
  afterCommit(tx, notifyScanning);
  return wasRefused;
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
