/** Reads the customer's steps, which are sent to the lender in each exchange. */
import { and, eq, isNull } from 'drizzle-orm';
import { verdictOf } from '../../domain/lending/lender.ts';
import type { CustomerSteps } from '../adapters/lender.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { debitNotices, mandates } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { withdrawnPurposes } from './consents.ts';
import { paidPurpose, paymentsWithOrders } from './ledger-facts.ts';
import { cancelRequestedAt, type LenderLoanRow } from './lender-loans.ts';
import { latestCheck, latestSignature, mandatesOf, offersOf } from './step-rows.ts';

/** Returns the lender loan with the data sent to its lender; undefined if it has not approved the loan. */
export async function readForLender(
  db: Database,
  key: LenderLoanKey,
): Promise<{ row: LenderLoanRow; steps: CustomerSteps } | undefined> {
  const [row] = await db.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, key));
  if (!row?.result || verdictOf(row.result) !== 'approved') return undefined;
  return { row, steps: await readCustomerSteps(db, row) };
}

export async function readCustomerSteps(db: Database, row: LenderLoanRow): Promise<CustomerSteps> {
  const offers = await offersOf(db, row);
  const offer = offers.find(({ id }) => id === row.offerId);
  const declined = offers.find(({ declinedAt }) => declinedAt !== null);
  const signed = offer && (await latestSignature(db, offer));
  const check = await latestCheck(db, row);
  const mandate = (await mandatesOf(db, row)).find(
    ({ state }) => state === 'registered' || state === 'cancelled',
  );
  const paid = await paymentsWithOrders(db, row);
  return {
    accepted: offer && row.acceptedAt ? { proposalNumber: offer.proposalNumber, at: row.acceptedAt } : null,
    declined: declined?.declinedAt
      ? { proposalNumber: declined.proposalNumber, at: declined.declinedAt }
      : null,
    signed: signed?.signedAt ? { documentSha256: signed.documentSha256, at: signed.signedAt } : null,
    cancelledAt: cancelRequestedAt(row),
    withdrawnConsents: await withdrawnPurposes(db, row),
    kycVerifiedAt: check?.state === 'verified' ? check.settledAt : null,
    mandate: mandate
      ? {
          registrationNumber: mandate.registrationNumber,
          limitPaise: mandate.limitPaise,
          isWithdrawn: mandate.state === 'cancelled' || mandate.withdrawalRequestedAt !== null,
        }
      : null,
    debits: await announcedDebits(db, row),
    payments: paid.map(({ payment, order }) => ({
      ...{ id: payment.providerPaymentId, ...paidPurpose(payment, order) },
      ...{ amountPaise: payment.amountPaise, paidAt: payment.paidAt },
      state: payment.state === 'disputed' ? 'refunded' : payment.state,
    })),
  };
}

/** Reads by their due dates the debits that are announced by a mandate that still debits. */
const announcedDebits = (db: Database, key: LenderLoanKey): Promise<CustomerSteps['debits']> =>
  db
    .select({
      instalment: debitNotices.instalment,
      dueOn: debitNotices.dueOn,
      announcedAt: debitNotices.announcedAt,
    })
    .from(debitNotices)
    .innerJoin(mandates, eq(mandates.id, debitNotices.mandateId))
    .where(
      and(
        ofLenderLoan(debitNotices, key),
        eq(mandates.state, 'registered'),
        isNull(mandates.withdrawalRequestedAt),
      ),
    )
    .orderBy(debitNotices.dueOn);
