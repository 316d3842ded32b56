/**
 * Giving a loan a document. The bytes that were looked at are written to the vault, then named by the document's row,
 * then the upload is taken out of the loan's own part: wherever it ends, at worst something is left that is swept. The
 * same call again, its first answer lost, answers the same.
 */
import { and, eq } from 'drizzle-orm';
import type { LoanDocument } from '../../domain/wire.ts';
import { afterCommit, type Database, transaction } from '../db/open.ts';
import { documents, scans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { errorFacts } from '../log.ts';
import { loadOrCreateObjectsKey } from '../objects/secret-key.ts';
import { type Entry, note } from '../timeline.ts';
import { type AddDocument, type CheckedUpload, checkUpload, refuseUnmeant } from './check.ts';
import { contentKey } from './object-keys.ts';
import { requireDocumentEditable } from './lock.ts';
import { documentOf } from './read.ts';
import { documentProblem } from './refusals.ts';
import { encryptPassword } from './password-encryption.ts';
import { deleteUnreferencedContent } from './stored-contents.ts';
import { notifyScanning } from './notifier.ts';

/** A content may be taken out of the vault while somebody else is giving it to the loan. */
const attempts = 5;

/** A document is checked and stored as a whole, so this many times the largest one is all the memory that it takes. */
export const maxDocumentsInMemory = 4;

/**
 * @returns what the loan has then
 * @throws Problem 400, 413 or 415 for what cannot be taken, 409 or 422 where the loan does not take it now
 */
export async function addDocument(services: Services, sent: AddDocument): Promise<LoanDocument> {
  const { db, clock, adapters } = services;
  const { loan_id: loanId, type, key: upload } = sent;
  refuseUnmeant(sent);
  const stored = await adapters.objects.head(upload);
  if (!stored && (await isThere(db, sent))) return documentOf(db, loanId, type);
  await transaction(db, async (tx) =>
    requireDocumentEditable(tx, await lockLoan(tx, loanId, clock.now()), type),
  );
  if (!stored) throw documentProblem('missing');

  const content = { loanId, type, etag: sent.e_tag };
  const replaced = await services.documentsInMemory.run(async () => {
    const checked = await checkUpload(adapters.objects, stored, sent);
    return keep(services, sent, checked).catch(async (error: unknown) => {
      await deleteUnreferencedContent(services, content);
      throw error;
    });
  });
  // What is left of here on, the sweep takes away.
  const leave = (error: unknown) => services.log.error('document not tidied up', errorFacts(error));
  if (replaced !== undefined && replaced !== sent.e_tag)
    await deleteUnreferencedContent(services, { ...content, etag: replaced }).catch(leave);
  await adapters.objects.remove(upload).catch(leave);
  return documentOf(db, loanId, type);
}

/** Whether the loan has got it: what was sent is what it has. */
async function isThere(db: Database, sent: AddDocument): Promise<boolean> {
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
async function keep(
  services: Services,
  sent: AddDocument,
  checked: CheckedUpload,
): Promise<string | undefined> {
  const { objects } = services.adapters;
  const key = contentKey({ loanId: sent.loan_id, type: sent.type, etag: sent.e_tag });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // A content of the vault is never written again: it is what somebody may have seen.
    const isKept = (await objects.head(key)) !== undefined;
    if (!isKept) await objects.put(key, checked.bytes, checked.contentType);
    const written = await transaction(services.db, (tx) => write(tx, services, sent, checked));
    if (written) return written.replaced;
  }
  throw new Error('The content goes out of the vault as often as it comes');
}

/** Writes the row of a content that lies in the vault; undefined where it has gone. */
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
  if (!isSame) await note(tx, added({ loanId, now, type, before: before?.etag, after: etag }));
  const isScannedAnew = await awaitScan(tx, { key, loanId, now, isScanned: scanner !== undefined });
  // Who has read the application has read another document.
  if (!isSame || before.proof !== proof || isScannedAnew) {
    const isTied = before !== undefined && loan.feeReceipt === before.key;
    await changeLoan(tx, loan, isTied ? { feeReceipt: key } : {}, now);
  }
  return { replaced: before?.etag };
}

type Awaited = { key: string; loanId: string; now: Date; isScanned: boolean };

/** A content waits for the scan until it was found clean once. @returns whether it was refused before */
async function awaitScan(tx: Database, { key, loanId, now, isScanned }: Awaited): Promise<boolean> {
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

const added = ({ loanId, now, type, before, after }: Added): Entry => ({
  loanId,
  at: now,
  by: 'applicant',
  act: before === undefined ? 'document.uploaded' : 'document.replaced',
  field: `documents.${type}`,
  before: before ?? null,
  after,
});
