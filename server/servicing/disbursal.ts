/**
 * The lender's word that it has paid the institution. It is stored whatever the stage of the loan: money that is paid out
 * is lent. What does not fit, as a day that cannot be or another amount, is put before staff.
 */
import { coolingOffEndsOn } from '../../domain/servicing/cooling-off.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { withDisbursalOn } from '../../domain/servicing/schedule.ts';
import { isCalculable } from '../../domain/servicing/terms-problems.ts';
import { isDate, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import type { CaseFact } from '../../domain/values/wire.ts';
import type { LenderDisbursal } from '../adapters/lender.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { ofLenderLoan } from '../db/lender-loan-key.ts';
import { caseFact, openCase } from './cases.ts';
import { isShown } from './lender-loan-events.ts';
import type { LenderLoanRow, LockedLenderLoan } from './lender-loans.ts';
import { type OfferRow, offersOf } from './step-rows.ts';

/**
 * The offer that was accepted stays the one of the loan; where none is, it is the one that the lender names, unless its
 * terms cannot be calculated with.
 * @param tx the transaction that has locked the loan's row; `advanceStage` follows
 */
export async function recordDisbursal(
  tx: Database,
  { row, offer: accepted }: LockedLenderLoan,
  disbursal: LenderDisbursal,
  now: Date,
): Promise<void> {
  if (row.disbursedOn !== null) return noteChange(tx, row, disbursal, now);
  const received = await offersOf(tx, row);
  const named = received.find(({ proposalNumber }) => proposalNumber === disbursal.proposalNumber) ?? null;
  const offer = accepted ?? (named && isCalculable(named.terms) ? named : null);
  // A payout of a former offer can be older than the acceptance of the one that counts now.
  const acceptedAt = named?.id === accepted?.id ? row.acceptedAt : null;
  const earliest = todayInIndia(acceptedAt ?? named?.receivedAt ?? row.createdAt);
  if (!isPossible(disbursal.on, { earliest, latest: todayInIndia(now) })) {
    const details = [caseFact('disbursed_on', earliest, disbursal.on)];
    await openCase(tx, row, { kind: 'disbursal_day', subject: disbursal.on, details }, now);
    return;
  }
  const details = differencesFrom(offer, disbursal);
  const subject = disbursal.proposalNumber;
  if (details.length > 0) await openCase(tx, row, { kind: 'disbursal_differs', subject, details }, now);
  // The borrower has a day all the same, by `termsOfDisbursal`; whether the lender gives it is for staff to ask.
  const today = todayInIndia(now);
  if (offer && coolingOffEndsOn(withDisbursalOn(offer.terms, disbursal.on)) <= today)
    await openCase(
      tx,
      row,
      { kind: 'disbursal_late', subject, details: [caseFact('disbursed_on', today, disbursal.on)] },
      now,
    );
  await tx
    .update(lenderLoans)
    .set({
      offerId: offer?.id ?? null,
      disbursedOn: disbursal.on,
      disbursalHeardOn: today,
      disbursedPaise: disbursal.amountPaise,
      disbursalUtr: disbursal.utr,
      accountNumber: disbursal.accountNumber,
    })
    .where(ofLenderLoan(lenderLoans, row));
}

/** Says whether a day lies between the acceptance of the offer, or its arrival, and today. */
const isPossible = (on: string, { earliest, latest }: { earliest: IsoDate; latest: IsoDate }): boolean =>
  isDate(on) && on >= earliest && on <= latest;

/** Lists what the lender says otherwise than the offer that was accepted. */
function differencesFrom(offer: OfferRow | null, disbursal: LenderDisbursal): CaseFact[] {
  const { proposalNumber, amountPaise, on } = disbursal;
  const known =
    offer !== null && isShown(offer) ? figuresOf(withDisbursalOn(offer.terms, on)).netDisbursed : null;
  return [
    caseFact('proposal_number', offer?.proposalNumber ?? null, proposalNumber),
    caseFact('amount_paise', known, amountPaise),
  ].filter((one) => one.known !== one.said);
}

/** The first word counts; another one later is put before staff. */
async function noteChange(
  tx: Database,
  row: LenderLoanRow,
  { on, amountPaise, utr }: LenderDisbursal,
  now: Date,
): Promise<void> {
  const details = [
    caseFact('disbursed_on', row.disbursedOn, on),
    caseFact('amount_paise', row.disbursedPaise, amountPaise),
    caseFact('utr', row.disbursalUtr, utr),
  ].filter((one) => one.known !== one.said);
  if (details.length === 0) return;
  const subject = details.map(({ said }) => said).join(' ');
  await openCase(tx, row, { kind: 'disbursal_changed', subject, details }, now);
}
