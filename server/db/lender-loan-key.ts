/** The key of a lender loan, which the rows of many tables have. */
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

export type LenderLoanKey = { loanId: string; lenderId: number };

/** The condition for the rows of one lender loan. */
export const ofLenderLoan = (
  table: { loanId: PgColumn; lenderId: PgColumn },
  { loanId, lenderId }: LenderLoanKey,
): SQL | undefined => and(eq(table.loanId, loanId), eq(table.lenderId, lenderId));
