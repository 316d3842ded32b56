/** Conversations with support, queries and grievances, as those who write see them. */
import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../domain/values/dates.ts';
import { platform } from '../platform/platform.ts';
import { limits } from '../../domain/values/limits.ts';
import type { Language, Conversation } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import { insertOne } from '../db/insert-one.ts';
import { type Database, transaction } from '../db/open.ts';
import { conversationMessages, conversations } from '../db/schema/contact.ts';
import { isUuid } from '../loans/ids.ts';
import { notFound, Problem } from '../http/problem.ts';
import { announceGrievance } from './grievance-messages.ts';
import {
  type ContactConfig,
  type ConversationRow,
  grievanceOnWire,
  type GrievanceSubject,
  isGrievance,
  newGrievance,
} from './grievances.ts';

export type MessageRow = typeof conversationMessages.$inferSelect;

/** The day and the configuration on which responses depend. */
export type Reading = { now: Date; config: ContactConfig };

/** The author of a conversation; `customerId` is null without a sign-in. */
export type Asker = { customerId: string | null; name: string; mobile: string; email: string };

const mostListed = 50;

export type NewConversation = Reading & {
  asker: Asker;
  /** The subject of a grievance; null for a query. */
  grievance: GrievanceSubject | null;
  text: string;
  language: Language;
};

/**
 * Stores a query or a grievance as a new conversation; the number of a grievance goes to its author. Idempotent: the
 * text that the same person has sent within a day is in the conversation that it began or belongs to.
 * @throws Problem 429 where the person has written too many within a day
 */
export const startConversation = (
  db: Database,
  { asker, grievance, text, language, ...reading }: NewConversation,
): Promise<Conversation> =>
  transaction(db, async (tx) => {
    const { now } = reading;
    const today = await messagesOfToday(tx, asker, now);
    const repeated = today.find(
      ({ conversation, text: written }) =>
        written === text && isGrievance(conversation) === (grievance !== null),
    );
    if (repeated)
      return ownConversation(
        repeated.conversation,
        await readMessages(tx, repeated.conversation.id),
        reading,
      );
    requireRoom(today, now);
    const common = { ...asker, language, state: 'open', startedAt: now, updatedAt: now } as const;
    const row = await insertConversation(tx, () => ({
      id: platform.uuid(),
      ...common,
      ...(grievance && newGrievance(grievance, reading)),
    }));
    const first = await addMessage(tx, [], { conversationId: row.id, author: 'customer', text, now });
    if (isGrievance(row)) await announceGrievance(tx, row, reading);
    return ownConversation(row, [first], reading);
  });

/** @param makeRow is called again where the number of a grievance is taken */
async function insertConversation(
  tx: Database,
  makeRow: () => typeof conversations.$inferInsert,
): Promise<ConversationRow> {
  const target = conversations.grievanceNumber;
  const [row] = await tx.insert(conversations).values(makeRow()).onConflictDoNothing({ target }).returning();
  return row ?? insertConversation(tx, makeRow);
}

/**
 * Adds what a customer writes to a conversation, which is open then. Idempotent: the last message is not repeated.
 * @throws Problem 404 where it is not the customer's; 429 as `startConversation`
 */
export const continueConversation = (
  db: Database,
  {
    customer,
    id,
    text,
    ...reading
  }: Reading & { customer: Asker & { customerId: string }; id: string; text: string },
): Promise<Conversation> =>
  transaction(db, async (tx) => {
    const { now } = reading;
    const today = await messagesOfToday(tx, customer, now);
    const row = isUuid(id) ? await findOwnConversation(tx, customer.customerId, id) : undefined;
    if (!row) throw notFound();
    const written = await readMessages(tx, id);
    const last = written.at(-1);
    if (last?.author === 'customer' && last.text === text) return ownConversation(row, written, reading);
    requireRoom(today, now);
    const added = await addMessage(tx, written, { conversationId: id, author: 'customer', text, now });
    const open = await updateConversation(tx, id, { state: 'open', updatedAt: now });
    return ownConversation(open, [...written, added], reading);
  });

/** Locks the row. */
async function findOwnConversation(
  tx: Database,
  customerId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const isOwn = and(eq(conversations.id, id), eq(conversations.customerId, customerId));
  const [row] = await tx.select().from(conversations).where(isOwn).for('update');
  return row;
}

type WrittenToday = { conversation: ConversationRow; text: string; at: Date };

