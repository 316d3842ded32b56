/** The servicing of a loan as its owner sees it: what was agreed, what has happened since and what comes next. */
import { and, eq } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { institutionDisbursal } from '../../domain/servicing/institution-disbursal.ts';
import { dueBy, nextInvoice, payableOfInstalment } from '../../domain/servicing/invoices.ts';
import { invoiceOnWire } from '../../domain/servicing/terms-wire.ts';
import type { Servicing, InvoiceState, Invoices, ForeclosureQuote } from '../../domain/values/wire.ts';
import { onWire, paiseOnWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders } from '../db/schema/servicing.ts';
import { decryptPersonalData } from '../encryption/personal-data.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import {
  grievanceOfficer,
  lenderName,
  type LenderProfiles,
  payeeAccount,
} from '../config/lender-profiles.ts';
import { countMissingDocuments } from '../loans/missing-documents.ts';
import { findLoanRow } from '../loans/row.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { withdrawnPurposes } from './consents.ts';
import { returnedDebitOf } from './collections.ts';
import { documentOnWire, findDocument, issuedDocumentsOf } from './issued-documents.ts';
import {
  type Account,
  amountDue,
  billedInvoices,
  coolingOffEnd,
  creditBalance,
  exitOf,
  outstandingPrincipal,
  disbursedAmountOf,
  quoteOf,
  readAccount,
  receivedOf,
} from './ledger.ts';
import {
  type AcceptedLenderLoan,
  cancelRequestedAt,
  findServicing,
  isEndedStage,
  type LenderLoanRow,
} from './lender-loans.ts';
import { mandateLimit } from './mandates.ts';
import { acceptableOffers, offerOnWire } from './offers.ts';
import { orderOnWire, receivedPaymentsOf } from './customer-payments.ts';
import { noServicing, servicingRefusal } from './refusals.ts';
import { latestCheck, latestSignature, mandatesOf } from './step-rows.ts';

/** @throws Problem 404 where no offer was accepted */
export async function readServicing(
  db: Database,
  loanId: string,
  { profiles, now }: { profiles: LenderProfiles; now: Date },
): Promise<Servicing> {
  const { accepted, account } = await accountOfLoan(db, loanId, now);
  const { row, offer } = accepted;
  const stage = row.stage ?? 'offered';
  const today = todayInIndia(now);
  const steps = await readSteps(db, accepted, account, today);
  const isRunning = stage === 'disbursed' || stage === 'repaying';
  const end = stage === 'disbursed' ? coolingOffEnd(account) : null;
  const invoice = nextInvoice(account.ledger.invoices, today);
  const due = dueBy(account.ledger.invoices, today);
  const documents = await issuedDocumentsOf(db, row);
  const [proposed] = await acceptableOffers(db, row, now);
  const loan = await findLoanRow(db, loanId);
  const next = nextOf(row, steps);
  return {
    loan_id: loanId,
    lender_id: row.lenderId,
    lender_name: lenderName(profiles, row.lenderId),
    grievance_officer: grievanceOfficer(profiles, row.lenderId),
    payee: payeeAccount(profiles, { lenderId: row.lenderId, by: 'payments' })?.holder ?? null,
    stage,
    offer: offerOnWire(offer, stage, profiles, account.terms),
    proposed_offer: proposed ? offerOnWire(proposed, 'offered', profiles) : null,
    next,
    ...steps,
    disbursed_on: row.disbursedOn,
    cancel_requested_at: cancelRequestedAt(row)?.toISOString() ?? null,
    institution: institutionOf(account, loan),
    missing_documents: next === 'wait_for_disbursal' ? await countMissingDocuments(db, loan) : 0,
    cooling_off: end === null ? null : coolingOffOnWire(account, end, today),
    next_invoice: isRunning && invoice ? invoiceOnWire(invoice) : null,
    returned_debit: isRunning ? returnedDebitOf(invoice, account.collections) : null,
    payable_paise:
      isRunning && invoice && invoice.kind !== 'up_front' && !invoice.awaitsDebit
        ? payableOfInstalment(invoice, account.ledger.invoices, today)
        : 0,
    due_paise: isRunning ? due.total : 0,
    late_charges_paise: isRunning ? due.lateCharges : 0,
    paid_paise: receivedOf(account),
    outstanding_paise: isRunning ? outstandingPrincipal(account, today) : 0,
    documents: documents.map(documentOnWire),
    payments: await receivedPaymentsOf(db, row, { documents, collections: account.collections }),
    cancellation_order: await readCancellationOrder(db, row),
  };
}

