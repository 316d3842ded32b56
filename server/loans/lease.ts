/**
 * Lets one process at a time push a loan to a lender: it holds a lease on the lender loan for a few seconds by the
 * database's clock, and renews it while the lender is called. The lease of a process that dies expires, and the next
 * process may go on.
 */
import { and, eq, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { LenderResult } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';

export const leaseMs = 6000;
const renewEveryMs = 1000;
/** The time without a renewal after which the work is aborted, which is before the lease expires. */
const renewWithinMs = leaseMs - renewEveryMs;

export type Lease = LenderLoanKey & { holder: string };

export type LenderLoan = {
  /** The lender's answer to what was submitted last; null before it. */
  result: LenderResult | null;
  /** The process that pushes, or died while pushing; null for none. */
  holder: string | null;
  /** True if the holder's lease has not expired. */
  leased: boolean;
};

const ownedBy = (lease: Lease) => and(ofLenderLoan(lenderLoans, lease), eq(lenderLoans.holder, lease.holder));

const leaseEnd = () => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/** Liveness is judged by the transaction's start: a lease that ends in the middle of one is live for all of it. */
export async function findLenderLoan(db: Database, key: LenderLoanKey): Promise<LenderLoan | undefined> {
  const [row] = await db
    .select({
      result: lenderLoans.result,
      holder: lenderLoans.holder,
      leased: sql<boolean>`coalesce(${lenderLoans.heldUntil} > now(), false)`,
    })
    .from(lenderLoans)
    .where(ofLenderLoan(lenderLoans, key));
  return row;
}

/**
 * Takes the lease, inside a transaction that has the loan's row locked and has found none.
 * @returns it with the reference of the lender loan, which is made once and stored before the first call
 */
export async function acquirePushLease(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  now: Date,
): Promise<{ lease: Lease; reference: string }> {
  const holder = platform.uuid();
  const [row] = await tx
    .insert(lenderLoans)
    .values({
      loanId,
      lenderId,
      reference: `${lenderId}-${platform.uuid()}`,
      holder,
      heldUntil: leaseEnd(),
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [lenderLoans.loanId, lenderLoans.lenderId],
      set: { holder, heldUntil: leaseEnd(), pushRefused: false },
    })
    .returning({ reference: lenderLoans.reference });
  if (!row) throw new Error('An upsert returned no row');
  return { lease: { loanId, lenderId, holder }, reference: row.reference };
}

/**
 * Runs `work` while the lease is renewed.
 * @param work gets a signal that is aborted when another process has taken the lease, or may do so soon since the
 *   lease could not be renewed
 */
export async function withRenewedLease<T>(
  db: Database,
  lease: Lease,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let leasedAt = platform.elapsedMs();
  const renew = async () => {
    const askedAt = platform.elapsedMs();
    const renewed = await db
      .update(lenderLoans)
      .set({ heldUntil: leaseEnd() })
      .where(ownedBy(lease))
      .returning({ holder: lenderLoans.holder });
    if (renewed.length === 0) lost.abort();
    leasedAt = askedAt;
  };
  let isRenewing = false;
  const timer = platform.startInterval(() => {
    if (platform.elapsedMs() - leasedAt >= renewWithinMs) lost.abort();
    // Renewals do not overlap: behind a locked row each would take a connection.
    if (isRenewing) return;
    isRenewing = true;
    // A database that fails for a moment may be back before the lease ends.
    void renew()
      .catch(() => undefined)
      .finally(() => (isRenewing = false));
  }, renewEveryMs);
  try {
    return await work(lost.signal);
  } finally {
    timer.close();
  }
}

/** Returns whether the holder still has the lease; call it in a transaction that has locked the loan's row. */
export async function ownsLease(tx: Database, lease: Lease): Promise<boolean> {
  const owned = await tx.select({ holder: lenderLoans.holder }).from(lenderLoans).where(ownedBy(lease));
  return owned.length > 0;
}

/**
 * Ends the lease.
 * @param reply.result the lender's answer from then on, where there is one
 * @param reply.isRefused whether the lender has refused for good
 */
export async function releaseLease(
  tx: Database,
  lease: Lease,
  reply: { result?: LenderResult | undefined; isRefused: boolean },
): Promise<void> {
  await tx
    .update(lenderLoans)
    .set({
      holder: null,
      heldUntil: null,
      pushRefused: reply.isRefused,
      ...(reply.result && { result: reply.result }),
    })
    .where(ownedBy(lease));
}

/** Ends the lease of a process that has died, or is only slow: without it, that one cannot record a reply any more. */
export async function revokeLease(tx: Database, key: LenderLoanKey): Promise<void> {
  await tx.update(lenderLoans).set({ holder: null, heldUntil: null }).where(ofLenderLoan(lenderLoans, key));
}

/**
 * A new submission has to be pushed again, to every lender: their answers are dropped, and a push of the former
 * content that is in flight loses its lease, so that its answer is not recorded as one to the new content.
 */
export async function resetLenderLoans(tx: Database, loanId: string): Promise<void> {
  await tx
    .update(lenderLoans)
    .set({ result: null, pushRefused: false, holder: null, heldUntil: null })
    .where(eq(lenderLoans.loanId, loanId));
}
