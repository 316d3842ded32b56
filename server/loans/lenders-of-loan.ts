/** The lenders that a loan goes to (decision 57): in the embedded flow one, in the consumer app the institution's. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { isFinal, type LenderAnswer } from '../../domain/lending/lender-verdicts.ts';
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

/** Returns the lenders whose answers decide on the loan, in the order in which they were named. */
export const lendersOf = ({ lenderIds, lenderId }: Pick<LoanRow, 'lenderIds' | 'lenderId'>): LenderId[] =>
  lenderIds.length > 0 ? lenderIds : [lenderId];

/**
 * Lists the lenders that a loan goes to at its submission: in the consumer app the institution's preferred ones, once
 * each.
 * @param loan with the institution that it is to be submitted with
 */
export async function lendersAtSubmit(
  tx: Database,
  loan: Pick<LoanRow, 'presentation' | 'lenderId' | 'lenderIds' | 'institutionId'>,
  lenders: Adapters['lenders'],
): Promise<LenderId[]> {
  if (loan.presentation === 'embedded') return lendersOf(loan);
  const [institution] =
    loan.institutionId === null
      ? []
      : await tx
          .select({ preferred: institutions.prefferdLenders })
          .from(institutions)
          .where(eq(institutions.id, loan.institutionId));
  return preferredLenders(institution?.preferred ?? [], lenders);
}

/**
 * Fixes the lenders of a loan at its submission. Their references are stored before the first call.
 * @param tx the transaction that has locked the loan's row
 * @param lenderIds of `lendersAtSubmit`, which the applicant has consented to
 */
export async function assignLenders(
  tx: Database,
  row: Pick<LoanRow, 'id' | 'presentation' | 'lenderId'>,
  lenderIds: LenderId[],
  now: Date,
): Promise<void> {
  if (row.presentation === 'embedded') return;
  const loanId = row.id;
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
}

/** Returns the configured ones of the preferred lenders, or the embedded flow's; never empty. */
export function preferredLenders(
  preferred: readonly number[],
  configured: Partial<Record<LenderId, unknown>>,
): LenderId[] {
  const open = [...new Set(preferred)].filter(isLenderId).filter((id) => configured[id] !== undefined);
  return open.length > 0 ? open : [embeddedLenderId];
}

/** Returns the answers and final refusals of the loan's lenders; those that are not asked any more count where they have decided. */
export async function answersOf(
  tx: Database,
  row: LoanRow,
): Promise<(LenderAnswer & { isRefused: boolean })[]> {
  const withdrawn = await withdrawnLenders(tx, row);
  const ids = lendersOf(row);
  const rows = await tx
    .select({
      lenderId: lenderLoans.lenderId,
      result: lenderLoans.result,
      isRefused: lenderLoans.pushRefused,
    })
    .from(lenderLoans)
    .where(and(eq(lenderLoans.loanId, row.id), inArray(lenderLoans.lenderId, ids)));
  return ids
    .map(
      (lenderId) =>
        rows.find((one) => one.lenderId === lenderId) ?? { lenderId, result: null, isRefused: false },
    )
    .filter(({ lenderId, result }) => isFinal(result) || !withdrawn.includes(lenderId));
}

/**
 * Lists the lenders from which a consent was withdrawn since the last Submit, which has asked for all that it needs. They
 * are not asked.
 */
export async function withdrawnLenders(
  db: Database,
  { id, submittedAt }: Pick<LoanRow, 'id' | 'submittedAt'>,
): Promise<number[]> {
  const latest = await latestSubmissionConsents(db, id);
  const isWithdrawn = ({ withdrawnAt }: (typeof latest)[number]) =>
    withdrawnAt !== null && (submittedAt === null || withdrawnAt >= submittedAt);
  return latest.filter(isWithdrawn).flatMap(({ lenderId }) => lenderId ?? []);
}

/** Says whether no lender of a submitted application may be asked, so that it waits for a Submit with the consents. */
export async function areConsentsWithdrawn(db: Database, row: LoanRow): Promise<boolean> {
  const withdrawn = row.status === 'submitted' ? await withdrawnLenders(db, row) : [];
  return lendersOf(row).every((id) => withdrawn.includes(id));
}

/** Reads the consents of Submit, for each lender and purpose the one that was given last. */
export const latestSubmissionConsents = (db: Database, loanId: string) =>
  db
    .selectDistinctOn([consents.lenderId, consents.purpose])
    .from(consents)
    .where(and(eq(consents.loanId, loanId), inArray(consents.purpose, [...submissionPurposes])))
    .orderBy(consents.lenderId, consents.purpose, desc(consents.givenAt));
