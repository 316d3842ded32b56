/**
 * Hands the outbox's messages to their providers, outside of any transaction: each once, whatever process dies, and
 * however many servers share the database.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Adapters } from '../adapters/index.ts';
import { createSignal } from '../signal.ts';
import type { Services } from '../handler.ts';
import { errorFacts } from '../log.ts';
import { claimMessages, renewLeases, renewEveryMs } from './claim.ts';
import { type MessageRow, recordDelivery } from './record-delivery.ts';
import { onMessageQueued } from './notifier.ts';

export type OutboxWorker = {
  /** Takes no more, and waits until what is being handed over is written down. */
  close: () => Promise<void>;
};

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & { adapters: Pick<Adapters, 'messengers'> };

/** How many are handed over at a time, so that one slow provider does not hold up all. */
const mostAtOnce = 8;

/**
 * @param pollMs how often it looks for what other processes queued and for what is due again
 * @param random from 0 to 1, for the time until the next attempt
 */
export function startOutboxWorker(
  { db, clock, log, adapters: { messengers } }: Needs,
  { pollMs = 1500, random = randomFraction }: { pollMs?: number; random?: () => number } = {},
): OutboxWorker {
  const holder = randomUUID();
  const underWay = new Map<string, Promise<void>>();
  const signal = createSignal();
  const stopListening = onMessageQueued(signal.notify);
  let open = true;

  const report = (event: string) => (error: unknown) => log.error(event, errorFacts(error));
  const renewing = setInterval(() => {
    // A database that fails for a moment may be back before the lease ends.
    const ids = [...underWay.keys()];
    if (ids.length > 0) void renewLeases(db, holder, ids).catch(report('outbox lease not renewed'));
  }, renewEveryMs);

  const deliver = async (row: MessageRow) => {
    const { id, recipient: to, subject, text, channel, template, attempts: attempt } = row;
    const messenger = messengers[channel];
    const handed = await messenger
      .hand({ id, to, subject, text: text ?? '', attempt })
      .catch((error: unknown) => {
        report('messenger failed')(error);
        return { kind: 'unknown' } as const;
      });
    const { knowsRepeats } = messenger;
    const next = await recordDelivery(db, row, handed, { knowsRepeats, random, now: clock.now() });
    log.info('message handed over', { message: id, channel, template, attempt, next: next ?? 'lost' });
  };

  const deliverDue = async (): Promise<boolean> => {
    const most = mostAtOnce - underWay.size;
    if (most === 0) return false;
    const rows = await claimMessages(db, { holder, messengers, now: clock.now(), most });
    for (const row of rows) {
      // What is not written down is found when its lease is over.
      const work = deliver(row)
        .catch(report('message not settled'))
        .then(() => {
          underWay.delete(row.id);
          signal.notify();
        });
      underWay.set(row.id, work);
    }
    return rows.length === most;
  };

  const run = async () => {
    while (open) {
      const more = await deliverDue().catch((error: unknown) => {
        report('outbox not read')(error);
        return false;
      });
      if (!more && open) await signal.wait(pollMs);
    }
    await Promise.all(underWay.values());
  };
  const ended = run();

  return {
    async close() {
      open = false;
      stopListening();
      signal.notify();
      await ended;
      clearInterval(renewing);
    },
  };
}

const randomFraction = () => randomInt(2 ** 32) / 2 ** 32;
