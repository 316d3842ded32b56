/**
 * Records the reads of personal data by staff. The operations to record, and their names, are in the policy
 * (`recorded`): one row for each screen, and for each document and each password.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { OperationId } from '../../openapi/operations.ts';
import { type Database, transaction } from '../db/open.ts';
import { accessLog } from '../db/schema/staff.ts';

export type Access = {
  reviewer: { id: string; name: string };
  operation: OperationId;
  /** The call's parameters of the path: ids, and the document's type and hash, where it has them. */
  path: Partial<Record<'id' | 'document_type' | 'e_tag' | 'document_id' | 'conversation_id', unknown>>;
  now: Date;
};

const minuteMs = 60 * 1000;

/** These screens refresh themselves, and are one reading for so many milliseconds. */
const screenMs: Partial<Record<OperationId, number>> = {
  searchApplications: 10 * minuteMs,
  getApplication: 10 * minuteMs,
  searchConversations: 10 * minuteMs,
};

export async function recordAccess(db: Database, { reviewer, operation, path, now }: Access): Promise<void> {
  const loanId = typeof path.id === 'string' ? path.id : null;
  const row = {
    at: now,
    reviewerId: reviewer.id,
    reviewerName: reviewer.name,
    operation,
    loanId,
    subject: subjectOf(path),
  };
  const sameScreenMs = screenMs[operation];
  if (sameScreenMs === undefined) {
    await db.insert(accessLog).values(row);
    return;
  }
  await transaction(db, async (tx) => {
    // A screen's calls come together, and have one row.
    const screen = [reviewer.id, operation, loanId].join(' ');
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${screen}, 0))`);
    const [recent] = await tx
      .select({ id: accessLog.id })
      .from(accessLog)
      .where(
        and(
          eq(accessLog.reviewerId, reviewer.id),
          eq(accessLog.operation, operation),
          gt(accessLog.at, new Date(now.getTime() - sameScreenMs)),
          loanId === null ? isNull(accessLog.loanId) : eq(accessLog.loanId, loanId),
        ),
      )
      .limit(1);
    if (!recent) await tx.insert(accessLog).values(row);
  });
}

/** Returns the subject of the read: a part of a loan, or other data. */
function subjectOf(path: Access['path']): string | null {
  const { document_type: type, e_tag: eTag, document_id: issued, conversation_id: conversation } = path;
  if (typeof type === 'string') return `${type} ${String(eTag)}`;
  if (typeof issued === 'string') return `issued document ${issued}`;
  return typeof conversation === 'string' ? `conversation ${conversation}` : null;
}
