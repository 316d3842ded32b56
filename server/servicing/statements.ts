/** The statement of account of a loan, and the no-dues certificate of a repaid one (decision 88). */
import { and, eq, sql } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import type { NoDuesInput } from '../../domain/servicing/no-dues.ts';
import type { StatementInput } from '../../domain/servicing/statement.ts';
import type { Language, IssuedDocument } from '../../domain/values/wire.ts';
import { renderNoDues, renderStatement } from '../issued-documents/render.ts';
import { lenderName } from '../config/lender-profiles.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { issuedDocuments } from '../db/schema/servicing.ts';
import { Problem } from '../http/problem.ts';
import type { JobResult } from '../jobs/runner.ts';
import { findLoanRow } from '../loans/row.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { documentOnWire, issueDocument, nextDocumentNumber, storeDocument } from './issued-documents.ts';
import { identityOf } from './key-facts.ts';
import {
  type Account,
  billedInvoices,
  creditBalance,
  outstandingPrincipal,
  readAccount,
  receivedOf,
} from './ledger.ts';
import { type AcceptedLenderLoan, borrowerNameOf, findAccepted, findServicing } from './lender-loans.ts';
import { noServicing, servicingRefusal } from './refusals.ts';
import type { StepNeeds } from './steps.ts';
import { tellCustomer } from './tell-customer.ts';

type Needs = Pick<StepNeeds, 'db' | 'clock' | 'config' | 'adapters'>;

/**
 * The statement of today in a language; the same one again while nothing has changed.
 * @throws Problem 404 where no offer was accepted, 409 before the disbursal
 */
export async function createStatement(
  needs: Needs,
  { loanId, language }: { loanId: string; language: Language },
): Promise<IssuedDocument> {
  const now = needs.clock.now();
  const loan = await findLoanRow(needs.db, loanId);
  const accepted = await findServicing(needs.db, loanId);
  if (!accepted) throw noServicing();
  const { row, offer } = accepted;
  const account = await readAccount(needs.db, accepted, now);
  const today = todayInIndia(now);
  const content: Omit<StatementInput, 'number'> = {
    asOf: today,
    ...(await repaymentOf(needs, loan, accepted, account)),
    outstanding: outstandingPrincipal(account, today),
    credit: creditBalance(account, row, today),
    invoices: billedInvoices(account),
  };
  const document = await issueDocument(needs, {
    ...{ offer, kind: 'statement', language },
    inputOf: (number): StatementInput => ({ number, ...content }),
    render: renderStatement,
  });
  return documentOnWire(document);
}

/** Returns what both documents say. @throws Problem 409 before the disbursal */
async function repaymentOf(
  { db, config }: Needs,
  loan: LoanRow,
  { row, offer }: AcceptedLenderLoan,
  account: Account,
): Promise<Omit<StatementInput, 'number' | 'asOf' | 'outstanding' | 'credit' | 'invoices'>> {
  if (row.disbursedOn === null) throw servicingRefusal('servicing.step.notNow');
  return {
    borrowerName: borrowerNameOf(loan),
    institutionName: loan.institutionName ?? '',
    lenderName: lenderName(config.lenderProfiles, row.lenderId),
    proposalNumber: offer.proposalNumber,
    accountNumber: row.accountNumber,
    ...(await identityOf(db, loan.id)),
    sanctionedAmount: account.terms.sanctionedAmount,
    disbursedOn: row.disbursedOn,
    received: receivedOf(account),
  };
}

/** The job `servicing.noDues`: issues the certificate of a closed loan and sends it to the customer's mail. */
export async function issueNoDuesByJob(needs: Needs, key: LenderLoanKey): Promise<JobResult> {
  try {
    return (await issueNoDues(needs, key)) ? 'done' : 'retry';
  } catch (error) {
    // The loan is gone, erased, or open again.
    if (error instanceof Problem && [404, 409, 410].includes(error.status)) return 'done';
    throw error;
  }
}

/** @returns false where another document has taken its number meanwhile */
async function issueNoDues(needs: Needs, { loanId, lenderId }: LenderLoanKey): Promise<boolean> {
  const { db, clock, config } = needs;
  const now = clock.now();
  const loan = await findLoanRow(db, loanId);
  const accepted = await findAccepted(db, { loanId, lenderId });
  const closedOn = accepted && closingDayOf(accepted);
  if (!closedOn || (await isCertified(needs, accepted, closedOn))) return true;
  const { language } = loan;
  const input: NoDuesInput = {
    number: await nextDocumentNumber(db, accepted.offer, 'no_dues'),
    ...{ issuedOn: todayInIndia(now), closedOn },
    platformName: config.lenderProfiles.platform.name,
    ...(await repaymentOf(needs, loan, accepted, await readAccount(db, accepted, now))),
  };
  const { number } = input;
  const stored = await storeDocument(
    needs,
    {
      ...{ loanId, lenderId, offerId: accepted.offer.id, kind: 'no_dues', language, number, input },
      render: () => renderNoDues(input, language),
    },
    async (tx, { loan: locked, document }) => {
      const current = await findAccepted(tx, { loanId, lenderId });
      if (!current || closingDayOf(current) !== closedOn) throw new Problem(409, 'The loan is open again');
      const telling = { now, config, documents: [document.id] };
      await tellCustomer(tx, { loan: locked, row: current.row }, 'servicing.noDues', {}, telling);
    },
  );
  return stored !== undefined;
}

const closingDayOf = ({ row: { stage, stageChangedAt } }: AcceptedLenderLoan): IsoDate | null =>
  stage === 'closed' && stageChangedAt ? todayInIndia(stageChangedAt) : null;

/** Says whether the closing of that day has its certificate: a payment that goes back opens the loan again. */
async function isCertified(
  { db }: Needs,
  { offer }: AcceptedLenderLoan,
  closedOn: IsoDate,
): Promise<boolean> {
  const isIssued = and(
    eq(issuedDocuments.offerId, offer.id),
    eq(issuedDocuments.kind, 'no_dues'),
    eq(sql`${issuedDocuments.input} ->> 'closedOn'`, closedOn),
  );
  return (await db.$count(issuedDocuments, isIssued)) > 0;
}
