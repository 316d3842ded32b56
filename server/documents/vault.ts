/**
 * What stays in the vault and what goes. A content that a document or a submission names stays; whatever takes one
 * away asks under the loan's lock, so that nobody names it meanwhile.
 */
import { and, eq } from 'drizzle-orm';
import { type Database, transaction } from '../db/open.ts';
import { documents, loans, scans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { submissionsOf } from '../loans/submissions.ts';
import { type ContentId, contentKey } from './keys.ts';

type Needs = Pick<Services, 'db'> & { adapters: Pick<Services['adapters'], 'objects'> };

/** Takes a content out of the vault, unless it is named and nothing was found in it; it may be gone already. */
export async function dropContent({ db, adapters: { objects } }: Needs, content: ContentId): Promise<void> {
  const key = contentKey(content);
  await transaction(db, async (tx) => {
    await tx.select({ id: loans.id }).from(loans).where(eq(loans.id, content.loanId)).for('update');
    const [scan] = await tx.select().from(scans).where(eq(scans.key, key));
    const named = await isNamed(tx, content);
    if (named && scan?.state !== 'refused') return;
    await objects.remove(key);
    // What was found in it is told for as long as somebody asks for it.
    if (!named) await tx.delete(scans).where(eq(scans.key, key));
  });
}

async function isNamed(tx: Database, { loanId, type, etag }: ContentId): Promise<boolean> {
  const ofContent = and(eq(documents.loanId, loanId), eq(documents.type, type), eq(documents.etag, etag));
  if ((await tx.select({ type: documents.type }).from(documents).where(ofContent)).length > 0) return true;
  return (await submissionsOf(tx, loanId)).some((one) => one.documents[type]?.e_tag === etag);
}
