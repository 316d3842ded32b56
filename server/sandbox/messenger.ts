/**
 * The sandbox's provider of SMS and mail: it keeps what it was handed, for /sandbox/outbox (decision 28). How it
 * treats a message follows from how the recipient's number or address ends.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/open.ts';
import { sandboxMessages } from '../db/schema/sandbox.ts';
import type { Channel, Messenger } from '../adapters/messages.ts';

/**
 * - `refused`: it refuses for good
 * - `fails`: it is down the first two times, and takes it the third
 * - `answerLost`: it takes it, and its first answer is lost
 */
export type SandboxDelivery = 'refused' | 'fails' | 'answerLost';

/** The deliveries by the recipient's ending; docs/sandbox.md shows the same table. All others are delivered. */
export const sandboxRecipients: Readonly<Record<string, SandboxDelivery>> = {
  '0000': 'refused',
  '0001': 'fails',
  '0002': 'answerLost',
  '@refused.example': 'refused',
  '@fails.example': 'fails',
  '@lost.example': 'answerLost',
};

export function sandboxMessenger(channel: Channel, { db, clock }: { db: Database; clock: Clock }): Messenger {
  return {
    async deliver({ id, to, subject, text, attachments = [], attempt }) {
      const delivery = deliveryOf(to);
      if (delivery === 'refused') return { kind: 'refused' };
      if (delivery === 'fails' && attempt <= 2) return { kind: 'notAccepted' };
      await db
        .insert(sandboxMessages)
        .values({
          ...{ id, channel, recipient: to, subject, text, receivedAt: clock.now() },
          attachments: attachments.map(({ fileName, contentType, content }) => ({
            ...{ fileName, contentType, bytes: content.byteLength },
            sha256: createHash('sha256').update(content).digest('hex'),
          })),
        })
        .onConflictDoNothing();
      return { kind: delivery === 'answerLost' && attempt === 1 ? 'unknown' : 'accepted' };
    },
  };
}

const deliveryOf = (to: string): SandboxDelivery | undefined =>
  Object.entries(sandboxRecipients).find(([end]) => to.toLowerCase().endsWith(end))?.[1];
