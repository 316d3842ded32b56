/** What a partner sees of the applications made with its keys: how many there are, and each one's name and status. */
import { and, asc, count, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { addDays, type IsoDate, mondayOf } from '../../domain/dates.ts';
import { loanNumber } from '../../domain/loan-number.ts';
import type { LoanStatus } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { apiKeys } from '../db/schema/partners.ts';

type Schemas = components['schemas'];

export type PartnerSelection = {
  partnerId: string;
  /** Test applications, or the others. */
  test: boolean;
  /** Those of one status alone. */
  status?: LoanStatus | undefined;
};

/** Erased applications have no name any more and count nowhere. */
const isSelected = ({ partnerId, test, status }: PartnerSelection): SQL | undefined =>
  and(
    eq(loans.partnerId, partnerId),
    eq(loans.test, test),
    isNull(loans.erasedAt),
    status && eq(loans.status, status),
  );

/** How many applications there are of each status that one has. */
export async function countByStatus(
  db: Database,
  selection: PartnerSelection,
): Promise<Map<LoanStatus, number>> {
  const rows = await db
    .select({ status: loans.status, count: count() })
    .from(loans)
    .where(isSelected(selection))
    .groupBy(loans.status);
  return new Map(rows.map((row) => [row.status, row.count]));
}

/** How many periods a chart has. */
const periods = { day: 30, week: 26 } as const;

/** How many applications were begun in each of the last days, or weeks from Monday on, in India's time zone. */
export async function countByPeriod(
  db: Database,
  selection: PartnerSelection,
  { by, today }: { by: 'day' | 'week'; today: IsoDate },
): Promise<Schemas['PartnerPeriod'][]> {
  const step = by === 'day' ? 1 : 7;
  const last = by === 'day' ? today : mondayOf(today);
  const dates = Array.from({ length: periods[by] }, (_, index) =>
    addDays(last, (index + 1 - periods[by]) * step),
  );
  const first = dates[0] ?? last;
  const period = sql<string>`to_char(date_trunc(${sql.raw(`'${by}'`)}, ${inIndia}), 'YYYY-MM-DD')`;
  const rows = await db
    .select({ from: period, count: count() })
    .from(loans)
    .where(and(isSelected(selection), gte(loans.createdAt, new Date(`${first}T00:00:00+05:30`))))
    .groupBy(period);
  const counts = new Map(rows.map((row) => [row.from, row.count]));
  return dates.map((from) => ({ from, count: counts.get(from) ?? 0 }));
}

/** India has had one offset since 1945. */
const inIndia = sql`(${loans.createdAt} at time zone 'UTC' + interval '330 minutes')`;

/** The applications of a selection, the newest first. */
export async function listApplications(
  db: Database,
  selection: PartnerSelection,
  { offset, limit }: { offset: number; limit: number },
): Promise<Schemas['PartnerApplication'][]> {
  const rows = await db
    .select({
      id: loans.id,
      name: sql<string>`coalesce(${loans.personalDetails} ->> 'name', ${loans.name})`,
      status: loans.status,
      createdAt: loans.createdAt,
    })
    .from(loans)
    .where(isSelected(selection))
    .orderBy(desc(loans.createdAt), asc(loans.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, name, status, createdAt }) => ({
    loan_number: loanNumber(id),
    created_at: createdAt.toISOString(),
    ...{ name, status },
  }));
}

/** The partner's keys by their public names, the newest first; those that were revoked as well. */
export async function listKeys(db: Database, partnerId: string): Promise<Schemas['PartnerKey'][]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .orderBy(desc(apiKeys.createdAt), asc(apiKeys.keyId));
  return rows.map(({ keyId, label, origins, createdAt, revokedAt }) => ({
    key_id: keyId,
    ...{ label, origins },
    created_at: createdAt.toISOString(),
    revoked: revokedAt !== null,
  }));
}
