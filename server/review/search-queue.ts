/**
 * The review queue: submitted applications, the longest waiting first. Every statement reads along an index: a page from
 * where the one before has ended, and a count no further than `limits.queueCounted` rows, so that the cost grows neither
 * with the number of applications nor with that of the page.
 */
import { limits } from '../../domain/values/limits.ts';
import { and, asc, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { cleanMobile, keepDigits } from '../../domain/values/clean.ts';
import { isLoanNumber } from '../../domain/loan/loan-number.ts';
import { type QueueStage, queueStages, type QueueSearch, type QueuePage } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import { literally } from '../db/like.ts';
import { type Database, executeSql } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { partners } from '../db/schema/partners.ts';
import { keyringOf } from '../encryption/database-keyring.ts';
import { panHashes } from '../encryption/personal-data.ts';
import { isRowId } from '../loans/ids.ts';
import { withAbandonedPushEnded } from '../loans/row.ts';
import { loansInScope, type PartnerScope } from '../staff/permissions.ts';
import { viewersOf } from './presence.ts';

const panPattern = /^[A-Z]{5}\d{4}[A-Z]$/;

/** A shorter number is a part of too many; of an id, the first block. A shorter name is searched from its beginning. */
const shortest = { name: 3, email: 3, mobile: 4, id: 8 };

/** Returns a page of matches, and the numbers of matches in each stage, ignoring the selected stage. */
export async function searchQueue(
  db: Database,
  search: QueueSearch,
  { reviewerId, scope, now }: { reviewerId: string; scope: PartnerScope; now: Date },
): Promise<QueuePage> {
  await endAbandonedPushes(db, now);
  const where = and(loansInScope(scope), conditionsOf(db, search));
  const counts = await countStages(db, where);
  const { rows, next } = await readPage(db, where, search);
  const viewers = await viewersOf(
    db,
    rows.map(({ id }) => id),
    reviewerId,
    now,
  );
  const total = search.stage ? counts[search.stage] : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return {
    items: rows.map(({ id, open, answered, ...row }) => ({
      ...onWire(row),
      loan_id: id,
      open_queries: open,
      answered_queries: answered,
      viewers: viewers.filter(({ loanId }) => loanId === id).map(({ name }) => name),
    })),
    next,
    total: Math.min(total, limits.queueCounted),
    counts,
    ...(await choices(db, search.test ?? false, scope)),
  };
}

/** A push whose process has died would stand under 'with the lender' until its loan is read or asked about again. */
async function endAbandonedPushes(db: Database, now: Date): Promise<void> {
  const abandoned = await db
    .select({ loan: loans })
    .from(lenderLoans)
    .innerJoin(loans, eq(loans.id, lenderLoans.loanId))
    .where(
      and(
        sql`${lenderLoans.holder} is not null and ${lenderLoans.heldUntil} < clock_timestamp()`,
        eq(loans.status, 'with_lender'),
        sql`(${loans.lenderId} = ${lenderLoans.lenderId} or ${lenderLoans.lenderId} = any(${loans.lenderIds}))`,
      ),
    )
    .orderBy(asc(lenderLoans.heldUntil))
    .limit(100);
  for (const { loan } of abandoned) await withAbandonedPushEnded(db, loan, now);
}

/** The position of an application in the queue. */
type Position = { id: string; submittedMicros: number };

/** Times have microseconds in the database, and milliseconds in a `Date`: a row must not come twice. */
const submittedMicros = sql<number>`(extract(epoch from ${loans.submittedAt}) * 1000000)::bigint`.mapWith(
  Number,
);

/** Reads each stage along the index and merges the rows, if no stage is selected: no more than the page needs. */
async function readPage(db: Database, where: SQL | undefined, search: QueueSearch) {
  const stages = search.stage ? [search.stage] : queueStages;
  const positions = await Promise.all(
    stages.map((stage) =>
      db
        .select({ id: loans.id, submittedMicros })
        .from(loans)
        .where(and(where, eq(loans.stage, stage), isNotNull(loans.submittedAt), behind(search.after)))
        .orderBy(asc(loans.submittedAt), asc(loans.id))
        .limit(search.page_length + 1),
    ),
  );
  const sorted = positions.flat().toSorted(byWaiting);
  const page = sorted.slice(0, search.page_length);
  const last = page.at(-1);
  const next = last && sorted.length > page.length ? cursorOf(last) : null;
  return { rows: await rowsAt(db, page), next };
}

const byWaiting = (a: Position, b: Position): number =>
  a.submittedMicros - b.submittedMicros || (a.id < b.id ? -1 : 1);

const cursorOf = ({ submittedMicros: micros, id }: Position): string => `${micros}_${id}`;

/** @param cursor as `cursorOf` makes it, and as the contract's pattern has it */
function behind(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const at = cursor.indexOf('_');
  const submittedAt = sql`timestamptz 'epoch' + ${cursor.slice(0, at)}::bigint * interval '1 microsecond'`;
  return sql`(${loans.submittedAt}, ${loans.id}) > (${submittedAt}, ${cursor.slice(at + 1)})`;
}

/** Returns the columns of the queue for the applications of a page, in its order. */
async function rowsAt(db: Database, page: readonly Position[]) {
  if (page.length === 0) return [];
  const rows = await db
    .select({
      id: loans.id,
      name: sql<string>`coalesce(${loans.personalDetails} ->> 'name', ${loans.name})`,
      students: sql<string[]>`array(select details ->> 'student_name' from students
        where loan_id = ${loans.id} and details ? 'student_name' order by position)`,
      institutionName: loans.institutionName,
      partner: partners.name,
      status: loans.status,
      stage: loans.stage,
      test: loans.test,
      orderValue: loans.orderValue,
      submittedAt: loans.submittedAt,
      open: loans.openQueries,
      answered: loans.answeredQueries,
    })
    .from(loans)
    .innerJoin(partners, eq(partners.id, loans.partnerId))
    .where(
      inArray(
        loans.id,
        page.map(({ id }) => id),
      ),
    );
  return page.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

/** Counts those in each stage, `limits.queueCounted` at most. */
async function countStages(db: Database, where: SQL | undefined): Promise<Record<QueueStage, number>> {
  const counted = queueStages.map((stage) => {
    const some = db
      .select({ one: sql`1` })
      .from(loans)
      .where(and(where, eq(loans.stage, stage), isNotNull(loans.submittedAt)))
      // The order of the index: without it, the first rows may be looked for in the whole table.
      .orderBy(asc(loans.submittedAt))
      .limit(limits.queueCounted);
    return sql`(select count(*)::int from (${some}) as some_loans) as ${sql.identifier(stage)}`;
  });
  const [row] = await executeSql<Record<QueueStage, number>>(db, sql`select ${sql.join(counted, sql`, `)}`);
  if (!row) throw new Error('A count returned no row');
  return row;
}

/** Returns the conditions of a search, except the stage. */
function conditionsOf(
  db: Database,
  { status, institution_id, partner, test = false, text = '' }: QueueSearch,
): SQL | undefined {
  return and(
    // The text is inlined, not a parameter, to match the predicate of the queue's indexes.
    sql`${loans.status} <> 'draft'`,
    isNull(loans.erasedAt),
    eq(loans.test, test),
    status && eq(loans.status, status),
    institution_id === undefined ? undefined : ofInstitution(institution_id),
    partner === undefined ? undefined : eq(loans.partnerId, partner),
    holding(db, text.trim()),
  );
}

const ofInstitution = (id: number): SQL => (isRowId(id) ? eq(loans.institutionId, id) : sql`false`);

/**
 * A part of the name of the applicant or of a student, or of the mobile number; the PAN, the loan's number, or the
 * beginning of the mail address or of the id.
 */
function holding(db: Database, text: string): SQL | undefined {
  if (text === '') return undefined;
  const number = /^[\p{Nd}\s+()-]+$/u.test(text) ? cleanMobile(keepDigits(text)) : '';
  const name = literally(text.toLowerCase());
  const part = [...text].length < shortest.name ? `${name}%` : `%${name}%`;
  const pan = text.toUpperCase();
  return or(
    like(loans.searchName, part),
    // An array that is read once: the index of names serves, whatever else is searched for.
    sql`${loans.id} = any(array(select loan_id from students
      where lower(details ->> 'student_name') like ${part} limit ${limits.queueCounted}))`,
    panPattern.test(pan) ? inArray(loans.panHash, panHashes(keyringOf(db), pan)) : undefined,
    text.length >= shortest.email ? like(sql`lower(${loans.email})`, `${name}%`) : undefined,
    number.length >= shortest.mobile ? like(loans.mobile, `%${number}%`) : undefined,
    isLoanNumber(text) ? eq(loans.loanNumber, Number(keepDigits(text))) : undefined,
    text.length >= shortest.id ? like(loans.id, `${literally(text.toLowerCase())}%`) : undefined,
  );
}

/** The options of the filters: partners and institutions with an application in the queue, each looked up by index. */
async function choices(
  db: Database,
  test: boolean,
  scope: PartnerScope,
): Promise<Pick<QueuePage, 'institutions' | 'partners'>> {
  const isSeen = loansInScope(scope) ?? sql`true`;
  const institutions = await executeSql<{ id: number; name: string }>(
    db,
    sql`select id, name from institutions as one
      where (select true from loans
        where test = ${test} and institution_id = one.id and status <> 'draft' and ${isSeen}
        order by stage limit 1)
      order by name, id`,
  );
  const named = await executeSql<{ id: string; name: string }>(
    db,
    sql`select id, name from partners as one
      where (select true from loans
        where test = ${test} and partner_id = one.id and status <> 'draft' and ${isSeen}
        order by stage limit 1)
      order by name, id`,
  );
  return { institutions, partners: named };
}
