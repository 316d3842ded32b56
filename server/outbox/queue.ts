/** Queues messages to people, in the transaction of the act that they report. */
import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, inArray, max, sql } from 'drizzle-orm';
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

type MessageLoan = Pick<LoanRow, 'id' | 'name' | 'mobile' | 'email' | 'language'>;

type MessageInput = { [Name in Template]: { template: Name; values: TemplateValues[Name] } }[Template];

/**
 * Queues one message for each channel of the template, in the loan's language, and notes it in the timeline; none to a
 * recipient that has got the template's most for a day. They are delivered only once the transaction is committed.
 */
export async function queueMessages(
  tx: Database,
  letter: MessageInput & { loan: MessageLoan; now: Date; config: MessageSite },
): Promise<void> {
  const { loan, template, values, now, config } = letter;
  const recipients: Record<Channel, string> = { sms: loan.mobile, email: loan.email };
  const meant = templates[template].email ? [loan.mobile, loan.email] : [loan.mobile];
  const allowed = await allowedRecipients(tx, template, meant, now);
  if (allowed.size === 0) return;
  const key = templates[template].isLinked ? await createLinkKey(tx, loan.id, now) : undefined;
  const link = `${siteOf(config)}/loan/${loan.id}${key ? `?api_key=${key}` : ''}`;
  const queued = render(loan.language, template, { ...values, name: loan.name, link })
    .map((rendered) => ({ ...rendered, id: randomUUID(), recipient: recipients[rendered.channel] }))
    .filter(({ recipient }) => allowed.has(recipient));
  const row = { loanId: loan.id, template, state: 'queued', createdAt: now } as const;
  await tx.insert(messages).values(queued.map((message) => ({ ...message, ...row })));
  for (const { id, channel } of queued) await enqueueDelivery(tx, { id, channel, template }, now);
  await appendToTimeline(
    tx,
    queued.map(({ id, channel }) => ({
      ...{ loanId: loan.id, at: now, by: 'system', act: 'message.queued' },
      details: { message: id, channel, template },
    })),
  );
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

/** The recipients to whom the template's limits let one more message go. */
async function allowedRecipients(
  tx: Database,
  template: Template,
  recipients: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const { maxPerDay, laterAfterMs } = templates[template];
  if (maxPerDay === undefined) return new Set(recipients);
  // Concurrent transactions count the messages to one recipient one after the other.
  const locks = recipients.map((one) => sql`pg_advisory_xact_lock(hashtextextended(${one}, 0))`);
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const sent = await tx
    .select({ recipient: messages.recipient, count: count(), latest: max(messages.createdAt) })
    .from(messages)
    .where(
      and(
        inArray(messages.recipient, [...recipients]),
        eq(messages.template, template),
        gt(messages.createdAt, before(dayMs)),
      ),
    )
    .groupBy(messages.recipient);
  const isOver = (day: (typeof sent)[number]) =>
    day.count >= maxPerDay &&
    (laterAfterMs === undefined || day.latest === null || day.latest > before(laterAfterMs));
  const over = new Set(sent.filter(isOver).map(({ recipient }) => recipient));
  return new Set(recipients.filter((one) => !over.has(one)));
}
