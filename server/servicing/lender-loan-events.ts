/** Which events of a lender loan's life have happened, read from the rows of its steps, whenever those were written. */
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { largestDebit } from '../../domain/servicing/schedule.ts';
import type { LenderLoanEvent } from '../../machines/servicing/lender-loan.ts';
import type { Database } from '../db/open.ts';
import { accountOf, coolingOffEnd, isLoanRepaid, paidFor } from './ledger.ts';
import { type LedgerFacts, readLedgerFacts } from './ledger-facts.ts';
import type { LenderLoanRow } from './lender-loans.ts';
import { latestCheck, mandatesOf, type OfferRow, offersOf, signaturesOf } from './step-rows.ts';

/** What the rows about a lender loan say. */
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

/** Whether a customer sees an offer: its figures are the ones that the server computes. */
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

/** Whether each event has happened, given what the rows say now. */
export function happened(row: LenderLoanRow, steps: StepRows, now: Date): Record<EventType, boolean> {
  const accepted = steps.offers.find(({ id }) => id === row.offerId);
  const isSigned = accepted !== undefined && steps.signedOfferIds.has(accepted.id);
  const isOpen = steps.offers.some(({ validUntil }) => validUntil > now);
  return {
    'lender.refused': row.refusedAt !== null,
    'offer.received': !accepted && isOpen,
    'offer.expired': !accepted && !isOpen,
    'offer.accepted': accepted !== undefined,
    'change.accepted': accepted !== undefined && !isSigned,
    'signatures.completed': isSigned,
    'kyc.verified': steps.isKycVerified,
    ...(accepted ? moneyEvents(row, accepted, steps, todayInIndia(now)) : noMoneyEvents),
  };
}

type MoneyEvent =
  | 'mandate.registered'
  | 'advance.paid'
  | 'advance.reversed'
  | 'loan.disbursed'
  | 'loan.cancelled'
  | 'loan.repaid'
  | 'repayment.reversed'
  | 'cooling_off.ended';

const noMoneyEvents: Record<MoneyEvent, boolean> = {
  'mandate.registered': false,
  'advance.paid': false,
  'advance.reversed': false,
  'loan.disbursed': false,
  'loan.cancelled': false,
  'loan.repaid': false,
  'repayment.reversed': false,
  'cooling_off.ended': false,
};

function moneyEvents(
  row: LenderLoanRow,
  offer: OfferRow,
  { mandateLimits, ...facts }: StepRows,
  today: IsoDate,
): Record<MoneyEvent, boolean> {
  const account = accountOf({ row, offer }, facts, today);
  const debit = largestDebit(offer.terms);
  const end = coolingOffEnd(account);
  const isAdvancePaid = paidFor(account, 'advance') >= account.upFront;
  const isLeft = account.leftOn !== null;
  return {
    'mandate.registered': mandateLimits.some((limit) => limit >= debit),
    'advance.paid': isAdvancePaid,
    'advance.reversed': !isAdvancePaid,
    // A loan that was left is paid out again, as it were, where the payment by which it was left goes back.
    'loan.disbursed': account.isDisbursed && !isLeft,
    'loan.cancelled': account.isDisbursed ? isLeft : row.cancelConfirmedAt !== null,
    'loan.repaid': isLoanRepaid(account),
    'repayment.reversed': account.isDisbursed && !isLoanRepaid(account),
    'cooling_off.ended': end !== null && end < today,
  };
}
