/** Tracks the reviewers who have an application open, so that they notice each other. */
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { reviewers, reviewViews } from '../db/schema/staff.ts';

/** A view expires after this time without a heartbeat; the desk sends one every 20 s. */
const goneAfterMs = 60_000;

export async function recordView(db: Database, loanId: string, reviewerId: string, now: Date): Promise<void> {
  await db
    .insert(reviewViews)
    .values({ loanId, reviewerId, seenAt: now })
    .onConflictDoUpdate({ target: [reviewViews.loanId, reviewViews.reviewerId], set: { seenAt: now } });
}

/** Returns the other reviewers who have these applications open. */
export async function viewersOf(
  db: Database,
  loanIds: readonly string[],
  reviewerId: string,
  now: Date,
): Promise<{ loanId: string; name: string; seenAt: Date }[]> {
  if (loanIds.length === 0) return [];
  return db
    .select({ loanId: reviewViews.loanId, name: reviewers.name, seenAt: reviewViews.seenAt })
    .from(reviewViews)
    .innerJoin(reviewers, eq(reviewers.id, reviewViews.reviewerId))
    .where(
      and(
        inArray(reviewViews.loanId, [...loanIds]),
        ne(reviewViews.reviewerId, reviewerId),
        gt(reviewViews.seenAt, new Date(now.getTime() - goneAfterMs)),
      ),
    )
    .orderBy(asc(reviewers.name), asc(reviewers.id));
}
