/** Records the result of a delivery: the message's state and the timeline entry in one transaction. */
import { and, eq } from 'drizzle-orm';
import type { DeliveryResult } from '../adapters/messages.ts';
import { type Database, transaction } from '../db/open.ts';
import { messages } from '../db/schema.ts';
import { appendToTimeline } from '../timeline.ts';
import { backoffDelayMs, maxAttempts } from './backoff.ts';
import { secretForMs } from './templates.ts';

export type MessageRow = typeof messages.$inferSelect;

/**
 * The final result of a message: `sent`; `refused` by its provider; `givenUp` after too many attempts; `tooLate`, where
 * its content has expired; `doubtful`, where a provider that is not idempotent may or may not have delivered it.
 */
export type DeliveryEnd = 'sent' | 'refused' | 'givenUp' | 'tooLate' | 'doubtful';

type State = MessageRow['state'];

const stateOf: Record<DeliveryEnd, State> = {
  sent: 'sent',
  refused: 'failed',
  givenUp: 'failed',
  tooLate: 'failed',
  doubtful: 'doubtful',
};

/**
 * @param row as it was claimed
 * @returns the result; undefined where the lease was lost to another worker, whose result counts
 */
export const recordDelivery = (
  db: Database,
  row: MessageRow,
  delivered: DeliveryResult,
  { isIdempotent, random, now }: { isIdempotent: boolean; random: () => number; now: Date },
): Promise<DeliveryEnd | 'again' | undefined> =>
  transaction(db, async (tx) => {
    const isOurs = and(
      eq(messages.id, row.id),
      eq(messages.state, 'handing'),
      row.holder === null ? undefined : eq(messages.holder, row.holder),
    );
    const [held] = await tx.select({ id: messages.id }).from(messages).where(isOurs).for('update');
    if (!held) return undefined;
    const next = nextOf(delivered, row.attempts, isIdempotent);
    if (next !== 'again') {
      await finishMessage(tx, row, next, now);
      return next;
    }
    const dueAt = new Date(now.getTime() + backoffDelayMs(row.attempts, random()));
    await tx
      .update(messages)
      .set({ state: 'waiting', dueAt, holder: null, heldUntil: null })
      .where(eq(messages.id, row.id));
    return next;
  });

function nextOf(delivered: DeliveryResult, attempts: number, isIdempotent: boolean): DeliveryEnd | 'again' {
  if (delivered.kind === 'accepted') return 'sent';
  if (delivered.kind === 'refused') return 'refused';
  if (delivered.kind === 'unknown' && !isIdempotent) return 'doubtful';
  return attempts >= maxAttempts ? 'givenUp' : 'again';
}

/** Sets the final state of a message; the text of a secret one is erased. */
export async function finishMessage(
  tx: Database,
  row: MessageRow,
  ending: DeliveryEnd,
  now: Date,
): Promise<void> {
  const { id, loanId, channel, template } = row;
  await tx
    .update(messages)
    .set({
      state: stateOf[ending],
      settledAt: now,
      holder: null,
      heldUntil: null,
      ...(secretForMs(template) === undefined ? {} : { text: null }),
    })
    .where(eq(messages.id, id));
  await appendToTimeline(tx, {
    loanId,
    at: now,
    by: 'system',
    act: ending === 'sent' ? 'message.sent' : 'message.failed',
    details: { message: id, channel, template, ...(ending === 'sent' ? {} : { why: ending }) },
  });
}
