/**
 * One push per loan at a time, however many processes: whoever pushes holds the loan's row at the lender for a few
 * seconds by the database's own clock, and renews that while the lender is being asked. A holder that dies stops
 * renewing, and the next one may go on.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { LoanStatus } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans, loans } from '../db/schema.ts';

export const leaseMs = 6000;
const renewEveryMs = 2000;

/** For a column: so long from now, by the database's clock. */
export const leaseEnd = () => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

export type Lease = { loanId: string; lenderId: number; holder: string };

const isOurs = ({ loanId, lenderId, holder }: Lease) =>
  and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, lenderId), eq(lenderLoans.holder, holder));

/**
 * Runs `work` while the lease is renewed.
 * @param work gets a signal that is aborted when somebody else has taken the lease
 */
export async function whileHeld<T>(
  db: Database,
  lease: Lease,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const renew = async () => {
    const renewed = await db
      .update(lenderLoans)
      .set({ heldUntil: leaseEnd() })
      .where(isOurs(lease))
      .returning({ holder: lenderLoans.holder });
    if (renewed.length === 0) lost.abort();
  };
  // A database that fails for a moment may be back before the lease ends.
  const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Whether the lease is still this holder's; inside a transaction that has the loan's row locked. */
export async function holds(tx: Database, lease: Lease): Promise<boolean> {
  const ours = await tx.select({ holder: lenderLoans.holder }).from(lenderLoans).where(isOurs(lease));
  return ours.length > 0;
}

export async function release(tx: Database, lease: Lease): Promise<void> {
  await tx.update(lenderLoans).set({ holder: null, heldUntil: null }).where(isOurs(lease));
}

/** Where a push of the loan stands for somebody who waits for it. `live` is false where its holder has died. */
export async function pushState(
  db: Database,
  loanId: string,
  lenderId: number,
): Promise<{ status: LoanStatus; live: boolean }> {
  const [row] = await db
    .select({
      status: loans.status,
      live: sql<boolean>`coalesce(${lenderLoans.heldUntil} > clock_timestamp(), false)`,
    })
    .from(loans)
    .leftJoin(lenderLoans, and(eq(lenderLoans.loanId, loans.id), eq(lenderLoans.lenderId, lenderId)))
    .where(eq(loans.id, loanId));
  return row ?? { status: 'draft', live: false };
}
