/** Removes a document from a loan. */
import { and, eq } from 'drizzle-orm';
import type { DocumentType, LoanDocument } from '../../domain/values/wire.ts';
import { transaction } from '../db/open.ts';
import { documents } from '../db/schema/documents.ts';
import type { Services } from '../api/handler.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { requireDocumentEditable } from './lock.ts';
import { readDocument } from './read.ts';
import { parseContentKey } from '../loans/document-keys.ts';

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
