/** Finds the loan of a re-entry. Unknown ids, and those of other partners, have a row of passwords like all others. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { apiKeys } from '../db/schema/partners.ts';
import type { OtpTarget } from '../otp/row.ts';
import type { LoanRow } from '../loans/tokens.ts';

/** The loan id of an address and the partner that asks; there may be no such loan. */
export type ReentryTarget = OtpTarget & { partnerId: string };

/** Loan ids are shorter; longer ids are cut, so that they cannot fill the table. */
const idMaxLength = 64;

/** Whichever key of the partner is used, there is one row: under the oldest of its keys. */
export async function reentryTarget(
  db: Database,
  { partnerId, loanId }: { partnerId: string; loanId: string },
): Promise<ReentryTarget> {
  const [oldest] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(1);
  if (!oldest) throw new Error('The partner of a key has no key');
  return { partnerId, apiKeyId: oldest.id, subject: loanId.slice(0, idMaxLength) };
}

/** An erased loan is treated like an unknown one: it has no recipient for a password. */
export async function loanOfTarget(
  tx: Database,
  { partnerId, subject }: ReentryTarget,
): Promise<LoanRow | undefined> {
  const [loan] = await tx
    .select()
    .from(loans)
    .where(and(eq(loans.id, subject), eq(loans.partnerId, partnerId), isNull(loans.erasedAt)));
  return loan;
}
