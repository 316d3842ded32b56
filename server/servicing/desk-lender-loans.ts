/** Reads the servicing data of a loan for staff, including offers that a customer is not shown. */
import { todayInIndia } from '../../domain/values/dates.ts';
import { verdictOf } from '../../domain/lending/lender.ts';
import { bookEntryOnWire, invoiceOnWire, wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import type { LenderLoan } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { caseOnWire, casesOf } from './cases.ts';
import { documentOnWire, issuedDocumentsOf } from './issued-documents.ts';
import { billedInvoices, bookOn, outstandingPrincipal, readAccount, receivedOf } from './ledger.ts';
import {
  type AcceptedLenderLoan,
  cancelRequestedAt,
  lenderLoansOf,
  type LenderLoanRow,
} from './lender-loans.ts';
import { readLenderPayments, type StaffReading } from './desk-payments.ts';
import { readSteps } from './read-servicing.ts';
import { type OfferRow, offersOf } from './step-rows.ts';

/** Returns the servicing data by lender id. */
export async function readLenderLoans(
  db: Database,
  loanId: string,
  reading: StaffReading,
): Promise<LenderLoan[]> {
  const paid = await readLenderPayments(db, loanId, reading);
  const cases = await casesOf(db, loanId);
  const lenderLoans: LenderLoan[] = [];
  for (const row of await lenderLoansOf(db, loanId)) {
    const received = await offersOf(db, row);
    const offer = received.find(({ id }) => id === row.offerId);
    lenderLoans.push({
      ...factsOf(row, received, reading.config.lenderProfiles),
      servicing: offer ? await readStepsAndMoney(db, { row, offer }, reading.now) : null,
      payments: paid.filter(({ lender_id }) => lender_id === row.lenderId),
      cases: cases.filter(({ lenderId }) => lenderId === row.lenderId).map(caseOnWire),
      documents: (await issuedDocumentsOf(db, row)).map(documentOnWire),
    });
  }
  return lenderLoans;
}

async function readStepsAndMoney(
  db: Database,
  accepted: AcceptedLenderLoan,
  now: Date,
): Promise<LenderLoan['servicing']> {
  const account = await readAccount(db, accepted, now);
  return {
    ...(await readSteps(db, accepted, account, todayInIndia(now))),
    paid_paise: receivedOf(account),
    outstanding_paise: outstandingPrincipal(account, todayInIndia(now)),
    invoices: account.isDisbursed ? billedInvoices(account).map(invoiceOnWire) : [],
    book: bookOn(account, todayInIndia(now)).map(bookEntryOnWire),
  };
}

function factsOf(
  row: LenderLoanRow,
  received: readonly OfferRow[],
  profiles: LenderProfiles,
): Omit<LenderLoan, 'servicing' | 'payments' | 'cases' | 'documents'> {
  const { lenderId, reference, stage, stageChangedAt, acceptedAt, refusedAt } = row;
  const { disbursedOn, disbursedPaise, disbursalUtr, accountNumber, nextDueOn, cancelConfirmedAt } = row;
  const cancelledAt = cancelRequestedAt(row);
  return {
    ...onWire({ lenderId, reference, stage, stageChangedAt, acceptedAt, cancelledAt, refusedAt }),
    ...onWire({ disbursedOn, disbursedPaise, disbursalUtr, accountNumber, nextDueOn, cancelConfirmedAt }),
    lender_name: lenderName(profiles, lenderId),
    verdict: row.result && verdictOf(row.result),
    accepted_offer_id: row.offerId,
    offers: received.map(({ id, revision, proposalNumber, receivedAt, validUntil, apr, ...offer }) => ({
      offer_id: id,
      ...onWire({ revision, proposalNumber, receivedAt, validUntil, apr }),
      terms: wireTermsOf(offer.terms),
      differences: offer.differences ?? [],
    })),
  };
}
