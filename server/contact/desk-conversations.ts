/** Conversations with support as staff work on them. They are the house partner's, so its scope decides who sees them. */
import { limits } from '../../domain/values/limits.ts';
import { and, asc, desc, eq, inArray, like, type SQL, sql } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import { parseGrievanceNumber } from '../../domain/forms/grievance.ts';
import {
  type Nominee,
  type StaffConversation,
  type ConversationSearch,
  type ConversationPage,
} from '../../domain/values/wire.ts';
import { readNominee } from '../customers/nominee.ts';
import { literally } from '../db/like.ts';
import { type Database, executeSql, transaction } from '../db/open.ts';
import {
  conversationMessages,
  conversations,
  type ConversationState,
  type GrievanceOutcome,
} from '../db/schema/contact.ts';
import { isUuid } from '../loans/ids.ts';
import { queueContactMessages } from '../outbox/queue.ts';
import { housePartnerId } from '../partners/partners.ts';
import { notFound, Problem, wrongShape } from '../http/problem.ts';
import { isInScope, type PartnerScope } from '../staff/permissions.ts';
import {
  addMessage,
  conversationOnWire,
  type MessageRow,
  type Reading,
  readMessages,
  updateConversation,
} from './conversations.ts';
import { announceOutcome } from './grievance-messages.ts';
import { type ConversationRow, grievanceOnWire, isGrievance, isUnsettled } from './grievances.ts';

const states: readonly ConversationState[] = ['open', 'answered', 'closed'];
const excerptLength = 160;

/** A shorter name is searched from its beginning: it is a part of too many. */
const shortestName = 3;

/**
 * Returns a page of the conversations in a state, and the number of matches in each state: grievances by their last day
 * for an answer, then queries, the oldest first.
 */
export async function searchConversations(
  db: Database,
  { state, text = '', page, page_length }: ConversationSearch,
  { scope, ...reading }: Reading & { scope: PartnerScope },
): Promise<ConversationPage> {
  if (!isInScope(scope, housePartnerId))
    return { items: [], total: 0, counts: { open: 0, answered: 0, closed: 0 } };
  const found = holding(text.trim());
  const counts = await countStates(db, found);
  const offset = (page - 1) * page_length;
  const rows =
    offset < limits.queueCounted
      ? await db
          .select()
          .from(conversations)
          .where(and(eq(conversations.state, state), found))
          .orderBy(asc(conversations.answerBy), asc(conversations.updatedAt), asc(conversations.id))
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
    grievance: grievanceOnWire(row, reading),
    waiting_since: row.updatedAt.toISOString(),
    excerpt: excerptOf(latest.get(row.id) ?? ''),
  }));
  return { items, total: counts[state], counts };
}

/** The number of a grievance, or a part of the author's name. */
function holding(text: string): SQL | undefined {
  if (text === '') return undefined;
  const number = parseGrievanceNumber(text);
  if (number !== null) return eq(conversations.grievanceNumber, number);
  const name = literally(text.toLowerCase());
  return like(sql`lower(${conversations.name})`, [...text].length < shortestName ? `${name}%` : `%${name}%`);
}

/** Returns the number of open conversations for staff with this scope. */
export const countOpenConversations = async (db: Database, scope: PartnerScope): Promise<number> =>
  isInScope(scope, housePartnerId) ? (await countStates(db)).open : 0;

/** Counts those in each state, `limits.queueCounted` at most. */
async function countStates(db: Database, found?: SQL): Promise<Record<ConversationState, number>> {
  const counted = states.map((state) => {
    const some = db
      .select({ one: sql`1` })
      .from(conversations)
      .where(and(eq(conversations.state, state), found))
      // The order of the index: without it, the first rows may be looked for in the whole table.
      .orderBy(asc(conversations.updatedAt))
      .limit(limits.queueCounted);
    return sql`(select count(*)::int from (${some}) as some_conversations) as ${sql.identifier(state)}`;
  });
  const [row] = await executeSql<Record<ConversationState, number>>(
    db,
    sql`select ${sql.join(counted, sql`, `)}`,
  );
  if (!row) throw new Error('A count returned no row');
  return row;
}

