/**
 * Deletes stored contents. A content that a document or a submission refers to is kept; the check holds the loan's row
 * lock, so that no reference can appear before the deletion.
 */
import { and, eq } from 'drizzle-orm';
import { type Database, transaction } from '../db/open.ts';
import { documents, loans, scans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { submissionsOf } from '../loans/submissions.ts';
import { type ContentId, contentKey } from './object-keys.ts';

type Needs = Pick<Services, 'db'> & { adapters: Pick<Services['adapters'], 'objects'> };

/** Deletes a stored content, unless it is referenced and the scan has not refused it; idempotent. */
export async function deleteUnreferencedContent(
  { db, adapters: { objects } }: Needs,
  content: ContentId,
): Promise<void> {
  const key = contentKey(content);
  await transaction(db, async (tx) => {
    await tx.select({ id: loans.id }).from(loans).where(eq(loans.id, content.loanId)).for('update');
    const [scan] = await tx.select().from(scans).where(eq(scans.key, key));
    const named = await isReferenced(tx, content);
    if (named && scan?.state !== 'refused') return;
    await objects.remove(key);
    // A refused scan is kept as long as the content is referenced: its document is still shown as refused.
    if (!named) await tx.delete(scans).where(eq(scans.key, key));
  });
}

async function isReferenced(tx: Database, { loanId, type, etag }: ContentId): Promise<boolean> {
  const ofContent = and(eq(documents.loanId, loanId), eq(documents.type, type), eq(documents.etag, etag));
  if ((await tx.select({ type: documents.type }).from(documents).where(ofContent)).length > 0) return true;
  return (await submissionsOf(tx, loanId)).some((one) => one.documents[type]?.e_tag === etag);
}