function institutionOf(account: Account, { orderValue }: LoanRow): Servicing['institution'] {
  const netDisbursedPaise = disbursedAmountOf(account);
  const feePaise = orderValue === null ? account.terms.sanctionedAmount : orderValue * 100;
  const { receivedPaise, uncoveredFeePaise } = institutionDisbursal({ feePaise, netDisbursedPaise });
  return { fee_paise: feePaise, received_paise: receivedPaise, left_to_pay_paise: uncoveredFeePaise };
}

/** Null once the period is over. */
function coolingOffOnWire(account: Account, end: IsoDate, today: IsoDate): Servicing['cooling_off'] {
  const exit = exitOf(account, today);
  if (!exit) return null;
  const { paidOut, interest, feeKept, paidBefore, paid, total, refund } = exit;
  const amounts = { paidOut, interest, feeKept, paid: paidBefore + paid, exit: total, refund };
  return { ends_on: end, ...paiseOnWire(amounts) };
}

/** Returns the next step and the paid and due amounts of the loan. @throws Problem 404 if no offer was accepted */
export async function readProgress(
  db: Database,
  loanId: string,
  now: Date,
): Promise<Pick<Servicing, 'next' | 'mandate'> & { account: Account }> {
  const { accepted, account } = await accountOfLoan(db, loanId, now);
  const steps = await readSteps(db, accepted, account, todayInIndia(now));
  return { next: nextOf(accepted.row, steps), mandate: steps.mandate, account };
}

type Steps = Pick<Servicing, 'agreement' | 'kyc' | 'mandate' | 'advance'>;

export const readSteps = async (
  db: Database,
  accepted: AcceptedLenderLoan,
  account: Account,
  today: string,
): Promise<Steps> => ({
  agreement: await readAgreement(db, accepted),
  kyc: await readKyc(db, accepted.row),
  mandate: await readMandate(db, accepted),
  advance: await readAdvance(db, accepted.row, account, today),
});

/** @throws Problem 404 where no offer was accepted */
async function accountOfLoan(
  db: Database,
  loanId: string,
  now: Date,
): Promise<{ accepted: AcceptedLenderLoan; account: Account }> {
  const accepted = await findServicing(db, loanId);
  if (!accepted) throw noServicing();
  return { accepted, account: await readAccount(db, accepted, now) };
}

/** The steps before the disbursal can be done in any order; the first one that is open comes next. */
function nextOf(row: LenderLoanRow, { agreement, kyc, mandate, advance }: Steps): Servicing['next'] {
  const stage = row.stage ?? 'offered';
  if (stage === 'disbursed' || stage === 'repaying') return 'repay';
  if (isEndedStage(stage)) return 'none';
  if (row.cancelledAt !== null) return 'wait_for_cancellation';
  if (agreement.state === 'none' || agreement.state === 'requested') return 'sign';
  if (kyc.state !== 'verified') return 'kyc';
  if (mandate.state !== 'registered') return 'mandate';
  return advance.state === 'due' ? 'pay_advance' : 'wait_for_disbursal';
}

const agreementStates = {
  requested: 'requested',
  signed: 'signed',
  countersigned: 'countersigned',
  failed: 'none',
  expired: 'none',
} as const;

/** Reads the agreement of the accepted offer; that of a former offer does not count. */
async function readAgreement(db: Database, { offer }: AcceptedLenderLoan): Promise<Servicing['agreement']> {
  const latest = await latestSignature(db, offer);
  if (!latest) return { state: 'none', document: null };
  const document = await findDocument(db, offer.loanId, latest.documentId);
  return { state: agreementStates[latest.state], document: documentOnWire(document) };
}

async function readKyc(db: Database, key: LenderLoanKey): Promise<Servicing['kyc']> {
  const row = await latestCheck(db, key);
  if (!row) return { state: 'none', failure: null, name_on_record: null, name_matches: null };
  const { nameOnRecord } = decryptPersonalData(db, key.loanId, { nameOnRecord: row.nameOnRecord });
  const { state, failure, nameMatches } = row;
  return { state, failure, name_on_record: nameOnRecord, name_matches: nameMatches };
}

