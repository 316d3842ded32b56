/** Rows of lender loans after the approval: finding and locking them, with the offer that was accepted. */
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { LenderLoanStage } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { offers } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { lockLoan } from '../loans/row.ts';
import type { LoanRow } from '../loans/tokens.ts';
import type { OfferRow } from './step-rows.ts';

export type LenderLoanRow = typeof lenderLoans.$inferSelect;

/** A lender loan whose loan's row is locked until the transaction ends. */
export type LockedLenderLoan = {
  loan: LoanRow;
  row: LenderLoanRow;
  /** The offer that was accepted; null while none is. */
  offer: OfferRow | null;
};

export type AcceptedLenderLoan = { row: LenderLoanRow; offer: OfferRow };

const stepStages: readonly LenderLoanStage[] = [
  'accepted',
  'agreement_signed',
  'kyc_verified',
  'mandate_registered',
  'advance_paid',
];

/** The stages from the acceptance to the last instalment; at most one lender loan of a loan is in one of them. */
export const acceptedStages: readonly LenderLoanStage[] = [...stepStages, 'disbursed', 'repaying'];

const endedStages: readonly LenderLoanStage[] = ['closed', 'cancelled', 'refused', 'expired'];

/** Returns whether there is neither a contract nor an open offer: until the lender offers again, or for good. */
export const isEndedStage = (stage: LenderLoanStage | null): boolean =>
  stage !== null && endedStages.includes(stage);

export const isAcceptedStage = (stage: LenderLoanStage | null): boolean =>
  stage !== null && acceptedStages.includes(stage);

/** Returns whether the stage lies between the acceptance and the disbursal. */
export const isStepStage = (stage: LenderLoanStage | null): boolean =>
  stage !== null && stepStages.includes(stage);

/** Returns when the customer asked to cancel a loan; null also once it goes on, because it was not left in its cooling-off period. */
export const cancelRequestedAt = ({ stage, cancelledAt }: LenderLoanRow): Date | null =>
  stage === 'repaying' || stage === 'closed' ? null : cancelledAt;

/** The lender loans of a loan, by the lender's id. */
export const lenderLoansOf = (db: Database, loanId: string): Promise<LenderLoanRow[]> =>
  db.select().from(lenderLoans).where(eq(lenderLoans.loanId, loanId)).orderBy(lenderLoans.lenderId);

/**
 * The first statement of every transaction that writes a row about a lender loan: whoever locks the loan's row after
 * such a write can block another one that does the same.
 * @returns undefined if the lender loan does not exist
 * @throws Problem 404 where the loan is gone, 410 where it was erased
 */
export async function lockLenderLoan(
  tx: Database,
  key: LenderLoanKey,
  now: Date,
): Promise<LockedLenderLoan | undefined> {
  const loan = await lockLoan(tx, key.loanId, now);
  const [row] = await tx.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, key));
  return row && { loan, row, offer: await acceptedOfferOf(tx, row) };
}

/** The lender loan of a loan that was accepted last, locked as by `lockLenderLoan`; undefined where none was. */
export async function lockServicing(
  tx: Database,
  loanId: string,
  now: Date,
): Promise<(AcceptedLenderLoan & { loan: LoanRow }) | undefined> {
  const loan = await lockLoan(tx, loanId, now);
  const accepted = await findServicing(tx, loanId);
  return accepted && { loan, ...accepted };
}

/** The same without a lock. */
export async function findServicing(db: Database, loanId: string): Promise<AcceptedLenderLoan | undefined> {
  const [row] = await db
    .select()
    .from(lenderLoans)
    .where(and(eq(lenderLoans.loanId, loanId), isNotNull(lenderLoans.offerId)))
    // An ended lender loan comes after the one that was accepted in its place.
    .orderBy(desc(inArray(lenderLoans.stage, [...acceptedStages])), desc(lenderLoans.acceptedAt))
    .limit(1);
  const offer = row && (await acceptedOfferOf(db, row));
  return row && offer ? { row, offer } : undefined;
}

/** A lender loan with the offer that was accepted; undefined where none was. */
export async function findAccepted(
  db: Database,
  key: LenderLoanKey,
): Promise<AcceptedLenderLoan | undefined> {
  const [row] = await db.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, key));
  const offer = row && (await acceptedOfferOf(db, row));
  return row && offer ? { row, offer } : undefined;
}

async function acceptedOfferOf(db: Database, { offerId }: LenderLoanRow): Promise<OfferRow | null> {
  if (offerId === null) return null;
  const [offer] = await db.select().from(offers).where(eq(offers.id, offerId));
  return offer ?? null;
}

/** The name is that of the application, or where it has none, the one that the loan was created with. */
export function borrowerNameOf({ name, personalDetails }: Pick<LoanRow, 'name' | 'personalDetails'>): string {
  const stated = personalDetails.name;
  return typeof stated === 'string' && stated !== '' ? stated : name;
}
