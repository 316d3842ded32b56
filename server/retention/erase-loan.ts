/**
 * Erases a loan: what remains is the record that there was one, with its ids, times, statuses and amounts (the audit
 * skeleton), and nothing by which a person could be recognized. Rows are changed in one transaction; the objects of
 * documents are deleted after it, and by the hourly cleanup where that fails.
 */
import { and, eq, gt } from 'drizzle-orm';
import type { Objects } from '../adapters/objects.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, transaction } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { deleteClaimedObject } from '../documents/delete-contents.ts';
import { uploadsPrefix } from '../loans/document-keys.ts';
import { requireOwnStore } from '../documents/installation.ts';
import { endMandates } from '../servicing/end-mandates.ts';
import { issuedPrefix } from '../servicing/object-keys.ts';
import { countOpenCasesOf } from '../servicing/cases.ts';
import { isAcceptedStage, lenderLoansOf } from '../servicing/lender-loans.ts';
import { lockLoan } from '../loans/row.ts';
import { eraseRows } from './erase-rows.ts';

/**
 * - `inFlight`: the lender is being called about the loan, so that its answer would be lost
 * - `running`: an offer is accepted and the lender may pay it out, or the loan is paid out and not repaid yet
 * - `unsettled`: money of the customer is held, about which staff decide, an order can still be paid, or a case is open
 */
export type Erasure = 'erased' | 'erasedBefore' | 'unknown' | 'inFlight' | 'running' | 'unsettled';

type Needs = { db: Database; clock: Clock; adapters: { objects: Objects } };

/**
 * Idempotent: repeated for a loan that was erased before, it deletes the objects that an earlier run left.
 * @throws InstallationMismatch where the object store is another installation's; then nothing is erased
 */
export async function eraseLoan(needs: Needs, loanId: string): Promise<Erasure> {
  const { db, clock, adapters } = needs;
  await requireOwnStore(db, adapters.objects);
  const now = clock.now();
  const { erasure, keys } = await transaction(db, async (tx) => {
    const [found] = await tx.select().from(loans).where(eq(loans.id, loanId)).for('update');
    if (!found) return { erasure: 'unknown' as const, keys: [] };
    const { erasedAt } = found;
    const status = erasedAt ? found.status : (await lockLoan(tx, loanId, now)).status;
    if (!erasedAt && status === 'with_lender') return { erasure: 'inFlight' as const, keys: [] };
    const lenderLoans = await lenderLoansOf(tx, loanId);
    if (lenderLoans.some(({ stage }) => isAcceptedStage(stage)))
      return { erasure: 'running' as const, keys: [] };
    if (!erasedAt && (await hasUnsettledMoney(tx, loanId, now)))
      return { erasure: 'unsettled' as const, keys: [] };
    // The permission to debit would outlive all that is known of it.
    for (const { lenderId } of lenderLoans)
      await endMandates(tx, { loanId, lenderId }, now, ['requested', 'registered']);
    const keys = await eraseRows(tx, loanId, now);
    return { erasure: erasedAt ? ('erasedBefore' as const) : ('erased' as const), keys };
  });
  if (erasure !== 'erased' && erasure !== 'erasedBefore') return erasure;
  for (const key of keys) await deleteClaimedObject(needs, key);
  await deleteUploads(adapters.objects, loanId, now);
  for (const { key } of await adapters.objects.list(issuedPrefix(loanId))) await adapters.objects.remove(key);
  return erasure;
}

async function hasUnsettledMoney(tx: Database, loanId: string, now: Date): Promise<boolean> {
  const isHeld = and(eq(payments.loanId, loanId), eq(payments.state, 'held'));
  const isOpen = and(
    eq(paymentOrders.loanId, loanId),
    eq(paymentOrders.state, 'open'),
    gt(paymentOrders.expiresAt, now),
  );
  const counts = [
    await tx.$count(payments, isHeld),
    await tx.$count(paymentOrders, isOpen),
    await countOpenCasesOf(tx, loanId),
  ];
  return counts.some((count) => count > 0);
}

const dayMs = 24 * 60 * 60 * 1000;

/** What was uploaded and not added to the loan. */
async function deleteUploads(objects: Objects, loanId: string, now: Date): Promise<void> {
  const prefix = uploadsPrefix(loanId);
  for (const { key } of await objects.list(prefix)) await objects.remove(key);
  // Whenever they began, by the store's own clock.
  await objects.dropUploads(new Date(now.getTime() + dayMs), prefix);
}
