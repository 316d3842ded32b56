/** The lenders that a loan goes to (decision 57): in the embedded flow one, in the consumer app the institution's. */
import { and, eq, inArray } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { LenderAnswer } from '../../domain/lending/lender-verdicts.ts';
import { embeddedLenderId } from '../../domain/lending/lenders.ts';
import type { Adapters } from '../adapters/index.ts';
import { isLenderId, type LenderId } from '../adapters/lenders.ts';
import type { Database } from '../db/open.ts';
import { institutions } from '../db/schema/institutions.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import type { LoanRow } from './tokens.ts';

/** Whose answers decide on the loan, in the order in which they were named. */
export const lendersOf = ({ lenderIds, lenderId }: Pick<LoanRow, 'lenderIds' | 'lenderId'>): LenderId[] =>
  lenderIds.length > 0 ? lenderIds : [lenderId];

/**
 * Fixes the lenders of a loan at its submission: in the consumer app the institution's preferred ones that are
 * configured, each once. Their references are stored before the first call.
 * @param tx the transaction that has locked the loan's row
 */
export async function assignLenders(
  tx: Database,
  loanId: string,
  { adapters, now }: { adapters: Pick<Adapters, 'lenders'>; now: Date },
): Promise<LenderId[]> {
  const [row] = await tx
    .select({
      presentation: loans.presentation,
      lenderId: loans.lenderId,
      lenderIds: loans.lenderIds,
      preferred: institutions.prefferdLenders,
    })
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(eq(loans.id, loanId));
  if (!row) throw new Error('A loan that was written has no row');
  if (row.presentation === 'embedded') return lendersOf(row);
  const lenderIds = preferredLenders(row.preferred ?? [], adapters.lenders);
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

/** What each of the loan's lenders has answered. */
export async function answersOf(tx: Database, row: LoanRow): Promise<LenderAnswer[]> {
  const ids = lendersOf(row);
  const rows = await tx
    .select({ lenderId: lenderLoans.lenderId, result: lenderLoans.result })
    .from(lenderLoans)
    .where(and(eq(lenderLoans.loanId, row.id), inArray(lenderLoans.lenderId, ids)));
  return ids.map((lenderId) => ({
    lenderId,
    result: rows.find((one) => one.lenderId === lenderId)?.result ?? null,
  }));
}
