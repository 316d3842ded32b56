/** What staff see of the life of a loan after its approval, offers that a customer is not shown included. */
import { desc, eq } from 'drizzle-orm';
import { verdictOf } from '../../domain/lender.ts';
import { wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { offers, paymentOrders, payments } from '../db/servicing-schema.ts';
import { lenderName, type LenderProfiles } from '../lender-profiles.ts';
import { lenderLoansOf, type LenderLoanRow, type OfferRow } from './lender-loans.ts';

type Schemas = components['schemas'];
type LenderLoan = Schemas['LenderLoan'];

/** By the lender's id. */
export async function readLenderLoans(
  db: Database,
  loanId: string,
  profiles: LenderProfiles,
): Promise<LenderLoan[]> {
  const rows = await lenderLoansOf(db, loanId);
  const received = await db
    .select()
    .from(offers)
    .where(eq(offers.loanId, loanId))
    .orderBy(desc(offers.revision));
  return rows.map((row) =>
    onWire(
      row,
      received.filter(({ lenderId }) => lenderId === row.lenderId),
      profiles,
    ),
  );
}

const onWire = (row: LenderLoanRow, received: readonly OfferRow[], profiles: LenderProfiles): LenderLoan => ({
  lender_id: row.lenderId,
  lender_name: lenderName(profiles, row.lenderId),
  reference: row.reference,
  verdict: row.result && verdictOf(row.result),
  stage: row.stage,
  stage_changed_at: instantOf(row.stageChangedAt),
  accepted_offer_id: row.offerId,
  accepted_at: instantOf(row.acceptedAt),
  disbursed_on: row.disbursedOn,
  account_number: row.accountNumber,
  next_due_on: row.nextDueOn,
  cancelled_at: instantOf(row.cancelledAt),
  refused_at: instantOf(row.refusedAt),
  offers: received.map((offer) => ({
    offer_id: offer.id,
    revision: offer.revision,
    proposal_number: offer.proposalNumber,
    received_at: offer.receivedAt.toISOString(),
    valid_until: offer.validUntil.toISOString(),
    terms: wireTermsOf(offer.terms),
    apr: offer.apr,
    differences: offer.differences ?? [],
  })),
});

const instantOf = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Every payment about a loan, the latest first. */
export async function readLenderPayments(db: Database, loanId: string): Promise<Schemas['LenderPayment'][]> {
  const rows = await db
    .select({ payment: payments, order: paymentOrders })
    .from(payments)
    .leftJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .where(eq(payments.loanId, loanId))
    .orderBy(desc(payments.paidAt), payments.id);
  return rows.map(({ payment, order }) => ({
    payment_id: payment.providerPaymentId,
    lender_id: payment.lenderId,
    purpose: order?.purpose ?? null,
    instalment: order?.instalment ?? null,
    amount_paise: payment.amountPaise,
    due_paise: order?.amountPaise ?? null,
    currency: payment.currency,
    state: payment.state,
    method: payment.method,
    paid_at: payment.paidAt.toISOString(),
    received_at: payment.receivedAt.toISOString(),
  }));
}
