/** What a lender is told besides the loan's own steps: withdrawn consents, the identity check, mandate and payments. */
import { and, desc, eq, ne } from 'drizzle-orm';
import type { CustomerSteps } from '../adapters/lender.ts';
import type { Database } from '../db/open.ts';
import { consents, debitNotices, kycChecks, mandates } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { paidPurpose, paymentsWithOrders } from './ledger-facts.ts';

export async function readCustomerSteps(
  db: Database,
  key: LenderLoanKey,
): Promise<Pick<CustomerSteps, 'withdrawnConsents' | 'kycVerifiedAt' | 'mandate' | 'debits' | 'payments'>> {
  const latest = await db
    .selectDistinctOn([consents.purpose], { purpose: consents.purpose, withdrawnAt: consents.withdrawnAt })
    .from(consents)
    .where(ofLenderLoan(consents, key))
    .orderBy(consents.purpose, desc(consents.givenAt));
  const [check] = await db
    .select({ settledAt: kycChecks.settledAt })
    .from(kycChecks)
    .where(and(ofLenderLoan(kycChecks, key), eq(kycChecks.state, 'verified')))
    .orderBy(desc(kycChecks.createdAt))
    .limit(1);
  const [mandate] = await db
    .select()
    .from(mandates)
    .where(and(ofLenderLoan(mandates, key), ne(mandates.state, 'requested'), ne(mandates.state, 'failed')))
    .orderBy(desc(mandates.createdAt))
    .limit(1);
  const paid = await paymentsWithOrders(db, key);
  return {
    withdrawnConsents: latest.filter(({ withdrawnAt }) => withdrawnAt !== null).map(({ purpose }) => purpose),
    kycVerifiedAt: check?.settledAt ?? null,
    mandate: mandate
      ? {
          registrationNumber: mandate.registrationNumber,
          limitPaise: mandate.limitPaise,
          isWithdrawn: mandate.state === 'cancelled' || mandate.withdrawalRequestedAt !== null,
        }
      : null,
    debits: await announcedDebits(db, key),
    payments: paid.map(({ payment, order }) => ({
      ...{ id: payment.providerPaymentId, ...paidPurpose(payment, order) },
      ...{ amountPaise: payment.amountPaise, paidAt: payment.paidAt },
      state: payment.state === 'disputed' ? 'refunded' : payment.state,
    })),
  };
}

/** Reads the announced debits by their due dates. */
const announcedDebits = (db: Database, key: LenderLoanKey): Promise<CustomerSteps['debits']> =>
  db
    .select({
      instalment: debitNotices.instalment,
      dueOn: debitNotices.dueOn,
      announcedAt: debitNotices.announcedAt,
    })
    .from(debitNotices)
    .where(ofLenderLoan(debitNotices, key))
    .orderBy(debitNotices.dueOn);
