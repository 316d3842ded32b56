/** Queues messages to people, in the transaction of the act that they report. */
import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, inArray, max, sql } from 'drizzle-orm';
import { accountPath } from '../../domain/account-pages.ts';
import type { Language } from '../../domain/wire.ts';
import type { Channel } from '../adapters/messages.ts';
import { type Config, siteOf } from '../config.ts';
import type { Database } from '../db/open.ts';
import { createLinkKey } from '../api-keys.ts';
import { messages } from '../db/schema.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { housePartnerId } from '../partners.ts';
import { appendToTimeline } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';
import {
  type CustomerTemplate,
  type MailTemplate,
  render,
  type Rendered,
  secretForMs,
  type Template,
  templates,
  type TemplateValues,
} from './templates.ts';

/** What the link in a message is made of. */
export type MessageSite = Pick<Config, 'publicUrl' | 'port'>;

type MessageLoan = Pick<LoanRow, 'id' | 'partnerId' | 'name' | 'mobile' | 'email' | 'language'>;

type MessageInput<Names extends Template> = {
  [Name in Names]: { template: Name; values: TemplateValues[Name] };
}[Names];

/**
 * Queues one message for each channel of the template, in the loan's language, and notes it in the timeline; none to a
 * recipient that has got the template's most for a day. They are delivered only once the transaction is committed.
 */
export async function queueMessages(
  tx: Database,
  letter: MessageInput<Template> & { loan: MessageLoan; now: Date; config: MessageSite },
): Promise<void> {
  const { loan, template, values, now } = letter;
  const recipients: Record<Channel, string> = { sms: loan.mobile, email: loan.email };
  const meant = templates[template].email ? [loan.mobile, loan.email] : [loan.mobile];
  const allowed = await allowedRecipients(tx, template, meant, now);
  if (allowed.size === 0) return;
  const link = await linkTo(tx, loan, letter);
  const queued = render(loan.language, template, { ...values, name: loan.name, link })
    .map((rendered) => ({ ...rendered, recipient: recipients[rendered.channel] }))
    .filter(({ recipient }) => allowed.has(recipient));
  await insertMessages(tx, queued, { loanId: loan.id, template, now });
}

/**
 * Where a message about a loan leads: to the loan by a key of its partner's, or to the app of the customer, who has none.
 */
async function linkTo(
  tx: Database,
  { id, partnerId }: MessageLoan,
  { template, now, config }: { template: Template; now: Date; config: MessageSite },
): Promise<string> {
  if (partnerId === housePartnerId) return `${siteOf(config)}/app`;
  const key = templates[template].isLinked ? await createLinkKey(tx, id, now) : undefined;
  return `${siteOf(config)}/loan/${id}${key ? `?api_key=${key}` : ''}`;
}

/** Queues an SMS that is about no loan, unless the number has got the template's most for a day. */
export async function queueSms(
  tx: Database,
  letter: MessageInput<CustomerTemplate> & { mobile: string; language: Language; now: Date },
): Promise<void> {
  const { mobile, language, template, values, now } = letter;
  const allowed = await allowedRecipients(tx, template, [mobile], now);
  const queued = render(language, template, values).map((rendered) => ({ ...rendered, recipient: mobile }));
  if (allowed.size > 0) await insertMessages(tx, queued, { loanId: null, template, now });
}

/** Queues a mail that is about no loan. */
export async function queueMail(
  tx: Database,
  letter: MessageInput<MailTemplate> & {
    to: { name: string; email: string; language: Language };
    now: Date;
    config: MessageSite;
  },
): Promise<void> {
  const { to, template, values, now, config } = letter;
  const link = `${siteOf(config)}${accountPath('contact')}`;
  const queued = render(to.language, template, { ...values, name: to.name, link });
  const mails = queued.map((rendered) => ({ ...rendered, recipient: to.email }));
  await insertMessages(tx, mails, { loanId: null, template, now });
}

async function insertMessages(
  tx: Database,
  rendered: readonly (Rendered & { recipient: string })[],
  { loanId, template, now }: { loanId: string | null; template: Template; now: Date },
): Promise<void> {
  const queued = rendered.map((message) => ({ ...message, id: randomUUID() }));
  const row = { loanId, template, state: 'queued', createdAt: now } as const;
  await tx.insert(messages).values(queued.map((message) => ({ ...message, ...row })));
  for (const { id, channel } of queued) await enqueueDelivery(tx, { id, channel, loanId, template }, now);
  if (loanId === null) return;
  await appendToTimeline(
    tx,
    queued.map(({ id, channel }) => ({
      ...{ loanId, at: now, by: 'system', act: 'message.queued' },
      details: { message: id, channel, template },
    })),
  );
}

/** Secrets expire soon, so they go before everything else. */
const secretPriority = 10;

export const enqueueDelivery = (
  tx: Database,
  {
    id,
    channel,
    loanId,
    template,
  }: { id: string; channel: Channel; loanId: string | null; template: string },
  now: Date,
): Promise<void> =>
  enqueueJob(
    tx,
    loanId === null ? `direct.${channel}` : `message.${channel}`,
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
