/** Deletes the rows of one-time passwords after two days, when no limit looks at them any more. */
import { lt } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { oneTimePasswords } from '../db/schema/messages.ts';

const keptMs = 2 * 24 * 60 * 60 * 1000;

export async function removeExpiredOtps(db: Database, now: Date): Promise<void> {
  await db.delete(oneTimePasswords).where(lt(oneTimePasswords.sentAt, new Date(now.getTime() - keptMs)));
}