async function readMandate(
  db: Database,
  { row: key, offer }: AcceptedLenderLoan,
): Promise<Servicing['mandate']> {
  const rows = await mandatesOf(db, key);
  const row = rows.find(({ state }) => state === 'registered') ?? rows[0];
  // The limit is that of the next mandate, unless one is open.
  const isOpen = row?.state === 'registered' || row?.state === 'requested';
  return {
    state: row?.state ?? 'none',
    method: row?.method ?? null,
    limit_paise: isOpen ? row.limitPaise : mandateLimit(offer.terms),
    failure: row?.failure ?? null,
    registration_number: row?.registrationNumber ?? null,
    withdrawal_requested: row?.state === 'registered' && row.withdrawalRequestedAt !== null,
    needs_consent: (await withdrawnPurposes(db, key)).includes('payments'),
    payee: row?.payee?.holder ?? null,
    account: row?.state === 'registered' ? await readAccountName(db, key.loanId) : null,
  };
}

/** Returns the name of the bank and the last four digits of the account. */
async function readAccountName(db: Database, loanId: string): Promise<Servicing['mandate']['account']> {
  const { bankDetails } = await findLoanRow(db, loanId);
  const { bank_name: bank, bank_account_no: number } = decryptPersonalData(db, loanId, bankDetails);
  return typeof number === 'string' ? { bank: String(bank ?? ''), ending: number.slice(-4) } : null;
}

async function readAdvance(
  db: Database,
  key: LenderLoanKey,
  account: Account,
  today: string,
): Promise<Servicing['advance']> {
  const due = amountDue(account, 'advance', null, today);
  const state = account.upFront === 0 ? 'not_due' : due === null ? 'paid' : 'due';
  const order = state === 'due' ? await openOrder(db, key, 'advance') : undefined;
  return { amount_paise: account.upFront, state, order_id: order?.id ?? null };
}

async function readCancellationOrder(
  db: Database,
  key: LenderLoanKey,
): Promise<Servicing['cancellation_order']> {
  const order = await openOrder(db, key, 'cooling_off');
  return order ? orderOnWire(db, order, null) : null;
}

async function openOrder(
  db: Database,
  { loanId, lenderId }: LenderLoanKey,
  purpose: 'advance' | 'cooling_off',
) {
  const [order] = await db
    .select()
    .from(paymentOrders)
    .where(
      and(
        ofLenderLoan(paymentOrders, { loanId, lenderId }),
        eq(paymentOrders.purpose, purpose),
        eq(paymentOrders.state, 'open'),
      ),
    );
  return order;
}

/**
 * The invoices of a loan, by their due dates.
 * @throws Problem 404 where no offer was accepted, 409 before the disbursal
 */
export async function readInvoices(
  db: Database,
  loanId: string,
  { state, now }: { state: InvoiceState | undefined; now: Date },
): Promise<Invoices> {
  const { accepted, account } = await accountOfLoan(db, loanId, now);
  if (!account.isDisbursed) throw servicingRefusal('servicing.step.notNow');
  const invoices = billedInvoices(account).map(invoiceOnWire);
  return {
    invoices: state === undefined ? invoices : invoices.filter((one) => one.state === state),
    credit_paise: creditBalance(account, accepted.row, todayInIndia(now)),
  };
}

/** @throws Problem 404 where no offer was accepted, 409 before the disbursal and once all is repaid */
export async function readForeclosureQuote(
  db: Database,
  loanId: string,
  now: Date,
): Promise<ForeclosureQuote> {
  const { accepted, account } = await accountOfLoan(db, loanId, now);
  const isRunning = accepted.row.stage === 'disbursed' || accepted.row.stage === 'repaying';
  const quote = isRunning ? quoteOf(account, todayInIndia(now)) : null;
  if (!quote) throw servicingRefusal('servicing.step.notNow');
  const { asOf, validUntil, parts, total } = quote;
  return { ...onWire({ asOf, validUntil }), ...paiseOnWire({ ...parts, total }) };
}
