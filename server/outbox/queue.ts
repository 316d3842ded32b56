/** Queues messages to people, in the transaction of the act that they report. */
import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, max, sql } from 'drizzle-orm';
import { accountPath } from '../../domain/account-pages.ts';
import type { Language } from '../../domain/wire.ts';
import type { Channel } from '../adapters/messages.ts';
import { type Config, siteOf } from '../config.ts';
import type { Database } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import { generateLinkKey, storeLinkKey } from '../api-keys.ts';
import { messages } from '../db/schema/messages.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { housePartnerId } from '../partners.ts';
import { appendToTimeline } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';
import {
  type ContactTemplate,
  type CustomerTemplate,
  isServicing,
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
 * @param allowed what `allowedRecipients` has answered in this transaction already
 */
export async function queueMessages(
  tx: Database,
  letter: MessageInput<Template> & {
    loan: MessageLoan;
    /** Ids of `issued_documents`, which the mail has as attachments. */
    documents?: readonly string[];
    now: Date;
    config: MessageSite;
    allowed?: ReadonlySet<string>;
  },
): Promise<void> {
  const { loan, template, values, documents = [], now, config } = letter;
  const allowed = letter.allowed ?? (await allowedRecipients(tx, template, loan, now));
  if (allowed.size === 0) return;
  const key = isLinkedByKey(template, loan) ? generateLinkKey() : undefined;
  const recipients: Record<Channel, string> = { sms: loan.mobile, email: loan.email };
  const link = isServicing(template) ? `${siteOf(config)}/app` : linkTo(loan, key, config);
  const queued = render(loan.language, template, { ...values, name: loan.name, link })
    .map((rendered) => ({
      ...rendered,
      recipient: recipients[rendered.channel],
      documentIds: rendered.channel === 'email' ? [...documents] : [],
    }))
    .filter(({ recipient }) => allowed.has(recipient));
  await Promise.all([
    key && storeLinkKey(tx, loan.id, key, now),
    insertMessages(tx, queued, { loanId: loan.id, template, now }),
  ]);
}

/** A customer opens a loan in the app, without a key. */
const isLinkedByKey = (template: Template, { partnerId }: MessageLoan): boolean =>
  templates[template].isLinked && partnerId !== housePartnerId;

/** Where a message about a loan leads: to the loan by a key of its partner's, or to the app of the customer. */
const linkTo = ({ id, partnerId }: MessageLoan, key: string | undefined, config: MessageSite): string =>
  partnerId === housePartnerId
    ? `${siteOf(config)}/app`
    : `${siteOf(config)}/loan/${id}${key ? `?api_key=${key}` : ''}`;

/** Queues an SMS that is about no loan, unless the number has got the template's most for a day. */
export async function queueSms(
  tx: Database,
  letter: MessageInput<CustomerTemplate> & { mobile: string; language: Language; now: Date },
): Promise<void> {
  const { mobile, language, template, values, now } = letter;
  const allowed = await recipientsWithin(tx, template, [mobile], now);
  const queued = render(language, template, values).map((rendered) => ({ ...rendered, recipient: mobile }));
  if (allowed.size > 0) await insertMessages(tx, queued, { loanId: null, template, now });
}

/**
 * Queues one message for each channel of a template that is about a conversation with support; none to a recipient that
 * has got the template's most for a day.
 * @param letter `to.mobile` is null for a template without an SMS; `page` is where the link leads, the page of the
 *   conversations where it is left out
 */
export async function queueContactMessages(
  tx: Database,
  letter: MessageInput<ContactTemplate> & {
    to: { name: string; email: string; mobile: string | null; language: Language };
    now: Date;
    config: MessageSite;
    page?: string;
  },
): Promise<void> {
  const { to, template, values, now, config, page = accountPath('contact') } = letter;
  const recipients: Record<Channel, string | null> = { sms: to.mobile, email: to.email };
  const link = `${siteOf(config)}${page}`;
  const rendered = render(to.language, template, { ...values, name: to.name, link }).flatMap((message) => {
    const recipient = recipients[message.channel];
    return recipient === null ? [] : [{ ...message, recipient }];
  });
  const named = rendered.map(({ recipient }) => recipient);
  const allowed = await recipientsWithin(tx, template, named, now);
  const queued = rendered.filter(({ recipient }) => allowed.has(recipient));
  if (queued.length > 0) await insertMessages(tx, queued, { loanId: null, template, now });
}

async function insertMessages(
  tx: Database,
  rendered: readonly (Rendered & { recipient: string; documentIds?: string[] })[],
  { loanId, template, now }: { loanId: string | null; template: Template; now: Date },
): Promise<void> {
  const queued = rendered.map((message) => ({ ...message, id: randomUUID() }));
  const row = { loanId, template, state: 'queued', createdAt: now } as const;
  await Promise.all([
    tx.insert(messages).values(queued.map((message) => ({ ...message, ...row }))),
    ...queued.map(({ id, channel }) => enqueueDelivery(tx, { id, channel, loanId, template }, now)),
    loanId !== null &&
      appendToTimeline(
        tx,
        queued.map(({ id, channel }) => ({
          ...{ loanId, at: now, by: 'system', act: 'message.queued' },
          details: { message: id, channel, template },
        })),
      ),
  ]);
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

/** Those of a loan's recipients to whom the template's limits let one more message go, held until the transaction ends. */
export const allowedRecipients = (
  tx: Database,
  template: Template,
  { mobile, email }: Pick<MessageLoan, 'mobile' | 'email'>,
  now: Date,
): Promise<Set<string>> =>
  recipientsWithin(tx, template, templates[template].email ? [mobile, email] : [mobile], now);

/** Concurrent transactions count the messages to one recipient one after the other. */
const lockRecipients = preparedOn((db) =>
  db
    .select({ locked: sql`pg_advisory_xact_lock(hashtextextended(recipient, 0))` })
    .from(sql`unnest(${sql.placeholder('recipients')}::text[]) as recipient`)
    .prepare('lock_recipients'),
);

const countMessages = preparedOn((db) =>
  db
    .select({ recipient: messages.recipient, count: count(), latest: max(messages.createdAt) })
    .from(messages)
    .where(
      and(
        sql`${messages.recipient} = any(${sql.placeholder('recipients')}::text[])`,
        eq(messages.template, sql.placeholder('template')),
        gt(messages.createdAt, sql.placeholder('after')),
      ),
    )
    .groupBy(messages.recipient)
    .prepare('count_messages'),
);

async function recipientsWithin(
  tx: Database,
  template: Template,
  recipients: string[],
  now: Date,
): Promise<Set<string>> {
  const { maxPerDay, laterAfterMs } = templates[template];
  if (maxPerDay === undefined) return new Set(recipients);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const after = before(dayMs).toISOString();
  const [, sent] = await Promise.all([
    lockRecipients(tx).execute({ recipients }),
    countMessages(tx).execute({ recipients, template, after }),
  ]);
  const isOver = (day: (typeof sent)[number]) =>
    day.count >= maxPerDay &&
    (laterAfterMs === undefined || day.latest === null || day.latest > before(laterAfterMs));
  const over = new Set(sent.filter(isOver).map(({ recipient }) => recipient));
  return new Set(recipients.filter((one) => !over.has(one)));
}
