/** The review queue: submitted applications, the longest waiting first. */
import { and, asc, count, eq, ilike, isNotNull, like, ne, or, type SQL, sql } from 'drizzle-orm';
import { keepDigits, cleanMobile } from '../../domain/clean.ts';
import { isLoanNumber } from '../../domain/loan-number.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { apiKeys, loans } from '../db/schema.ts';
import { isRowId } from '../loans/ids.ts';
import { viewersOf } from './presence.ts';
import { type QueueStage, queueStages } from '../../domain/review-wire.ts';
import { countOf, stage } from './queue-stage.ts';

type Search = components['schemas']['QueueSearch'];
type Page = components['schemas']['QueuePage'];

/** A shorter number is a part of too many; of an id, the first block. */
const shortest = { mobile: 4, id: 8 };

/** One page of what is searched for, and how many of the search without its stage are in each stage. */
export async function searchQueue(
  db: Database,
  search: Search,
  { reviewerId, now }: { reviewerId: string; now: Date },
): Promise<Page> {
  const found = foundBy(db, search);
  const counted = await db.select({ stage: found.stage, many: count() }).from(found).groupBy(found.stage);
  const many = new Map(counted.map((row) => [row.stage, row.many]));
  const rows = await db
    .select()
    .from(found)
    .where(search.stage && eq(found.stage, search.stage))
    .orderBy(sql`${found.submittedAt} asc nulls last`, asc(found.id))
    .limit(search.page_length)
    .offset((search.page - 1) * search.page_length);
  const ids = rows.map(({ id }) => id);
  const viewers = await viewersOf(db, ids, reviewerId, now);
  return {
    items: rows.map(({ id, institutionName, orderValue, submittedAt, open, answered, ...row }) => ({
      ...row,
      loan_id: id,
      institution_name: institutionName,
      order_value: orderValue,
      submitted_at: submittedAt?.toISOString() ?? null,
      open_queries: open,
      answered_queries: answered,
      viewers: viewers.filter(({ loanId }) => loanId === id).map(({ name }) => name),
    })),
    total: search.stage ? (many.get(search.stage) ?? 0) : [...many.values()].reduce((sum, n) => sum + n, 0),
    counts: Object.fromEntries(queueStages.map((one) => [one, many.get(one) ?? 0])) as Record<
      QueueStage,
      number
    >,
    ...(await choices(db, search.test ?? false)),
  };
}

/** The name that the applicant gave last. */
const name = sql<string>`coalesce(${loans.personalDetails} ->> 'name', ${loans.name})`;

const ofDesk = (test: boolean) => and(ne(loans.status, 'draft'), eq(loans.test, test));

/** Everything that a search finds in any stage. */
const foundBy = (db: Database, { status, institution_id, partner, test = false, text = '' }: Search) =>
  db
    .select({
      id: loans.id,
      name: name.as('applicant'),
      mobile: loans.mobile,
      institutionName: loans.institutionName,
      partner: sql<string>`${apiKeys.name}`.as('partner'),
      status: loans.status,
      stage: stage.as('stage'),
      test: loans.test,
      orderValue: loans.orderValue,
      submittedAt: loans.submittedAt,
      open: countOf('raised').as('open'),
      answered: countOf('answered').as('answered'),
    })
    .from(loans)
    .innerJoin(apiKeys, eq(apiKeys.id, loans.apiKeyId))
    .where(
      and(
        ofDesk(test),
        status && eq(loans.status, status),
        institution_id === undefined ? undefined : ofInstitution(institution_id),
        partner === undefined ? undefined : eq(apiKeys.keyId, partner),
        holding(text.trim()),
      ),
    )
    .as('found');

const ofInstitution = (id: number): SQL => (isRowId(id) ? eq(loans.institutionId, id) : sql`false`);

/** A part of the name, a part of the mobile number, the loan's number, or the beginning of its id. */
function holding(text: string): SQL | undefined {
  if (text === '') return undefined;
  const number = /^[\p{Nd}\s+()-]+$/u.test(text) ? cleanMobile(keepDigits(text)) : '';
  return or(
    ilike(name, `%${literally(text)}%`),
    number.length >= shortest.mobile ? like(loans.mobile, `%${number}%`) : undefined,
    isLoanNumber(text) ? sql`${numberOfLoan} = ${keepDigits(text)}::bigint` : undefined,
    text.length >= shortest.id ? like(loans.id, `${literally(text.toLowerCase())}%`) : undefined,
  );
}

/** What `loanNumber` of domain/loan-number.ts makes of the id. */
const numberOfLoan = sql`('x' || left(replace(${loans.id}, '-', ''), 12))::bit(48)::bigint % 1000000000000`;

/** A text as a pattern that means nothing but itself. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The options of the filters: partners and institutions with an application in the queue. */
async function choices(db: Database, test: boolean): Promise<Pick<Page, 'institutions' | 'partners'>> {
  const label = sql<string>`max(${loans.institutionName})`;
  const institutions = await db
    .select({ id: sql<number>`${loans.institutionId}`, name: label })
    .from(loans)
    .where(and(ofDesk(test), isNotNull(loans.institutionId), isNotNull(loans.institutionName)))
    .groupBy(loans.institutionId)
    .orderBy(label, asc(loans.institutionId));
  const partners = await db
    .selectDistinct({ id: apiKeys.keyId, name: apiKeys.name })
    .from(loans)
    .innerJoin(apiKeys, eq(apiKeys.id, loans.apiKeyId))
    .where(ofDesk(test))
    .orderBy(asc(apiKeys.name), asc(apiKeys.keyId));
  return { institutions, partners };
}