/**
 * Returns the messages that a person wrote within a day, the oldest first: a customer by the account, others by their
 * number or mail address. Concurrent calls of a person are counted one after the other.
 */
async function messagesOfToday(tx: Database, asker: Asker, now: Date): Promise<WrittenToday[]> {
  const { customerId, mobile, email } = asker;
  const locks = (customerId === null ? [mobile, email].toSorted() : [customerId]).map(
    (one) => sql`pg_advisory_xact_lock(hashtextextended(${one}, 1))`,
  );
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
  const isTheirs =
    customerId === null
      ? and(
          isNull(conversations.customerId),
          or(eq(conversations.mobile, mobile), eq(conversations.email, email)),
        )
      : eq(conversations.customerId, customerId);
  return tx
    .select({ conversation: conversations, text: conversationMessages.text, at: conversationMessages.at })
    .from(conversations)
    .innerJoin(conversationMessages, eq(conversationMessages.conversationId, conversations.id))
    .where(
      and(
        isTheirs,
        eq(conversationMessages.author, 'customer'),
        gt(conversationMessages.at, new Date(now.getTime() - dayMs)),
      ),
    )
    .orderBy(asc(conversationMessages.at));
}

/** @throws Problem 429 */
function requireRoom(today: readonly WrittenToday[], now: Date): void {
  const oldest = today[today.length - limits.supportMessagesPerDay];
  if (!oldest) return;
  const seconds = Math.max(1, Math.ceil((oldest.at.getTime() + dayMs - now.getTime()) / 1000));
  throw new Problem(429, 'Too many messages to support within a day', undefined, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Returns a customer's conversations, the newest first. */
export async function conversationsOf(
  db: Database,
  customerId: string,
  reading: Reading,
): Promise<Conversation[]> {
  const rows = await db
    .select()
    .from(conversations)
    .where(eq(conversations.customerId, customerId))
    .orderBy(desc(conversations.startedAt))
    .limit(mostListed);
  if (rows.length === 0) return [];
  const written = await messagesIn(
    db,
    inArray(
      conversationMessages.conversationId,
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) =>
    ownConversation(
      row,
      written.filter(({ conversationId }) => conversationId === row.id),
      reading,
    ),
  );
}

/** Returns a conversation without the names of staff. */
const ownConversation = (
  row: ConversationRow,
  written: readonly MessageRow[],
  reading: Reading,
): Conversation => conversationOnWire(row, written, { namesStaff: false, ...reading });

/** The messages of a conversation, the oldest first. */
export const readMessages = (db: Database, conversationId: string): Promise<MessageRow[]> =>
  messagesIn(db, eq(conversationMessages.conversationId, conversationId));

const messagesIn = (db: Database, which: SQL | undefined): Promise<MessageRow[]> =>
  db.select().from(conversationMessages).where(which).orderBy(asc(conversationMessages.at));

export type NewMessage = Pick<MessageRow, 'conversationId' | 'author' | 'text'> &
  Partial<Pick<MessageRow, 'reviewerId' | 'reviewerName' | 'outcome'>> & { now: Date };

/**
 * Adds a message, later than each of those before: their times are their order.
 * @param before the conversation's messages; the caller has locked its row
 */
export async function addMessage(
  tx: Database,
  before: readonly MessageRow[],
  { now, ...message }: NewMessage,
): Promise<MessageRow> {
  const last = before.at(-1)?.at.getTime() ?? 0;
  const at = new Date(Math.max(now.getTime(), last + 1));
  return insertOne(tx, conversationMessages, { id: platform.uuid(), ...message, at });
}

export async function updateConversation(
  tx: Database,
  id: string,
  change: Partial<Pick<ConversationRow, 'state' | 'updatedAt' | 'outcome' | 'settledOn'>>,
): Promise<ConversationRow> {
  const [row] = await tx.update(conversations).set(change).where(eq(conversations.id, id)).returning();
  if (!row) throw notFound();
  return row;
}

/** @param options.namesStaff whether the names of staff are in it */
export const conversationOnWire = (
  row: ConversationRow,
  written: readonly MessageRow[],
  { namesStaff, ...reading }: Reading & { namesStaff: boolean },
): Conversation => ({
  id: row.id,
  state: row.state,
  grievance: grievanceOnWire(row, reading),
  started_at: row.startedAt.toISOString(),
  messages: written.map(({ id, at, author, reviewerName, text, outcome }) => ({
    ...onWire({ id, at, author, text, outcome }),
    author_name: namesStaff ? reviewerName : null,
  })),
});
