/**
 * Stores messages to people, each with its job and its entry of the timeline, by one statement that leaves out the
 * recipients who have got the template's most for a day. Another statement can have its parts, so that a loan and its
 * first messages are stored together.
 */
import { type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../domain/values/dates.ts';
import { afterCommit, type Database } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import { linkKeys } from '../db/schema/loans.ts';
import { messages } from '../db/schema/messages.ts';
import { timeline } from '../db/schema/review.ts';
import { jobs } from '../db/schema/servers.ts';
import { type jobRow, notifyRunners } from '../jobs/queue.ts';
import type { TimelineAct, TimelineActor } from '../timeline/timeline.ts';
import { type Rendered, type Template, templates } from './templates.ts';

/** The messages of one template that go out at once, one for each channel. */
export type OutgoingMessages = {
  template: Template;
  /** Null for messages that are about no loan. */
  loanId: string | null;
  /** The hash of the key in the link; stored if one of the messages is stored. */
  linkKeyHash?: string | undefined;
  now: Date;
  messages: readonly (Rendered & {
    id: string;
    recipient: string;
    documentIds: readonly string[];
    job: ReturnType<typeof jobRow>;
  })[];
};

const { placeholder } = sql;
const now = sql`${placeholder('now')}::timestamptz`;
const loanId = sql`${placeholder('messagesLoanId')}::text`;

/**
 * The parts of the statement: `stored` has a row for each message that is stored. Concurrent transactions must count the
 * messages to one recipient one after the other, so `lockRecipients` comes before in the same transaction.
 * @param condition without which nothing is stored
 */
export function messageParts(db: Database, condition: SQL = sql`true`) {
  const mostPerDay = sql`${placeholder('mostPerDay')}::integer`;
  const stored = db.$with('stored', { id: sql<string>`id`.as('id') }).as(sql`
    select message.* from json_to_recordset(${placeholder('messages')}::json) as message
      (id uuid, channel text, recipient text, subject text, text text, "documentIds" json, job json)
    where ${condition} and (${mostPerDay} is null or (
      select count(*) < ${mostPerDay} or max(created_at) <= ${placeholder('laterThan')}::timestamptz
      from ${messages} where ${messages.recipient} = message.recipient
        and ${messages.template} = ${placeholder('template')}
        and (${messages.loanId} = ${loanId} or ${placeholder('template')} not like 'servicing.%')
        and ${messages.createdAt} > ${placeholder('dayBefore')}::timestamptz))`);
  const message = db.$with('stored_message', {}).as(sql`
    insert into ${messages} (id, loan_id, channel, recipient, template, subject, text, document_ids, state, created_at)
    select id, ${loanId}, channel, recipient, ${placeholder('template')}, subject, text,
      array(select json_array_elements_text("documentIds")::uuid), 'queued', ${now} from stored`);
  const job = db.$with('stored_job', {}).as(sql`
    insert into ${jobs} (id, kind, channel, priority, payload, dedupe_key, run_at, created_at)
    select job.id, job.kind, job.channel, job.priority, job.payload, job."dedupeKey", job."runAt", job."createdAt"
    from stored, json_to_record(stored.job) as job (id uuid, kind text, channel text, priority integer, payload jsonb,
      "dedupeKey" text, "runAt" timestamptz, "createdAt" timestamptz)`);
  const entry = db.$with('stored_entry', {}).as(sql`
    insert into ${timeline} (loan_id, at, actor, act, details)
    select ${loanId}, ${now}, ${'system' satisfies TimelineActor}, ${'message.queued' satisfies TimelineAct},
      jsonb_build_object('message', id, 'channel', channel, 'template', ${placeholder('template')}::text)
    from stored where ${loanId} is not null`);
  const linkKey = db.$with('stored_link_key', {}).as(sql`
    insert into ${linkKeys} (key_hash, loan_id, created_at)
    select hash, ${loanId}, ${now} from (values (${placeholder('linkKeyHash')}::text)) as link (hash)
    where hash is not null and exists (select from stored)`);
  return [stored, message, job, entry, linkKey] as const;
}

/** Returns the values of the placeholders in the parts. */
export function messageValues({ template, loanId, linkKeyHash, now, messages }: OutgoingMessages) {
  const { maxPerDay = null, laterAfterMs } = templates[template];
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return {
    ...{ template, messagesLoanId: loanId, linkKeyHash: linkKeyHash ?? null, now: now.toISOString() },
    ...{ mostPerDay: maxPerDay, dayBefore: before(dayMs) },
    laterThan: laterAfterMs === undefined ? null : before(laterAfterMs),
    messages: JSON.stringify(messages),
  };
}

const lockStatement = preparedOn((db) =>
  db
    .select({ locked: sql`pg_advisory_xact_lock(hashtextextended(recipient, 0))` })
    .from(sql`unnest(${placeholder('recipients')}::text[]) as recipient`)
    .prepare('lock_recipients'),
);

/** Holds the recipients of a limited template until the transaction ends. */
export async function lockRecipients(tx: Database, { template, messages }: OutgoingMessages): Promise<void> {
  if (templates[template].maxPerDay === undefined) return;
  await lockStatement(tx).execute({ recipients: messages.map(({ recipient }) => recipient) });
}

const storeStatement = preparedOn((db) => {
  const [stored, ...parts] = messageParts(db);
  return db
    .with(stored, ...parts)
    .select({ id: stored.id })
    .from(stored)
    .prepare('store_messages');
});

/** They are delivered only once the transaction is committed. */
export async function storeMessages(tx: Database, outgoing: OutgoingMessages): Promise<void> {
  if (outgoing.messages.length === 0) return;
  const [, stored] = await Promise.all([
    lockRecipients(tx, outgoing),
    storeStatement(tx).execute(messageValues(outgoing)),
  ]);
  if (stored.length > 0) afterCommit(tx, notifyRunners);
}
