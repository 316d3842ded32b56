/** The hourly job that moves on the lender loans whose stage changes with time alone: offers expire, cooling-off ends. */
import { asc, lte } from 'drizzle-orm';
import { transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';

const mostAtOnce = 500;

export async function advanceDueLenderLoans({
  db,
  clock,
  config,
  log,
}: Pick<Services, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const now = clock.now();
  const due = await db
    .select({ loanId: lenderLoans.loanId, lenderId: lenderLoans.lenderId })
    .from(lenderLoans)
    .where(lte(lenderLoans.advanceAt, now))
    .orderBy(asc(lenderLoans.advanceAt))
    .limit(mostAtOnce);
  for (const key of due) {
    try {
      await transaction(db, async (tx) => {
        const locked = await lockLenderLoan(tx, key, now);
        if (locked) await advanceStage(tx, locked, { now, config });
      });
    } catch (error) {
      log.error('lender loan not moved on', { loan: key.loanId, ...errorFields(error) });
    }
  }
}
