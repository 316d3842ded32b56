/**
 * A lender loan from its offer to its payout, on three days: its offers, its stage by the product's own life cycle, and
 * the amount that leaves it by the product's own arithmetic. Identity, mandate and advance payment are left out.
 */
import { figuresOf } from '../../../domain/servicing/figures.ts';
import type { LoanTerms } from '../../../domain/servicing/terms.ts';
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { LenderLoanStage } from '../../../domain/values/wire.ts';
import { accountOf } from '../../../server/servicing/ledger.ts';
import type { LedgerFacts } from '../../../server/servicing/ledger-facts.ts';
import type { LenderLoanRow } from '../../../server/servicing/lender-loans.ts';
import type { OfferRow } from '../../../server/servicing/step-rows.ts';
import { orderableAmount } from '../../../server/servicing/payment-orders.ts';
import { moveOn } from '../../../server/servicing/stage.ts';
import { termsOf, today } from './payment-loan.ts';

/** The first day, the next one, and one after the ends of all offers and cooling-off periods that began by then. */
export type Day = 0 | 1 | 2;

const daysAfter = [0, 1, 10] as const;
const validDays = 6;
export const dateOf = (day: Day): IsoDate => addDays(today, daysAfter[day]);
export const noonOf = (day: Day): Date => new Date(`${dateOf(day)}T12:00:00+05:30`);
export const validUntil = (madeOn: Day): Date =>
  new Date(`${addDays(dateOf(madeOn), validDays)}T23:59:59+05:30`);

/** A lender pays an offer out, at worst twice: its second transfer is another one. `heardOn`: once it is stored. */
export type Payout = { revision: number; on: Day; transfer: 1 | 2; heardOn?: Day };

export type Signature = 'none' | 'signed' | 'countersigned';

export type LenderLoan = {
  stage: LenderLoanStage;
  /** The days on which the revisions were made, from the first on; null where the lender never said one. */
  offers: (Day | null)[];
  /** The latest revision that the customer has declined; 0 where none is. */
  declined: number;
  /** The revision that the customer has accepted. */
  accepted: number | null;
  acceptedOn: Day | null;
  signatures: Signature[];
  cancelledOn: Day | null;
  isCancelConfirmed: boolean;
  isRefused: boolean;
  payout: Payout | null;
  exitPaidOn: Day | null;
};

export const offeredLoan: LenderLoan = {
  ...{ stage: 'offered', offers: [0], declined: 0, accepted: null, acceptedOn: null, signatures: [] },
  ...{ cancelledOn: null, isCancelConfirmed: false, isRefused: false, payout: null, exitPaidOn: null },
};

export const signedLoan: LenderLoan = {
  ...offeredLoan,
  ...{ stage: 'agreement_signed', accepted: 1, acceptedOn: 0, signatures: ['countersigned'] },
};

/** Returns the terms of a revision; each revision lends a thousand rupees less. */
export function termsOfRevision(revision: number, madeOn: Day): LoanTerms {
  const { sanctionedAmount, ...others } = termsOf({ paysInAdvance: false });
  const terms: LoanTerms = {
    ...others,
    sanctionedAmount: sanctionedAmount - (revision - 1) * 100_000,
    ...{ disbursalOn: dateOf(madeOn), firstDueOn: addDays(dateOf(madeOn), 31) },
  };
  const { apr, instalment } = figuresOf(terms);
  return { ...terms, apr, instalment };
}

const offerRow = (revision: number, madeOn: Day): OfferRow =>
  ({
    ...{ id: String(revision), revision, terms: termsOfRevision(revision, madeOn) },
    ...{ validUntil: validUntil(madeOn), receivedAt: noonOf(madeOn) },
  }) as OfferRow;

/** The latest first. */
const offerRows = ({ offers }: LenderLoan): OfferRow[] =>
  offers.flatMap((madeOn, index) => (madeOn === null ? [] : [offerRow(index + 1, madeOn)])).toReversed();

const timeOf = (day: Day | null): Date | null => (day === null ? null : noonOf(day));

const rowOf = (loan: LenderLoan): LenderLoanRow =>
  ({
    ...{ stage: loan.stage, offerId: loan.accepted === null ? null : String(loan.accepted) },
    ...{ acceptedAt: timeOf(loan.acceptedOn), disbursedOn: loan.payout && dateOf(loan.payout.on) },
    disbursalHeardOn: loan.payout?.heardOn === undefined ? null : dateOf(loan.payout.heardOn),
    ...{ cancelledAt: timeOf(loan.cancelledOn), refusedAt: loan.isRefused ? noonOf(0) : null },
    cancelConfirmedAt: loan.isCancelConfirmed ? noonOf(0) : null,
  }) as LenderLoanRow;

/** The exit amount is the only payment. */
function ledgerOf(loan: LenderLoan): LedgerFacts {
  const none: LedgerFacts = {
    payments: [],
    uncounted: [],
    collections: [],
    debitWaits: new Map(),
    reversals: [],
  };
  if (loan.exitPaidOn === null) return none;
  // The loan had not been left on that day.
  const before: LenderLoan = { ...loan, stage: 'disbursed', exitPaidOn: null };
  const amount = exitPaise(before, loan.exitPaidOn) ?? 0;
  const exit = { id: 'exit', reference: 'exit', amount, refunded: 0, on: dateOf(loan.exitPaidOn) };
  return { ...none, payments: [{ ...exit, purpose: 'cooling_off' }] };
}

/** @returns the exit amount in paise; null where the loan cannot be left on this day */
export function exitPaise(loan: LenderLoan, day: Day): number | null {
  const offer = offerRows(loan).find(({ revision }) => revision === loan.accepted);
  if (!offer) return null;
  const account = accountOf({ row: rowOf(loan), offer }, ledgerOf(loan), dateOf(day));
  const exit = { purpose: 'cooling_off', instalment: null } as const;
  return orderableAmount(account, { row: rowOf(loan) }, exit, noonOf(day));
}

type Moved = { loan: LenderLoan; stages: readonly LenderLoanStage[] };
const moves = new Map<string, Moved>();

/** Moves the loan to its stage on a day, as `advanceStage` of server/servicing/stage.ts does. */
export function moveLoan(loan: LenderLoan, day: Day): Moved {
  const key = `${day} ${JSON.stringify(loan)}`;
  const known = moves.get(key);
  if (known) return known;
  const signed = loan.signatures.flatMap((state, index) =>
    state === 'countersigned' ? [String(index + 1)] : [],
  );
  const steps = {
    ...{ offers: offerRows(loan), signedOfferIds: new Set(signed) },
    ...{ isKycVerified: false, mandateLimits: [], ...ledgerOf(loan) },
  };
  const { row, stages } = moveOn(rowOf(loan), steps, noonOf(day));
  const isAccepted = row.offerId !== null;
  const moved: LenderLoan = {
    ...loan,
    stage: row.stage ?? loan.stage,
    accepted: isAccepted ? loan.accepted : null,
    acceptedOn: isAccepted ? loan.acceptedOn : null,
  };
  moves.set(key, { loan: moved, stages });
  return { loan: moved, stages };
}
