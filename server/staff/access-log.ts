/** Who of the staff has read whose personal data, and when: one row for each screen, and for each document. */
import { and, eq, gt } from 'drizzle-orm';
import type { OperationId } from '../../openapi/operations.ts';
import type { Database } from '../db/open.ts';
import { accessLog } from '../db/schema.ts';

type Access = {
  reviewer: { id: string; name: string };
  operation: Extract<OperationId, 'searchApplications' | 'getApplication' | 'addressOfContent'>;
  /** Absent where the screen shows many. */
  loanId?: string;
  /** The document's type and content, where one was opened. */
  subject?: string;
  now: Date;
};

export async function recordAccess(
  db: Database,
  { reviewer, operation, loanId, subject, now }: Access,
): Promise<void> {
  await db.insert(accessLog).values({
    at: now,
    reviewerId: reviewer.id,
    reviewerName: reviewer.name,
    operation,
    loanId: loanId ?? null,
    subject: subject ?? null,
  });
}

/** The queue refreshes itself every 30 seconds; it is one screen for as long. */
const queueScreenMs = 10 * 60 * 1000;

/** Records that the queue was shown, unless it was a few minutes ago. */
export async function recordQueueAccess(
  db: Database,
  reviewer: Access['reviewer'],
  now: Date,
): Promise<void> {
  const operation = 'searchApplications';
  const [recent] = await db
    .select({ id: accessLog.id })
    .from(accessLog)
    .where(
      and(
        eq(accessLog.reviewerId, reviewer.id),
        eq(accessLog.operation, operation),
        gt(accessLog.at, new Date(now.getTime() - queueScreenMs)),
      ),
    )
    .limit(1);
  if (!recent) await recordAccess(db, { reviewer, operation, now });
}
