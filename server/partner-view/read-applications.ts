/** Reads a partner's applications: their numbers, applicants and states. */
import { and, asc, count, desc, eq, gte, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { keepDigits } from '../../domain/values/clean.ts';
import { addDays, type IsoDate, mondayOf } from '../../domain/values/dates.ts';
import { isLoanNumber, loanNumber } from '../../domain/loan/loan-number.ts';
import type {
  PartnerApplication,
  PartnerSelection,
  PartnerState,
  PartnerPeriod,
  PartnerKey,
} from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans, students } from '../db/schema/loans.ts';
import { apiKeys } from '../db/schema/partners.ts';
import { literally } from '../db/like.ts';

/** The partner of a member, and which of its applications are meant. */
export type Selection = { partnerId: string; selection: PartnerSelection };

/** The lender loan that was accepted last; none before the first acceptance. */
const accepted = (db: Database) =>
  db
    .select({
      stage: lenderLoans.stage,
      disbursedOn: lenderLoans.disbursedOn,
      utr: lenderLoans.disbursalUtr,
    })
    .from(lenderLoans)
    .where(and(eq(lenderLoans.loanId, loans.id), isNotNull(lenderLoans.acceptedAt)))
    .orderBy(desc(lenderLoans.acceptedAt))
    .limit(1)
    .as('accepted');

/** Returns the state that a partner sees, from the status and the stage after the approval. */
const stateOf = ({ stage }: ReturnType<typeof accepted>): SQL<PartnerState> => sql`case
  when ${stage} in ('disbursed', 'repaying', 'closed') then 'disbursed'
  when ${stage} in ('cancelled', 'expired', 'refused') then 'ended'
  else ${loans.status} end`;

/** Erased applications have no name any more and count nowhere. */
const isSelected = ({ partnerId, selection: { test = false, text = '' } }: Selection): SQL | undefined =>
  and(eq(loans.partnerId, partnerId), eq(loans.test, test), isNull(loans.erasedAt), holding(text.trim()));

/** A part of the name of the applicant or of a student, a roll number, or the loan number. */
function holding(text: string): SQL | undefined {
  if (text === '') return undefined;
  const part = `%${literally(text.toLowerCase())}%`;
  const isOfStudent = sql`exists (select from ${students} where ${students.loanId} = ${loans.id} and
    (lower(${students.details} ->> 'student_name') like ${part} or ${students.details} ->> 'student_roll_no' = ${text}))`;
  const number = isLoanNumber(text) ? sql`${loans.loanNumber} = ${Number(keepDigits(text))}` : undefined;
  return or(like(loans.searchName, part), isOfStudent, number);
}

/** Counts the applications of the selection by state, ignoring the selected state. */
export async function countByState(db: Database, selected: Selection): Promise<Map<PartnerState, number>> {
  const loan = accepted(db);
  const state = stateOf(loan);
  const rows = await db
    .select({ state, count: count() })
    .from(loans)
    .leftJoinLateral(loan, sql`true`)
    .where(isSelected(selected))
    .groupBy(state);
  return new Map(rows.map((row) => [row.state, row.count]));
}

/** The number of periods in a chart. */
const periods = { day: 30, week: 26 } as const;

/** Counts the applications begun on each of the last days, or weeks from Monday on, in India's time zone. */
export async function countByPeriod(
  db: Database,
  selected: Selection,
  { by, today }: { by: 'day' | 'week'; today: IsoDate },
): Promise<PartnerPeriod[]> {
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
    .where(and(isSelected(selected), gte(loans.createdAt, new Date(`${first}T00:00:00+05:30`))))
    .groupBy(period);
  const counts = new Map(rows.map((row) => [row.from, row.count]));
  return dates.map((from) => ({ from, count: counts.get(from) ?? 0 }));
}

/** India has had one offset since 1945. */
const inIndia = sql`(${loans.createdAt} at time zone 'UTC' + interval '330 minutes')`;

/** The applications of a selection, the newest first. */
export async function listApplications(
  db: Database,
  selected: Selection,
  { offset, limit }: { offset: number; limit: number },
): Promise<PartnerApplication[]> {
  const loan = accepted(db);
  const state = stateOf(loan);
  const { state: wanted } = selected.selection;
  const rows = await db
    .select({
      id: loans.id,
      name: sql<string>`coalesce(${loans.personalDetails} ->> 'name', ${loans.name})`,
      institutionName: loans.institutionName,
      createdAt: loans.createdAt,
      state,
      students: studentsOfLoan,
      orderValue: loans.orderValue,
      disbursedAmount: sql<number | null>`(${loans.loanDetails} -> 'disbursed_amount')::integer`,
      disbursedOn: loan.disbursedOn,
      disbursalUtr: loan.utr,
    })
    .from(loans)
    .leftJoinLateral(loan, sql`true`)
    .where(and(isSelected(selected), wanted && sql`${state} = ${wanted}`))
    .orderBy(desc(loans.createdAt), asc(loans.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, disbursedAmount, ...row }) => ({
    ...onWire(row),
    loan_number: loanNumber(id),
    disbursed_amount: row.disbursedOn === null ? null : disbursedAmount,
  }));
}

/** The students in their order in the application. */
const studentsOfLoan = sql<PartnerApplication['students']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', coalesce(${students.details} ->> 'student_name', ''),
    'course', coalesce(${students.details} ->> 'course_name', ''),
    'roll_number', coalesce(${students.details} ->> 'student_roll_no', '')
  ) order by ${students.position}), '[]')
  from ${students} where ${students.loanId} = ${loans.id})`;

/** The partner's keys by their public names, the newest first; those that were revoked as well. */
export async function listKeys(db: Database, partnerId: string): Promise<PartnerKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .orderBy(desc(apiKeys.createdAt), asc(apiKeys.keyId));
  return rows.map(({ keyId, label, origins, secret, test, scopes, createdAt, revokedAt }) =>
    onWire({ keyId, label, origins, secret, test, scopes, createdAt, revoked: revokedAt !== null }),
  );
}
