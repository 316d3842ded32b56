/**
 * Cases: what a lender or a provider says that does not fit what is known. It is stored and put before a person, whatever
 * the stage of the loan; nothing about money is changed by it. One is open until somebody of the staff closes it, or what
 * is said agrees again.
 */
import { and, asc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import type { CaseFact, ServicingCase, OpenCase } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { type Database, executeSql } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { servicingCases } from '../db/schema/servicing.ts';
import { notFound } from '../http/problem.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { platform } from '../platform/platform.ts';
import { isUuid } from '../loans/ids.ts';
import { lockLoan } from '../loans/row.ts';
import { loansInScope, type PartnerScope } from '../staff/permissions.ts';
import { appendLenderAct, type TimelineActor } from '../timeline/timeline.ts';
import { servicingRefusal } from './refusals.ts';
type CaseRow = typeof servicingCases.$inferSelect;

export type NewCase = Pick<ServicingCase, 'kind'> & {
  /** Names what the case is about: the same is opened once, also after it was closed. */
  subject: string;
  details?: ServicingCase['details'];
  /** The counterparty is the one whose list differs, in the comparison of a day; absent where the case is about none. */
  counterparty?: string;
  comparedDay?: IsoDate;
};

/** Returns a fact of a case: what is known, and what is said otherwise. */
export const caseFact = (
  name: CaseFact['name'],
  known: string | number | null | undefined,
  said: string | number | null = null,
): CaseFact => ({ name, known: known?.toString() ?? null, said: said?.toString() ?? null });

/**
 * Opens a case, unless there is one about the same whose difference is not gone.
 * @param tx the transaction that has locked the loan's row, where there is a loan
 * @param key with a null where the case is about no loan
 * @returns whether it is new
 */
export async function openCase(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey | { loanId: null; lenderId: number | null },
  { kind, subject, details = [], counterparty, comparedDay }: NewCase,
  now: Date,
): Promise<boolean> {
  const opened = await tx
    .insert(servicingCases)
    .values({
      ...{ id: platform.uuid(), loanId, lenderId, kind, subject, details, counterparty, comparedDay },
      openedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: servicingCases.id });
  if (opened.length === 0) return false;
  if (loanId === null) return true;
  await appendLenderAct(tx, { loanId, lenderId }, 'case.opened', now, { kind });
  return true;
}

/**
 * Opens the cases of a kind that there are about a loan now, and closes the others of that kind.
 * @param tx the transaction that has locked the loan's row
 * @returns whether one is new
 */
export async function reportCases(
  tx: Database,
  key: LenderLoanKey,
  kind: NewCase['kind'],
  current: readonly Omit<NewCase, 'kind'>[],
  now: Date,
): Promise<boolean> {
  const subjects = current.map(({ subject }) => subject);
  const others = [eq(servicingCases.kind, kind), notInArray(servicingCases.subject, subjects)];
  await settleCases(tx, and(ofLenderLoan(servicingCases, key), ...others), 'answer', now);
  let isNew = false;
  for (const one of current) isNew = (await openCase(tx, key, { kind, ...one }, now)) || isNew;
  return isNew;
}

/**
 * Closes cases whose difference is gone by a later list or answer, and lets the same be opened again, also where somebody
 * has closed them.
 * @param tx the transaction that has locked the rows of their loans
 */
export async function settleCases(
  tx: Database,
  which: SQL | undefined,
  by: NonNullable<CaseRow['settledBy']>,
  now: Date,
): Promise<void> {
  const settled = await tx
    .update(servicingCases)
    .set({
      settledBy: by,
      closedAt: sql`coalesce(${servicingCases.closedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(which, isNull(servicingCases.settledBy)))
    .returning();
  for (const { loanId, lenderId, kind, closedBy } of settled)
    if (loanId !== null && closedBy === null)
      await appendLenderAct(tx, { loanId, lenderId }, 'case.closed', now, { kind, settled_by: by });
}

/** @throws Problem 404 for an unknown case */
export async function findCase(db: Database, caseId: string): Promise<CaseRow> {
  const isMeant = eq(servicingCases.id, caseId);
  const [found] = isUuid(caseId) ? await db.select().from(servicingCases).where(isMeant) : [];
  if (!found) throw notFound();
  return found;
}

/** Records what was done about a case. @throws Problem 409 where it is closed */
export async function closeCase(
  tx: Database,
  { id, loanId, lenderId, kind }: CaseRow,
  { note, by }: { note: string; by: Extract<TimelineActor, object> },
  now: Date,
): Promise<void> {
  if (loanId !== null) await lockLoan(tx, loanId, now);
  const closed = await tx
    .update(servicingCases)
    .set({ closedAt: now, closedBy: by.name, note })
    .where(and(eq(servicingCases.id, id), isNull(servicingCases.closedAt)))
    .returning({ id: servicingCases.id });
  if (closed.length === 0) throw servicingRefusal('servicing.case.closed');
  if (loanId !== null) await appendLenderAct(tx, { loanId, lenderId }, 'case.closed', now, { by, kind });
}

/** The most that the list shows; the others follow once these are closed. */
const mostListed = 200;

/** The open cases, those that wait longest first. */
export async function listOpenCases(
  db: Database,
  { scope, profiles }: { scope: PartnerScope; profiles: LenderProfiles },
): Promise<OpenCase[]> {
  const rows = await db
    .select({ row: servicingCases, name: loans.name, details: loans.personalDetails })
    .from(servicingCases)
    .leftJoin(loans, eq(loans.id, servicingCases.loanId))
    .where(isOpenIn(scope))
    .orderBy(asc(servicingCases.openedAt), servicingCases.id)
    .limit(mostListed);
  return rows.map(({ row, name, details }) => ({
    loan_id: row.loanId,
    name: name === null ? null : String(details?.name ?? name),
    lender_name: row.lenderId === null ? null : lenderName(profiles, row.lenderId),
    case: caseOnWire(row),
  }));
}

/** Counts the open cases, up to as many as are listed. */
export async function countOpenCases(db: Database, scope: PartnerScope): Promise<number> {
  const found = await db
    .select({ id: servicingCases.id })
    .from(servicingCases)
    .leftJoin(loans, eq(loans.id, servicingCases.loanId))
    .where(isOpenIn(scope))
    .limit(mostListed);
  return found.length;
}

/** Cases about no loan are those of the staff who see all loans. */
const isOpenIn = (scope: PartnerScope) =>
  and(isNull(servicingCases.closedAt), isNull(loans.erasedAt), loansInScope(scope));

/** The cases of a loan, open and closed, the oldest first. */
export const casesOf = (db: Database, loanId: string): Promise<CaseRow[]> =>
  db
    .select()
    .from(servicingCases)
    .where(eq(servicingCases.loanId, loanId))
    .orderBy(asc(servicingCases.openedAt), servicingCases.id);

export const countOpenCasesOf = (db: Database, loanId: string): Promise<number> =>
  db.$count(servicingCases, and(eq(servicingCases.loanId, loanId), isNull(servicingCases.closedAt)));

export function caseOnWire({ id, counterparty, settledBy, ...row }: CaseRow): ServicingCase {
  const { kind, details, openedAt, closedAt, closedBy, note } = row;
  return {
    case_id: id,
    counterparty: counterparty === 'payments' ? 'gateway' : 'lender',
    ...onWire({ kind, openedAt, closedAt, closedBy, note, settledBy: closedBy === null ? settledBy : null }),
    details,
  };
}

type Differences = { counterparty: string; open: number; oldestDays: number; behindDays: number };

/** Counts the open cases about the lists of each counterparty, with the age of the oldest and of the latest comparison in days. */
export const countDifferences = (db: Database, now: Date): Promise<Differences[]> =>
  executeSql(
    db,
    sql`select payload ->> 'counterparty' as counterparty, count(servicing_cases.id)::integer as open,
        coalesce(floor(extract(epoch from ${now.toISOString()}::timestamptz - min(opened_at)) / 86400), 0)::integer
          as "oldestDays",
        ${todayInIndia(now)}::date - (payload ->> 'day')::date as "behindDays"
      from jobs left join servicing_cases
        on counterparty = payload ->> 'counterparty' and closed_at is null
      where jobs.kind = 'servicing.reconcile' group by payload`,
  );
