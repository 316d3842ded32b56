/** The hourly job that moves on the lender loans whose stage changes with time alone: offers expire, cooling-off ends. */
import { and, asc, lte, sql } from 'drizzle-orm';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';

const mostAtOnce = 500;

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'log'>;

/** A lender loan that cannot be moved on holds up no other. */
export async function applyDueStageChanges(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = needs;
  const now = clock.now();
  let due: LenderLoanKey[] = [];
  do {
    due = await dueLenderLoans(db, now, due.at(-1));
    for (const key of due) {
      signal?.throwIfAborted();
      await advance(needs, key, now).catch((error: unknown) =>
        log.error('lender loan not moved on', { loan: key.loanId, ...errorFields(error) }),
      );
    }
  } while (due.length === mostAtOnce);
}

const dueLenderLoans = (db: Database, now: Date, after?: LenderLoanKey): Promise<LenderLoanKey[]> => {
  const { loanId, lenderId, advanceAt } = lenderLoans;
  const isAfter = after && sql`(${loanId}, ${lenderId}) > (${after.loanId}, ${after.lenderId})`;
  return db
    .select({ loanId, lenderId })
    .from(lenderLoans)
    .where(and(lte(advanceAt, now), isAfter))
    .orderBy(asc(loanId), asc(lenderId))
    .limit(mostAtOnce);
};

const advance = ({ db, config }: Needs, key: LenderLoanKey, now: Date): Promise<void> =>
  transaction(db, async (tx) => {
    const locked = await lockLenderLoan(tx, key, now);
    if (locked) await advanceStage(tx, locked, { now, config });
  });
