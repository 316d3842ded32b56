/**
 * Claims messages of the outbox for a worker. A claim is a lease of a few seconds by the database's clock; a worker that
 * crashes stops renewing it, and then another worker can claim the message.
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

/** Claims up to `most` messages that are due, and finishes those that must not be delivered any more. */
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

/** Why a message that is due must not be delivered; undefined where it must. */
function finalStateOf(row: MessageRow, messengers: Messengers, now: Date): DeliveryEnd | undefined {
  // The worker crashed during delivery: only an idempotent provider may get the message again.
  if (row.state === 'handing' && !messengers[row.channel].isIdempotent) return 'doubtful';
  const goodForMs = secretForMs(row.template);
  if (goodForMs !== undefined && now.getTime() - row.createdAt.getTime() >= goodForMs) return 'tooLate';
  return row.attempts >= maxAttempts ? 'givenUp' : undefined;
}

/** Extends the leases of messages that `holder` is still delivering. */
export async function renewLeases(db: Database, holder: string, ids: string[]): Promise<void> {
  await db
    .update(messages)
    .set({ heldUntil: leaseEnd() })
    .where(and(inArray(messages.id, ids), eq(messages.holder, holder), eq(messages.state, 'handing')));
}
