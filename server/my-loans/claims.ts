/**
 * Loans that were created with the number of a customer, through any partner, and that nobody owns. Whoever claims one
 * proves what re-entry asks for, with its password and its limits.
 */
import { and, desc, eq, isNull } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { ClaimableLoan } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import type { BaseContext } from '../api/handler.ts';
import { notFound } from '../http/problem.ts';
import { enterLoan, type ReentryInput, type ReentryTarget, reentryTarget } from '../reentry/enter-loan.ts';
import { askForOffers } from '../servicing/lender-polling.ts';
import type { Customer } from '../customers/sessions.ts';

const mostListed = 50;

const isClaimableBy = ({ mobile }: Pick<Customer, 'mobile'>) =>
  and(eq(loans.mobile, mobile), isNull(loans.customerId), isNull(loans.erasedAt));

/** The newest first. */
export async function listClaimableLoans(db: Database, customer: Customer): Promise<ClaimableLoan[]> {
  const rows = await db
    .select()
    .from(loans)
    .where(isClaimableBy(customer))
    .orderBy(desc(loans.createdAt), loans.id)
    .limit(mostListed);
  return rows.map(({ id, institutionName, createdAt }) => ({
    loan_id: id,
    institution_name: institutionName,
    created_on: todayInIndia(createdAt),
  }));
}

/** @throws Problem 404 where the customer cannot claim the loan, or there is none */
export async function claimTarget(db: Database, customer: Customer, loanId: string): Promise<ReentryTarget> {
  const [loan] = await db
    .select({ partnerId: loans.partnerId })
    .from(loans)
    .where(and(eq(loans.id, loanId), isClaimableBy(customer)));
  if (!loan) throw notFound();
  return reentryTarget(db, { partnerId: loan.partnerId, loanId });
}

/** @throws Problem 404 as above; 400 at `otp`; 429 after too many wrong ones in a day */
export async function claimLoan(
  context: Pick<BaseContext, 'db' | 'clock'>,
  customer: Customer,
  { loanId, input }: { loanId: string; input: ReentryInput },
): Promise<void> {
  const target = await claimTarget(context.db, customer, loanId);
  await enterLoan(target, input, context, async (tx) => {
    const claimed = await tx
      .update(loans)
      .set({ customerId: customer.id })
      .where(and(eq(loans.id, loanId), isClaimableBy(customer)))
      .returning({ id: loans.id });
    if (claimed.length === 0) throw notFound();
    await askForOffers(tx, { id: loanId, customerId: customer.id }, context.clock.now());
  });
}
