/** The lenders that a loan goes to (decision 57): in the embedded flow one, in the consumer app the institution's. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { LenderAnswer } from '../../domain/lending/lender-verdicts.ts';
import { embeddedLenderId } from '../../domain/lending/lenders.ts';
import { submissionPurposes } from '../../domain/servicing/consents.ts';
import type { Adapters } from '../adapters/index.ts';
import { isLenderId, type LenderId } from '../adapters/lenders.ts';
import type { Database } from '../db/open.ts';
import { institutions } from '../db/schema/institutions.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { consents } from '../db/schema/servicing.ts';
import type { LoanRow } from './tokens.ts';

/** Whose answers decide on the loan, in the order in which they were named. */
export const lendersOf = ({ lenderIds, lenderId }: Pick<LoanRow, 'lenderIds' | 'lenderId'>): LenderId[] =>
  lenderIds.length > 0 ? lenderIds : [lenderId];

/** The lenders that a loan goes to at its submission: in the consumer app the institution's preferred ones, each once. */
export async function lendersAtSubmit(
  tx: Database,
  loanId: string,
  lenders: Adapters['lenders'],
): Promise<LenderId[]> {
  const { row, preferred } = await readLenders(tx, loanId);
  return row.presentation === 'embedded' ? lendersOf(row) : preferredLenders(preferred ?? [], lenders);
}

async function readLenders(tx: Database, loanId: string) {
  const { presentation, lenderId, lenderIds } = loans;
  const [found] = await tx
    .select({ row: { presentation, lenderId, lenderIds }, preferred: institutions.prefferdLenders })
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(eq(loans.id, loanId));
  if (!found) throw new Error('A loan that was written has no row');
  return found;
}

/**
 * Fixes the lenders of a loan at its submission. Their references are stored before the first call.
 * @param tx the transaction that has locked the loan's row
 */
export async function assignLenders(
  tx: Database,
  loanId: string,
  { adapters, now }: { adapters: Pick<Adapters, 'lenders'>; now: Date },
): Promise<LenderId[]> {
  const { row } = await readLenders(tx, loanId);
  const lenderIds = await lendersAtSubmit(tx, loanId, adapters.lenders);
  if (row.presentation === 'embedded') return lenderIds;
  const lenderId = lenderIds.includes(row.lenderId) ? row.lenderId : (lenderIds[0] ?? embeddedLenderId);
  await tx.update(loans).set({ lenderIds, lenderId }).where(eq(loans.id, loanId));
  await tx
    .insert(lenderLoans)
    .values(
      lenderIds.map((id) => ({
        loanId,
        lenderId: id,
        reference: `${id}-${platform.uuid()}`,
        createdAt: now,
      })),
    )
    .onConflictDoNothing();
  return lenderIds;
}

/** Never empty: without a preferred lender that is configured, the embedded flow's. */
export function preferredLenders(
  preferred: readonly number[],
  configured: Partial<Record<LenderId, unknown>>,
): LenderId[] {
  const open = [...new Set(preferred)].filter(isLenderId).filter((id) => configured[id] !== undefined);
  return open.length > 0 ? open : [embeddedLenderId];
}

/** Returns the answers of the loan's lenders, without those that are not asked any more. */
export async function answersOf(tx: Database, row: LoanRow): Promise<LenderAnswer[]> {
  const withdrawn = await withdrawnLenders(tx, row.id);
  const ids = lendersOf(row);
  const rows = await tx
    .select({ lenderId: lenderLoans.lenderId, result: lenderLoans.result })
    .from(lenderLoans)
    .where(and(eq(lenderLoans.loanId, row.id), inArray(lenderLoans.lenderId, ids)));
  return ids
    .map((lenderId) => ({
      lenderId,
      result: rows.find((one) => one.lenderId === lenderId)?.result ?? null,
    }))
    .filter(({ lenderId, result }) => result !== null || !withdrawn.includes(lenderId));
}

/** The lenders from which a consent of Submit was withdrawn, the last time that it was given: they are not asked. */
export async function withdrawnLenders(db: Database, loanId: string): Promise<number[]> {
  const latest = await latestSubmissionConsents(db, loanId);
  return latest.flatMap((one) => (one.withdrawnAt === null || one.lenderId === null ? [] : [one.lenderId]));
}

/** Reads the consents of Submit, for each lender and purpose the one that was given last. */
export const latestSubmissionConsents = (db: Database, loanId: string) =>
  db
    .selectDistinctOn([consents.lenderId, consents.purpose])
    .from(consents)
    .where(and(eq(consents.loanId, loanId), inArray(consents.purpose, [...submissionPurposes])))
    .orderBy(consents.lenderId, consents.purpose, desc(consents.givenAt));
