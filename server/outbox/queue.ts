/** Queues messages to people, in the transaction of the act that they report. */
import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { Channel } from '../adapters/messages.ts';
import { type Config, siteOf } from '../config.ts';
import type { Database } from '../db/open.ts';
import { createLinkKey } from '../api-keys.ts';
import { messages } from '../db/schema.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { appendToTimeline } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';
import { render, secretForMs, type Template, templates, type TemplateValues } from './templates.ts';

/** What the link in a message is made of. */
export type MessageSite = Pick<Config, 'publicUrl' | 'port'>;

type MessageInput = { [Name in Template]: { template: Name; values: TemplateValues[Name] } }[Template];

/**
 * Queues one message for each channel of the template, in the loan's language, and notes it in the timeline; none to a
 * recipient that has got the template's most for a day. They are delivered only once the transaction is committed.
 */
export async function queueMessages(
  tx: Database,
  letter: MessageInput & { loan: LoanRow; now: Date; config: MessageSite },
): Promise<void> {
  const { loan, template, values, now, config } = letter;
  const key = templates[template].isLinked ? await createLinkKey(tx, loan.id, now) : undefined;
  const link = `${siteOf(config)}/loan/${loan.id}${key ? `?api_key=${key}` : ''}`;
  const rendered = render(loan.language, template, { ...values, name: loan.name, link });
  const recipients: Record<Channel, string> = { sms: loan.mobile, email: loan.email };
  for (const { channel, subject, text } of rendered) {
    if (!(await mayBeSent(tx, template, recipients[channel], now))) continue;
    const id = randomUUID();
    await tx.insert(messages).values({
      id,
      loanId: loan.id,
      channel,
      recipient: recipients[channel],
      template,
      subject,
      text,
      state: 'queued',
      createdAt: now,
    });
    await enqueueDelivery(tx, { id, channel, template }, now);
    await appendToTimeline(tx, {
      loanId: loan.id,
      at: now,
      by: 'system',
      act: 'message.queued',
      details: { message: id, channel, template },
    });
  }
}

/** Secrets expire soon, so they go before everything else. */
const secretPriority = 10;

export const enqueueDelivery = (
  tx: Database,
  { id, channel, template }: { id: string; channel: Channel; template: string },
  now: Date,
): Promise<void> =>
  enqueueJob(
    tx,
    `message.${channel}`,
    { messageId: id },
    { now, dedupeKey: `message:${id}`, priority: secretForMs(template) === undefined ? 0 : secretPriority },
  );

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the template's limits let one more go to a recipient. */
async function mayBeSent(tx: Database, template: Template, recipient: string, now: Date): Promise<boolean> {
  const { maxPerDay, laterAfterMs } = templates[template];
  if (maxPerDay === undefined) return true;
  // Concurrent transactions count the messages to one recipient one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 0))`);
  const sentWithin = (ms: number) => countSince(tx, template, recipient, new Date(now.getTime() - ms));
  if ((await sentWithin(dayMs)) < maxPerDay) return true;
  return laterAfterMs !== undefined && (await sentWithin(laterAfterMs)) === 0;
}

/** How many messages of this template a recipient was sent since. */
async function countSince(tx: Database, template: Template, recipient: string, since: Date): Promise<number> {
  const [sent] = await tx
    .select({ count: count() })
    .from(messages)
    .where(
      and(eq(messages.recipient, recipient), eq(messages.template, template), gt(messages.createdAt, since)),
    );
  return sent?.count ?? 0;
}
