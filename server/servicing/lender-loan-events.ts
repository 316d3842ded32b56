/** Reads which events of a lender loan's life have occurred from the rows of its steps, whenever those were written. */
import { todayInIndia } from '../../domain/values/dates.ts';
import { largestDebit } from '../../domain/servicing/schedule.ts';
import type { LenderLoanEvent } from '../../machines/servicing/lender-loan.ts';
import type { Database } from '../db/open.ts';
import { accountOf, coolingOffEnd, isLoanRepaid, paidFor } from './ledger.ts';
import { type LedgerFacts, readLedgerFacts } from './ledger-facts.ts';
import type { LenderLoanRow } from './lender-loans.ts';
import { latestCheck, mandatesOf, type OfferRow, offersOf, signaturesOf } from './step-rows.ts';

/** The stored facts about a lender loan. */
export type StepRows = LedgerFacts & {
  /** Lists the revisions, the latest first; of those that a customer may not see, the one alone that was paid out. */
  offers: readonly OfferRow[];
  /** The ids of the offers whose agreement both have signed. */
  signedOfferIds: ReadonlySet<string | null>;
  isKycVerified: boolean;
  /** The limits of the registered mandates, in paise. */
  mandateLimits: readonly number[];
};

export async function readStepRows(db: Database, row: LenderLoanRow): Promise<StepRows> {
  const received = await offersOf(db, row);
  const signed = (await signaturesOf(db, row)).filter(({ request }) => request.state === 'countersigned');
  const registered = (await mandatesOf(db, row)).filter(({ state }) => state === 'registered');
  return {
    offers: received.filter((offer) => isShown(offer) || offer.id === row.offerId),
    signedOfferIds: new Set(signed.map(({ offerId }) => offerId)),
    isKycVerified: (await latestCheck(db, row))?.state === 'verified',
    mandateLimits: registered.map(({ limitPaise }) => limitPaise),
    ...(await readLedgerFacts(db, row)),
  };
}

/** Returns whether a customer sees an offer: its figures equal those that the server computes. */
export const isShown = ({ differences }: Pick<OfferRow, 'differences'>): boolean => differences === null;

/** The events in the order in which they are sent: what ends a life first, then the stages in their order. */
export const eventOrder = [
  'lender.refused',
  'loan.cancelled',
  'offer.received',
  'offer.expired',
  'offer.accepted',
  'change.accepted',
  'signatures.completed',
  'kyc.verified',
  'mandate.registered',
  'advance.paid',
  'loan.disbursed',
  // A loan that is paid out meanwhile does not go back.
  'advance.reversed',
  'repayment.reversed',
  'loan.repaid',
  'cooling_off.ended',
] as const satisfies readonly LenderLoanEvent['type'][];

type EventType = (typeof eventOrder)[number];

/** Says of each event whether it has occurred, by what the rows say now. */
export function occurredEvents(row: LenderLoanRow, steps: StepRows, now: Date): Record<EventType, boolean> {
  const today = todayInIndia(now);
  const accepted = steps.offers.find(({ id }) => id === row.offerId);
  const isSigned = accepted !== undefined && steps.signedOfferIds.has(accepted.id);
  const isOpen = steps.offers.some(({ validUntil }) => validUntil > now);
  const account = accepted && accountOf({ row, offer: accepted }, steps, today);
  const debit = accepted ? largestDebit(accepted.terms) : Infinity;
  const end = account ? coolingOffEnd(account) : null;
  const isAdvancePaid = account !== undefined && paidFor(account, 'advance') >= account.upFront;
  const isDisbursed = account?.isDisbursed === true;
  const isRepaid = account !== undefined && isLoanRepaid(account);
  const isLeft = account !== undefined && account.exitedOn !== null;
  return {
    'lender.refused': row.refusedAt !== null,
    'loan.cancelled': account !== undefined && (isDisbursed ? isLeft : row.cancelConfirmedAt !== null),
    'offer.received': !accepted && isOpen,
    'offer.expired': !accepted && !isOpen,
    'offer.accepted': accepted !== undefined,
    'change.accepted': accepted !== undefined && !isSigned,
    'signatures.completed': isSigned,
    'kyc.verified': steps.isKycVerified,
    'mandate.registered': steps.mandateLimits.some((limit) => limit >= debit),
    'advance.paid': isAdvancePaid,
    'advance.reversed': account !== undefined && !isAdvancePaid,
    // A loan that was left is paid out again, as it were, where the payment by which it was left goes back.
    'loan.disbursed': isDisbursed && !isLeft,
    'loan.repaid': isRepaid,
    'repayment.reversed': isDisbursed && !isRepaid,
    'cooling_off.ended': end !== null && end < today,
  };
}