/** Returns the latest texts by conversation id. */
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

export type Staff = Reading & {
  scope: PartnerScope;
  /** Returns the loans of a customer that the member of staff may see. */
  loansOf: (db: Database, customerId: string) => Promise<StaffConversation['loans']>;
};

/** @throws Problem 404 */
export async function readConversation(db: Database, id: string, staff: Staff): Promise<StaffConversation> {
  const row = await findConversation(db, id, staff.scope);
  return onWire(db, row, await readMessages(db, id), staff);
}

/** Null where none is named, and where nobody was signed in. @throws Problem 404 */
export async function readNomineeOf(db: Database, id: string, scope: PartnerScope): Promise<Nominee | null> {
  const { customerId } = await findConversation(db, id, scope);
  return customerId === null ? null : readNominee(db, customerId);
}

export type Act = Staff & {
  /** The last message that the member of staff has read. */
  lastMessageId: string;
};

export type Answer = Act & {
  text: string;
  /** The outcome with which the answer settles a grievance; without it, the grievance is unchanged. */
  outcome?: GrievanceOutcome | undefined;
  reviewer: { id: string; name: string };
};

/**
 * Adds an answer, which goes out by mail. A grievance stays open until it is resolved or rejected. Idempotent: the
 * reviewer's last message is not repeated.
 * @throws Problem 400 for the outcome of a query; 404; 409 where somebody has written since
 */
export const answerConversation = (
  db: Database,
  id: string,
  { text, outcome, reviewer, ...act }: Answer,
): Promise<StaffConversation> =>
  transaction(db, async (tx) => {
    const { now, config } = act;
    const row = await findConversation(tx, id, act.scope, { locks: true });
    const written = await readMessages(tx, id);
    const last = written.at(-1);
    const isRepeated =
      last?.reviewerId === reviewer.id && last.text === text && last.outcome === (outcome ?? null);
    if (isRepeated) return onWire(tx, row, written, act);
    requireLatest(written, act);
    const added = await addMessage(tx, written, {
      ...{ conversationId: id, author: 'staff', text, outcome: outcome ?? null, now },
      ...{ reviewerId: reviewer.id, reviewerName: reviewer.name },
    });
    if (outcome === undefined) {
      const values = { answer: text };
      await queueContactMessages(tx, { template: 'conversation.answered', values, to: row, now, config });
    } else {
      if (!isGrievance(row)) throw wrongShape('outcome', 'is for grievances alone');
      await announceOutcome(tx, row, { outcome, answer: text, reviewer, now, config });
    }
    const settled = outcome && { outcome, settledOn: todayInIndia(now) };
    const state = isUnsettled(row) && !settled ? 'open' : 'answered';
    const changed = await updateConversation(tx, id, { state, updatedAt: now, ...settled });
    return onWire(tx, changed, [...written, added], act);
  });

/**
 * Idempotent.
 * @throws Problem 404; 409 where somebody has written since, or a grievance is neither resolved nor rejected
 */
export const closeConversation = (db: Database, id: string, act: Act): Promise<StaffConversation> =>
  transaction(db, async (tx) => {
    const row = await findConversation(tx, id, act.scope, { locks: true });
    const written = await readMessages(tx, id);
    if (row.state === 'closed') return onWire(tx, row, written, act);
    if (isUnsettled(row)) throw new Problem(409, 'A grievance is resolved or rejected before it is closed');
    requireLatest(written, act);
    const closed = await updateConversation(tx, id, { state: 'closed', updatedAt: act.now });
    return onWire(tx, closed, written, act);
  });

/** @throws Problem 409 */
function requireLatest(written: readonly MessageRow[], { lastMessageId }: Pick<Act, 'lastMessageId'>): void {
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

async function onWire(
  db: Database,
  row: ConversationRow,
  written: readonly MessageRow[],
  { now, config, loansOf }: Staff,
): Promise<StaffConversation> {
  const { name, mobile, email, language, customerId } = row;
  return {
    ...conversationOnWire(row, written, { namesStaff: true, now, config }),
    ...{ name, mobile, email, language, is_customer: customerId !== null },
    loans: customerId === null ? [] : await loansOf(db, customerId),
  };
}
