/** Events of lenders: each says that something may have changed, and makes the server ask at once. */
import { and, eq, lt } from 'drizzle-orm';
import { verdictOf } from '../../domain/lending/lender.ts';
import { verdictCanChange } from '../../domain/loan/status.ts';
import type { LenderResult } from '../../domain/values/wire.ts';
import type { LenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderEvents, lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { Problem } from '../http/problem.ts';
import { eventsKeptMs } from '../config/retention-periods.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { unansweredPush } from './pushes.ts';
import { askLenderNow } from '../servicing/schedule.ts';
import { lendersOf } from '../loans/lenders-of-loan.ts';
import { pushNow, refreshLoanNow } from './schedule.ts';

export type LenderEvent = { lenderId: LenderId; eventId: string; reference: string };

/**
 * Records the event and asks the lender about its loan: again for a verdict that can change, by reference for a push
 * that has no answer. Where there is no such loan it is recorded alike.
 * @throws Problem 409 where the lender has sent it before
 */
export const receiveEvent = (
  db: Database,
  { lenderId, eventId, reference }: LenderEvent,
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    const [known] = await tx
      .select({ loan: loans, lenderLoan: lenderLoans })
      .from(lenderLoans)
      .innerJoin(loans, eq(loans.id, lenderLoans.loanId))
      .where(and(eq(lenderLoans.reference, reference), eq(lenderLoans.lenderId, lenderId)));
    const { loan, lenderLoan } = known ?? {};
    const [stored] = await tx
      .insert(lenderEvents)
      .values({ lenderId, eventId, reference, loanId: loan?.id, receivedAt: now })
      .onConflictDoNothing()
      .returning({ eventId: lenderEvents.eventId });
    if (!stored) throw new Problem(409, 'This event was received before');
    if (!loan || !lenderLoan) return;
    if (await unansweredPush(tx, { loanId: loan.id, lenderId }))
      await pushNow(tx, { loanId: loan.id, lenderId }, now);
    else if (lendersOf(loan).includes(lenderId)) await askAgain(tx, loan, lenderLoan, now);
  });

/** About the verdict, where that can change; about the loan, where it is approved. */
async function askAgain(
  tx: Database,
  { id: loanId, customerId }: Pick<LoanRow, 'id' | 'customerId'>,
  { lenderId, result }: { lenderId: number; result: LenderResult | null },
  now: Date,
): Promise<void> {
  if (!result) return;
  const verdict = verdictOf(result);
  if (verdictCanChange(verdict)) await refreshLoanNow(tx, loanId, now);
  // Only a loan with an owner has a page that shows offers.
  if (verdict === 'approved' && customerId !== null) await askLenderNow(tx, { loanId, lenderId }, now);
}

export async function removeOldEvents(db: Database, now: Date): Promise<void> {
  await db.delete(lenderEvents).where(lt(lenderEvents.receivedAt, new Date(now.getTime() - eventsKeptMs)));
}
