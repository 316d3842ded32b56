/**
 * The codes by which a framed page opens the loan in another window (decision 123): made by the page, stored hashed, good
 * once and for two minutes.
 */
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { codeGoodForMs } from '../config/retention-periods.ts';
import { hashSecret } from '../partners/api-keys.ts';
import { type Database, transaction } from '../db/open.ts';
import { accessCodes, loans, loanTokens } from '../db/schema/loans.ts';
import { issueLoanToken, isTokenInForce } from '../loans/tokens.ts';

/** A code that is stored already, be it by another loan, is unchanged. */
export async function storeAccessCode(
  db: Database,
  { loanId, code }: { loanId: string; code: string },
  now: Date,
): Promise<void> {
  const row = { codeHash: hashSecret(code), loanId, createdAt: now };
  await db.insert(accessCodes).values(row).onConflictDoNothing();
}

/**
 * Removes the code, so that it cannot be exchanged again.
 * @returns a token as old as one that was in force when the code was made, so that codes make no token last longer;
 *   undefined where the code is not good for this loan of the partner, or a re-entry has ended such tokens since
 */
export function exchangeAccessCode(
  db: Database,
  { loanId, partnerId, code }: { loanId: string; partnerId: string; code: string },
  now: Date,
): Promise<string | undefined> {
  return transaction(db, async (tx) => {
    const [removed] = await tx
      .delete(accessCodes)
      .where(and(eq(accessCodes.codeHash, hashSecret(code)), eq(accessCodes.loanId, loanId)))
      .returning({ createdAt: accessCodes.createdAt });
    if (!removed || now.getTime() - removed.createdAt.getTime() > codeGoodForMs) return undefined;
    const [token] = await tx
      .select({ createdAt: loanTokens.createdAt })
      .from(loanTokens)
      .innerJoin(loans, eq(loans.id, loanTokens.loanId))
      .where(
        and(
          eq(loanTokens.loanId, loanId),
          eq(loans.partnerId, partnerId),
          isNull(loans.erasedAt),
          isTokenInForce(now),
          lte(loanTokens.createdAt, removed.createdAt),
        ),
      )
      .orderBy(asc(loanTokens.createdAt))
      .limit(1);
    return token && issueLoanToken(tx, loanId, now, token.createdAt);
  });
}
