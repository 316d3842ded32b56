/** The loan of a customer, who needs no token of it. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import { institutions } from '../db/schema/institutions.ts';
import { loans } from '../db/schema/loans.ts';
import { type LoanRecord, recordColumns, normalizeRecord } from '../loans/record.ts';

const loanOfCustomer = preparedOn((db) =>
  db
    .select(recordColumns)
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(
      and(
        eq(loans.id, sql.placeholder('loanId')),
        eq(loans.customerId, sql.placeholder('customerId')),
        isNull(loans.erasedAt),
      ),
    )
    .prepare('loan_of_customer'),
);

/** The loan, if the customer owns it; undefined in every other case. */
export async function findLoanOfCustomer(
  db: Database,
  ids: { loanId: string; customerId: string },
): Promise<LoanRecord | undefined> {
  const [found] = await loanOfCustomer(db).execute(ids);
  return found && normalizeRecord(found);
}
