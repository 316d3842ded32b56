/**
 * The outbox worker: delivers queued messages outside of any transaction, each once, even if a process crashes and
 * however many servers share the database.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Adapters } from '../adapters/index.ts';
import { createSignal } from '../signal.ts';
import type { Services } from '../handler.ts';
import { errorFields } from '../log.ts';
import { claimMessages, renewLeases, renewEveryMs } from './claim.ts';
import { type MessageRow, recordDelivery } from './record-delivery.ts';
import { onMessageQueued } from './notifier.ts';

export type OutboxWorker = {
  /** Claims no more, and waits until the deliveries in progress are recorded. */
  close: () => Promise<void>;
};

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & { adapters: Pick<Adapters, 'messengers'> };

/** Concurrent deliveries: one slow provider must not block the others. */
const mostAtOnce = 8;

/**
 * @param pollMs how often it polls for messages that other processes queued and for retries that are due
 * @param random from 0 to 1, the jitter of the backoff
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

  const report = (event: string) => (error: unknown) => log.error(event, errorFields(error));
  let isRenewing = false;
  const renewing = setInterval(() => {
    const ids = [...underWay.keys()];
    // One at a time: behind a locked row they would take one connection after the other.
    if (ids.length === 0 || isRenewing) return;
    isRenewing = true;
    void renewLeases(db, holder, ids)
      // A failure is only logged: the database may be back before the lease ends.
      .catch(report('outbox lease not renewed'))
      .finally(() => (isRenewing = false));
  }, renewEveryMs);

  const deliver = async (row: MessageRow) => {
    const { id, recipient: to, subject, text, channel, template, attempts: attempt } = row;
    const messenger = messengers[channel];
    const delivered = await messenger
      .deliver({ id, to, subject, text: text ?? '', attempt })
      .catch((error: unknown) => {
        report('messenger failed')(error);
        return { kind: 'unknown' } as const;
      });
    const { isIdempotent } = messenger;
    const next = await recordDelivery(db, row, delivered, { isIdempotent, random, now: clock.now() });
    log.info('message handed over', { message: id, channel, template, attempt, next: next ?? 'lost' });
  };

  const deliverDue = async (): Promise<boolean> => {
    const most = mostAtOnce - underWay.size;
    if (most === 0) return false;
    const rows = await claimMessages(db, { holder, messengers, now: clock.now(), most });
    for (const row of rows) {
      // A delivery that could not be recorded is claimed again when its lease ends.
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
