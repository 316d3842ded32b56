/** A note for colleagues. It leaves the version of the application as it is: nothing that was read has changed. */
import { and, eq, sql } from 'drizzle-orm';
import { noteForm } from '../../domain/forms/note.ts';
import { checkWire } from '../../domain/values/check.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { NewNote } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { timeline } from '../db/schema/review.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import type { ReviewContext } from './apply-acts.ts';
import { lockReviewableLoan } from './read-application.ts';

/**
 * Idempotent by the note's id.
 * @throws Problem 400 for no text or too long a one, 404 for a loan that the reviewer does not see
 */
export async function addNote(
  tx: Database,
  loanId: string,
  { note_id: note, text }: NewNote,
  { reviewer, scope, now }: Omit<ReviewContext, 'config'>,
): Promise<void> {
  const message = text.trim();
  refuseIssues(checkWire(noteForm, { text: message }, { today: todayInIndia(now) }));
  await lockReviewableLoan(tx, loanId, { scope, now });
  const isSame = sql`${timeline.details} ->> 'note' = ${note}`;
  if ((await tx.$count(timeline, and(eq(timeline.loanId, loanId), isSame))) > 0) return;
  await appendToTimeline(tx, {
    loanId,
    at: now,
    by: reviewer,
    act: 'note.added',
    details: { note, message },
  });
}
