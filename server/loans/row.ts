/** A loan's row: its lock, its update and the transitions of its status. */
import { and, eq, inArray } from 'drizzle-orm';
import type { LoanStatus, DraftStep } from '../../domain/values/wire.ts';
import { type LoanEvent, nextLoanStatus } from '../../machines/loan.ts';
import { type Database, transaction } from '../db/open.ts';
import { drafts, loans } from '../db/schema/loans.ts';
import { keyringOf } from '../encryption/database-keyring.ts';
import { encryptPersonalData, panHashOf } from '../encryption/personal-data.ts';
import { loanErased, notFound, Problem, shapeError, refusal } from '../http/problem.ts';
import { findLenderLoan, revokeLease } from './lease.ts';
import { lendersOf } from './lenders-of-loan.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import type { LoanRow } from './tokens.ts';

export type LoanChanges = Partial<LoanRow>;

/** The status after an event. @throws Problem 409 where the loan's state machine does not allow the event */
export function statusAfter(status: LoanStatus, event: LoanEvent): LoanStatus {
  const next = nextLoanStatus(status, event);
  if (next === null) throw loanClosed(status);
  return next;
}

/** 409: the status of the loan does not allow a change. */
export const loanClosed = (status: LoanStatus): Problem =>
  refusal(
    409,
    'refusal.notEditable',
    `The application is ${status.replaceAll('_', ' ')} and cannot be changed now`,
  );

/**
 * The row, locked until the transaction ends. A push to its own lenders whose process has died counts as abandoned,
 * so the row that comes back is with the lender only while a process is pushing it.
 * @throws Problem 404 where it is gone, 410 where it was erased
 */
export async function lockLoan(tx: Database, id: string, now: Date): Promise<LoanRow> {
  const [row] = await tx.select().from(loans).where(eq(loans.id, id)).for('no key update');
  if (!row) throw notFound();
  if (row.erasedAt) throw loanErased();
  if (row.status !== 'with_lender') return row;
  if (await isBeingPushed(tx, row)) return row;
  for (const lenderId of lendersOf(row)) await revokeLease(tx, { loanId: id, lenderId });
  await appendToTimeline(tx, {
    loanId: id,
    at: now,
    by: 'system',
    act: 'lender.silent',
    details: { abandoned: true },
  });
  return changeLoan(tx, row, { status: statusAfter(row.status, { type: 'push.abandoned' }) }, now);
}

/** Says whether a process pushes the loan to one of its lenders now. */
export async function isBeingPushed(tx: Database, row: LoanRow): Promise<boolean> {
  for (const lenderId of lendersOf(row))
    if ((await findLenderLoan(tx, { loanId: row.id, lenderId }))?.leased) return true;
  return false;
}

/** Returns the current row. @throws Problem 404 if it is gone, 410 if it was erased */
export async function findLoanRow(db: Database, id: string): Promise<LoanRow> {
  const [row] = await db.select().from(loans).where(eq(loans.id, id));
  if (!row) throw notFound();
  if (row.erasedAt) throw loanErased();
  return row;
}

/** Returns the current row for reading; an abandoned push is noticed here too. */
export const withAbandonedPushEnded = async (db: Database, row: LoanRow, now: Date): Promise<LoanRow> =>
  row.status === 'with_lender' ? transaction(db, (tx) => lockLoan(tx, row.id, now)) : row;

/** Writes a row that `lockLoan` gave and answers what it is then. */
export async function changeLoan(
  tx: Database,
  row: LoanRow,
  changes: LoanChanges,
  now: Date,
): Promise<LoanRow> {
  const version = row.version + 1;
  const sameSince = isStatusMove(changes)
    ? { sameContentFrom: firstVersionOfContent(row), sameContentTo: version }
    : {};
  const { personalDetails } = changes;
  const [after] = await tx
    .update(loans)
    .set({
      ...encryptPersonalData(tx, row.id, changes),
      ...(personalDetails && { panHash: panHashOf(keyringOf(tx), row.id, personalDetails) }),
      ...sameSince,
      version,
      updatedAt: now,
    })
    .where(eq(loans.id, row.id))
    .returning();
  if (!after) throw notFound();
  return after;
}

/** A push that begins, and a lender's answer, change nothing of what was read and decided upon. */
const isStatusMove = (changes: LoanChanges): boolean => {
  const names = Object.keys(changes);
  return names.length > 0 && names.every((name) => ['status', 'lenderResult', 'lenderId'].includes(name));
};

/** The first version that says of the applicant what the row says now. */
const firstVersionOfContent = ({ version, sameContentFrom, sameContentTo }: LoanRow): number =>
  sameContentTo === version && sameContentFrom !== null ? sameContentFrom : version;

/** @throws Problem 409 where the application says something else than in the version that a reviewer has read */
export function requireReadVersion(row: LoanRow, readVersion: number): void {
  if (readVersion >= firstVersionOfContent(row) && readVersion <= row.version) return;
  throw new Problem(409, 'The application has changed since it was read', [
    shapeError('version', `is not ${row.version}, the latest`),
  ]);
}

/** Saved steps have no draft any more. */
export async function deleteDrafts(tx: Database, loanId: string, steps: readonly DraftStep[]): Promise<void> {
  await tx.delete(drafts).where(and(eq(drafts.loanId, loanId), inArray(drafts.step, [...steps])));
}
