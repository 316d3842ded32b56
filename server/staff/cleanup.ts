/** Deletes what staff no longer use: ended sessions, forgotten devices, old failures and views, and old accounts. */
import { and, isNotNull, lte } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { reviewers, reviewViews } from '../db/schema/staff.ts';
import { deleteForgottenAttempts } from './attempts.ts';
import { deleteForgottenDevices } from './devices.ts';
import { deleteEndedSessions } from './sessions.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The access log and the timeline have the names that their entries need.
 * @param disabledBefore accounts that were disabled before this are deleted, with what refers to them
 */
export async function deleteUnusedStaffRows(db: Database, now: Date, disabledBefore: Date): Promise<void> {
  await deleteEndedSessions(db, now);
  await deleteForgottenDevices(db, now);
  await deleteForgottenAttempts(db, now);
  await db.delete(reviewViews).where(lte(reviewViews.seenAt, new Date(now.getTime() - dayMs)));
  const { disabledAt } = reviewers;
  await db.delete(reviewers).where(and(isNotNull(disabledAt), lte(disabledAt, disabledBefore)));
}
