/** Conversations with support as staff work on them. They are the house partner's, so its scope decides who sees them. */
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { queueLimits } from '../../domain/review-wire.ts';
import type { components } from '../../openapi/generated.ts';
import { type Database, rowsOf, transaction } from '../db/open.ts';
import { conversationMessages, conversations, type ConversationState } from '../db/schema.ts';
import { isUuid } from '../loans/ids.ts';
import { type MessageSite, queueMail } from '../outbox/queue.ts';
import { housePartnerId } from '../partners.ts';
import { notFound, Problem } from '../problem.ts';
import { isInScope, type PartnerScope } from '../staff/permissions.ts';
import {
  addMessage,
  type ConversationRow,
  conversationOnWire,
  type MessageRow,
  readMessages,
  setState,
} from './conversations.ts';

type StaffConversation = components['schemas']['StaffConversation'];
type Page = components['schemas']['ConversationPage'];

const states: readonly ConversationState[] = ['open', 'answered', 'closed'];
const excerptLength = 160;

export type PageOrder = { state: ConversationState; page: number; page_length: number };

/** One page of the conversations of a state, what waits longest first, and how many there are in each. */
export async function listConversations(
  db: Database,
  { state, page, page_length }: PageOrder,
  scope: PartnerScope,
): Promise<Page> {
  if (!isInScope(scope, housePartnerId))
    return { items: [], total: 0, counts: { open: 0, answered: 0, closed: 0 } };
  const counts = await countStates(db);
  const offset = (page - 1) * page_length;
  const rows =
    offset < queueLimits.counted
      ? await db
          .select()
          .from(conversations)
          .where(eq(conversations.state, state))
          .orderBy(asc(conversations.updatedAt), asc(conversations.id))
          .limit(page_length)
          .offset(offset)
      : [];
  const latest = await latestTexts(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: row.state,
    waiting_since: row.updatedAt.toISOString(),
    excerpt: excerptOf(latest.get(row.id) ?? ''),
  }));
  return { items, total: counts[state], counts };
}

/** How many are in each state, `queueLimits.counted` at most. */
async function countStates(db: Database): Promise<Record<ConversationState, number>> {
  const counted = states.map((state) => {
    const some = db
      .select({ one: sql`1` })
      .from(conversations)
      .where(eq(conversations.state, state))
      // The order of the index: without it, the first rows may be looked for in the whole table.
      .orderBy(asc(conversations.updatedAt))
      .limit(queueLimits.counted);
    return sql`(select count(*)::int from (${some}) as some_conversations) as ${sql.identifier(state)}`;
  });
  const [row] = await rowsOf<Record<ConversationState, number>>(
    db,
    sql`select ${sql.join(counted, sql`, `)}`,
  );
  if (!row) throw new Error('A count returned no row');
  return row;
}

/** By the conversation's id. */
async function latestTexts(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { conversationId, at, text } = conversationMessages;
  const rows = await db
    .selectDistinctOn([conversationId], { conversationId, text })
    .from(conversationMessages)
    .where(inArray(conversationId, [...ids]))
    .orderBy(conversationId, desc(at));
  return new Map(rows.map((row) => [row.conversationId, row.text]));
}

/** The beginning of a text, in one line. */
function excerptOf(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= excerptLength
    ? characters.join('')
    : `${characters.slice(0, excerptLength).join('')}…`;
}

/** @throws Problem 404 */
export async function readConversation(
  db: Database,
  id: string,
  scope: PartnerScope,
): Promise<StaffConversation> {
  const row = await findConversation(db, id, scope);
  return onWire(row, await readMessages(db, id));
}

export type Act = {
  scope: PartnerScope;
  now: Date;
  /** The last message that the member of staff has read. */
  lastMessageId: string;
};

export type Answer = Act & { text: string; reviewer: { id: string; name: string }; config: MessageSite };

/**
 * Adds an answer, which goes out by mail. Idempotent: the reviewer's last message is not repeated.
 * @throws Problem 404; 409 where somebody has written since
 */
export const answerConversation = (
  db: Database,
  id: string,
  { text, reviewer, config, ...act }: Answer,
): Promise<StaffConversation> =>
  transaction(db, async (tx) => {
    const row = await findConversation(tx, id, act.scope, { locks: true });
    const written = await readMessages(tx, id);
    const last = written.at(-1);
    if (last?.reviewerId === reviewer.id && last.text === text) return onWire(row, written);
    requireLatest(written, act);
    const added = await addMessage(tx, written, {
      ...{ conversationId: id, author: 'staff', text, now: act.now },
      ...{ reviewerId: reviewer.id, reviewerName: reviewer.name },
    });
    await queueMail(tx, {
      template: 'conversation.answered',
      values: { answer: text },
      to: { name: row.name, email: row.email, language: row.language },
      ...{ now: act.now, config },
    });
    return onWire(await setState(tx, id, 'answered', act.now), [...written, added]);
  });

/** Idempotent. @throws Problem 404; 409 where somebody has written since */
export const closeConversation = (db: Database, id: string, act: Act): Promise<StaffConversation> =>
  transaction(db, async (tx) => {
    const row = await findConversation(tx, id, act.scope, { locks: true });
    const written = await readMessages(tx, id);
    if (row.state === 'closed') return onWire(row, written);
    requireLatest(written, act);
    return onWire(await setState(tx, id, 'closed', act.now), written);
  });

/** @throws Problem 409 */
function requireLatest(written: readonly MessageRow[], { lastMessageId }: Act): void {
  if (written.at(-1)?.id !== lastMessageId) throw new Problem(409, 'Somebody has written since it was read');
}

async function findConversation(
  db: Database,
  id: string,
  scope: PartnerScope,
  { locks }: { locks: boolean } = { locks: false },
): Promise<ConversationRow> {
  if (!isUuid(id) || !isInScope(scope, housePartnerId)) throw notFound();
  const query = db.select().from(conversations).where(eq(conversations.id, id));
  const [row] = await (locks ? query.for('update') : query);
  if (!row) throw notFound();
  return row;
}

function onWire(row: ConversationRow, written: readonly MessageRow[]): StaffConversation {
  const { name, mobile, email, language, customerId } = row;
  return {
    ...conversationOnWire(row, written, { namesStaff: true }),
    ...{ name, mobile, email, language, is_customer: customerId !== null },
  };
}
