/**
 * What a worker takes from the outbox. A message is held for a few seconds by the database's own clock while its
 * provider is given it; a holder that dies stops renewing, and then the message is nobody's.
 */
import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Messengers } from '../adapters/messages.ts';
import { type Database, transaction } from '../db/open.ts';
import { messages } from '../db/schema.ts';
import { maxAttempts } from './backoff.ts';
import { finishMessage, type DeliveryEnd, type MessageRow } from './record-delivery.ts';
import { secretForMs } from './templates.ts';

export const leaseMs = 6000;
export const renewEveryMs = 2000;

const leaseEnd = () => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/** Takes up to `most` messages that are due, and ends those that must not be handed over any more. */
export const claimMessages = (
  db: Database,
  { holder, messengers, now, most }: { holder: string; messengers: Messengers; now: Date; most: number },
): Promise<MessageRow[]> =>
  transaction(db, async (tx) => {
    const isAbandoned = and(eq(messages.state, 'handing'), sql`${messages.heldUntil} < clock_timestamp()`);
    const due = await tx
      .select()
      .from(messages)
      .where(or(and(eq(messages.state, 'waiting'), lte(messages.dueAt, now)), isAbandoned))
      .orderBy(asc(messages.dueAt))
      .limit(most)
      .for('update', { skipLocked: true });
    const ours: string[] = [];
    for (const row of due) {
      const ending = finalStateOf(row, messengers, now);
      if (ending) await finishMessage(tx, row, ending, now);
      else ours.push(row.id);
    }
    if (ours.length === 0) return [];
    return tx
      .update(messages)
      .set({
        state: 'handing',
        attempts: sql`${messages.attempts} + 1`,
        holder,
        heldUntil: leaseEnd(),
      })
      .where(inArray(messages.id, ours))
      .returning();
  });

/** Why a message that is due is not handed over; undefined where it is. */
function finalStateOf(row: MessageRow, messengers: Messengers, now: Date): DeliveryEnd | undefined {
  // Its holder died: a provider that knows repeats is given it again, another one may have it already.
  if (row.state === 'handing' && !messengers[row.channel].knowsRepeats) return 'doubtful';
  const goodForMs = secretForMs(row.template);
  if (goodForMs !== undefined && now.getTime() - row.createdAt.getTime() >= goodForMs) return 'tooLate';
  return row.attempts >= maxAttempts ? 'givenUp' : undefined;
}

/** Holds on to messages that `holder` is still handing over. */
export async function renewLeases(db: Database, holder: string, ids: string[]): Promise<void> {
  await db
    .update(messages)
    .set({ heldUntil: leaseEnd() })
    .where(and(inArray(messages.id, ids), eq(messages.holder, holder), eq(messages.state, 'handing')));
}
