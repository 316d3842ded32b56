/** The audit trail of the accounts of staff: who was invited, has chosen a password, was reset or disabled, and when. */
import type { Database } from '../db/open.ts';
import { type StaffEvent, staffEvents } from '../db/schema/staff.ts';

export async function recordStaffEvent(
  db: Database,
  { reviewer, event, now }: { reviewer: { id: string; name: string }; event: StaffEvent; now: Date },
): Promise<void> {
  await db
    .insert(staffEvents)
    .values({ at: now, reviewerId: reviewer.id, reviewerName: reviewer.name, event });
}
