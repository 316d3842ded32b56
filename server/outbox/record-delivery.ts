/** Writing down what came of handing a message over: the message and the timeline together. */
import { and, eq } from 'drizzle-orm';
import type { DeliveryResult } from '../adapters/messages.ts';
import { type Database, transaction } from '../db/open.ts';
import { messages } from '../db/schema.ts';
import { note } from '../timeline.ts';
import { backoffDelayMs, maxAttempts } from './backoff.ts';
import { secretForMs } from './templates.ts';

export type MessageRow = typeof messages.$inferSelect;

/**
 * How a message ends: `sent`; `refused` by its provider; `givenUp` after too many attempts; `tooLate`, where what it
 * says is over; `doubtful`, where a provider that does not know repeats may have it or not.
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
 * @returns what is next for it; undefined where it is somebody else's by now, whose word counts
 */
export const recordDelivery = (
  db: Database,
  row: MessageRow,
  handed: DeliveryResult,
  { knowsRepeats, random, now }: { knowsRepeats: boolean; random: () => number; now: Date },
): Promise<DeliveryEnd | 'again' | undefined> =>
  transaction(db, async (tx) => {
    const isOurs = and(
      eq(messages.id, row.id),
      eq(messages.state, 'handing'),
      row.holder === null ? undefined : eq(messages.holder, row.holder),
    );
    const [held] = await tx.select({ id: messages.id }).from(messages).where(isOurs).for('update');
    if (!held) return undefined;
    const next = nextOf(handed, row.attempts, knowsRepeats);
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

function nextOf(handed: DeliveryResult, attempts: number, knowsRepeats: boolean): DeliveryEnd | 'again' {
  if (handed.kind === 'taken') return 'sent';
  if (handed.kind === 'refused') return 'refused';
  if (handed.kind === 'unknown' && !knowsRepeats) return 'doubtful';
  return attempts >= maxAttempts ? 'givenUp' : 'again';
}

/** The message's end; what nobody may read again is erased. */
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
  await note(tx, {
    loanId,
    at: now,
    by: 'system',
    act: ending === 'sent' ? 'message.sent' : 'message.failed',
    details: { message: id, channel, template, ...(ending === 'sent' ? {} : { why: ending }) },
  });
}
