/** Events of lenders: each says that something may have changed, and makes the server ask at once. */
import { and, eq, lt } from 'drizzle-orm';
import type { LenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderEvents, lenderLoans, loans } from '../db/schema.ts';
import { Problem } from '../problem.ts';
import { unansweredPush } from './pushes.ts';
import { pushNow, refreshNow } from './schedule.ts';

export type LenderEvent = { lenderId: LenderId; eventId: string; reference: string };

/**
 * Records the event and asks the lender about its loan: again for a verdict that can change, by reference for a push
 * that has no answer. Where there is no such loan it is recorded alike.
 * @throws Problem 409 where the lender has sent it before
 */
export const receiveEvent = (
  db: Database,
  { lenderId, eventId, reference }: LenderEvent,
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    const [loan] = await tx
      .select({ id: loans.id, status: loans.status, lenderId: loans.lenderId })
      .from(lenderLoans)
      .innerJoin(loans, eq(loans.id, lenderLoans.loanId))
      .where(and(eq(lenderLoans.reference, reference), eq(lenderLoans.lenderId, lenderId)));
    const [stored] = await tx
      .insert(lenderEvents)
      .values({ lenderId, eventId, reference, loanId: loan?.id, receivedAt: now })
      .onConflictDoNothing()
      .returning({ eventId: lenderEvents.eventId });
    if (!stored) throw new Problem(409, 'This event was received before');
    if (!loan) return;
    if (await unansweredPush(tx, { loanId: loan.id, lenderId }))
      await pushNow(tx, { loanId: loan.id, lenderId }, now);
    else if (loan.lenderId === lenderId) await refreshNow(tx, loan, now);
  });

/** Long after a signature is worth nothing: until then the events say what a lender has sent. */
const keptMs = 90 * 24 * 60 * 60_000;

export async function removeOldEvents(db: Database, now: Date): Promise<void> {
  await db.delete(lenderEvents).where(lt(lenderEvents.receivedAt, new Date(now.getTime() - keptMs)));
}
