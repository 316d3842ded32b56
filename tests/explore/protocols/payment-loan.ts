/**
 * The loan whose payments are explored, on one day; its terms, its stage and its amounts due follow from the product's
 * own functions. Payments are the only step modelled, so before the disbursal its stage is `accepted`.
 */
import { figuresOf } from '../../../domain/servicing/figures.ts';
import type { PaymentPurpose } from '../../../domain/servicing/order-payments.ts';
import type { LoanTerms } from '../../../domain/servicing/terms.ts';
import { someLoanTerms } from '../../../domain/servicing/testing.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { LenderLoanStage } from '../../../domain/values/wire.ts';
import { accountOf } from '../../../server/servicing/ledger.ts';
import type { LedgerFacts } from '../../../server/servicing/ledger-facts.ts';
import type { LenderLoanRow } from '../../../server/servicing/lender-loans.ts';
import type { OfferRow } from '../../../server/servicing/step-rows.ts';
import { purposeIn } from '../../../server/servicing/desk-payments.ts';
import { orderableAmount } from '../../../server/servicing/payment-orders.ts';
import { moveOn } from '../../../server/servicing/stage.ts';

/** The facts about the lender loan besides its payments. */
export type Loan = {
  stage: LenderLoanStage;
  isDisbursed: boolean;
  /** The customer has asked to leave it. */
  isCancelled: boolean;
  isCancelConfirmed: boolean;
  isRefused: boolean;
  /** An instalment is paid before the disbursal. */
  paysInAdvance: boolean;
};

export const acceptedLoan: Loan = {
  stage: 'accepted',
  isDisbursed: false,
  isCancelled: false,
  isCancelConfirmed: false,
  isRefused: false,
  paysInAdvance: true,
};
export const disbursedLoan: Loan = {
  ...acceptedLoan,
  ...{ stage: 'disbursed', isDisbursed: true, paysInAdvance: false },
};

export const today: IsoDate = '2026-07-20';
const now = new Date(`${today}T12:00:00+05:30`);

/** Three instalments, the first of which may be paid before the disbursal. */
export function termsOf({ paysInAdvance }: Pick<Loan, 'paysInAdvance'>): LoanTerms {
  const terms = someLoanTerms({
    ...{ tenureMonths: 3, charges: [], contingentCharges: [], advanceInstalments: paysInAdvance ? 1 : 0 },
    ...{ disbursalOn: today, firstDueOn: '2026-08-20' },
  });
  return { ...terms, apr: figuresOf(terms).apr };
}

const offerOf = (terms: LoanTerms) =>
  ({ id: 'offer', terms, validUntil: new Date('2027-01-01') }) as OfferRow;
const offers = [true, false].map((paysInAdvance) => offerOf(termsOf({ paysInAdvance })));
const offerIn = ({ paysInAdvance }: Loan): OfferRow => offers[paysInAdvance ? 0 : 1] as OfferRow;

const rowOf = (loan: Loan): LenderLoanRow =>
  ({
    ...{ stage: loan.stage, offerId: 'offer', disbursedOn: loan.isDisbursed ? today : null },
    ...{ cancelledAt: loan.isCancelled ? now : null, refusedAt: loan.isRefused ? now : null },
    cancelConfirmedAt: loan.isCancelConfirmed ? now : null,
  }) as LenderLoanRow;

/** A payment that counts. */
export type Counted = { id: string; purpose: PaymentPurpose; amount: number };

const ledgerOf = (counted: readonly Counted[]): LedgerFacts => ({
  payments: counted.map((one) => ({ ...one, reference: one.id, refunded: 0, on: today })),
  uncounted: [],
  reversals: [],
  collections: [],
  debitWaits: new Map(),
});

const accountIn = (loan: Loan, counted: readonly Counted[]) =>
  accountOf({ row: rowOf(loan), offer: offerIn(loan) }, ledgerOf(counted), today);

/** `advanceStage` of server/servicing/stage.ts. */
export function moveLoan(loan: Loan, counted: readonly Counted[]): Loan {
  const steps = {
    ...{
      offers: [offerIn(loan)],
      signedOfferIds: new Set<string>(),
      isKycVerified: false,
      mandateLimits: [],
    },
    ...ledgerOf(counted),
  };
  const { row, stages } = moveOn(rowOf(loan), steps, now);
  if (stages.length === 0) return loan;
  return {
    ...loan,
    stage: row.stage ?? loan.stage,
    isCancelled: loan.isCancelled && !stages.includes('repaying'),
  };
}

/** @returns null where nothing is due, or it cannot be paid now */
export const duePaise = (loan: Loan, counted: readonly Counted[], purpose: PaymentPurpose): number | null =>
  orderableAmount(
    accountIn(loan, counted),
    { row: rowOf(loan) },
    { purpose, instalment: instalmentOf(loan, purpose) },
    now,
  );

/** Returns the number of the first one paid after the disbursal; null for another purpose. */
export const instalmentOf = (
  { paysInAdvance }: Pick<Loan, 'paysInAdvance'>,
  purpose: PaymentPurpose,
): number | null => (purpose === 'instalment' ? (paysInAdvance ? 2 : 1) : null);

/** Names the purpose for which staff can count money; null where they can only give it back. */
export const countableFor = (
  loan: Loan,
  counted: readonly Counted[],
  { amountPaise, purpose }: { amountPaise: number; purpose: PaymentPurpose | null },
): PaymentPurpose | null => {
  const paid = { amountPaise, currency: 'INR', purpose, paidOn: today };
  return purposeIn({ row: rowOf(loan) }, accountIn(loan, counted), paid, today);
};
