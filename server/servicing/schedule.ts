/** The jobs that go on with approved loans where nobody presses anything. */
import { verdictOf } from '../../domain/lender.ts';
import type { LenderLoanStage } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { LenderLoanKey } from '../push/lease.ts';
import { lenderLoansOf } from './lender-loans.ts';

const exchangeKey = ({ loanId, lenderId }: LenderLoanKey): string => `servicing:${loanId}:${lenderId}`;

/**
 * Says to the lender at once what the customer has done, and asks what it has; then again at growing intervals, until the
 * loan is disbursed or has ended.
 */
export const askLenderNow = (tx: Database, { loanId, lenderId }: LenderLoanKey, now: Date): Promise<void> =>
  enqueueJob(
    tx,
    'lender.servicing',
    { loanId, lenderId },
    { now, dedupeKey: exchangeKey({ loanId, lenderId }) },
  );

/** Asks each lender that has approved the loan for its offer. Only a loan with an owner has a page that shows it. */
export async function askForOffers(
  tx: Database,
  { id, customerId }: { id: string; customerId: string | null },
  now: Date,
): Promise<void> {
  if (customerId === null) return;
  for (const row of await lenderLoansOf(tx, id)) {
    const isApproved = row.result !== null && verdictOf(row.result) === 'approved';
    if (isApproved && row.stage === null) await askLenderNow(tx, row, now);
  }
}

const settled: readonly LenderLoanStage[] = ['disbursed', 'repaying', 'closed', 'cancelled', 'refused'];

/** Whether the lender may still have something new about the loan. */
export const isLenderAsked = (stage: LenderLoanStage | null): boolean =>
  stage === null || !settled.includes(stage);
