/** The statement of account of a loan: its instalments and what of them is paid on the day on which it is asked for. */
import { todayInIndia } from '../../domain/values/dates.ts';
import type { StatementInput } from '../../domain/servicing/statement.ts';
import type { Language, IssuedDocument } from '../../domain/values/wire.ts';
import { renderStatement } from '../issued-documents/render.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { findLoanRow } from '../loans/row.ts';
import { documentOnWire, issueDocument } from './issued-documents.ts';
import { identityOf } from './key-facts.ts';
import { billedInvoices, creditBalance, outstandingPrincipal, readAccount, receivedOf } from './ledger.ts';
import { borrowerNameOf, findServicing } from './lender-loans.ts';
import { noServicing, servicingRefusal } from './refusals.ts';
import type { StepNeeds } from './steps.ts';

/**
 * The statement of today in a language; the same one again while nothing has changed.
 * @throws Problem 404 where no offer was accepted, 409 before the disbursal
 */
export async function createStatement(
  needs: Pick<StepNeeds, 'db' | 'clock' | 'config' | 'adapters'>,
  { loanId, language }: { loanId: string; language: Language },
): Promise<IssuedDocument> {
  const { db, clock, config } = needs;
  const now = clock.now();
  const loan = await findLoanRow(db, loanId);
  const accepted = await findServicing(db, loanId);
  if (!accepted) throw noServicing();
  const { row, offer } = accepted;
  if (row.disbursedOn === null) throw servicingRefusal('servicing.step.notNow');
  const account = await readAccount(db, accepted, now);
  const today = todayInIndia(now);
  const content: Omit<StatementInput, 'number'> = {
    asOf: today,
    borrowerName: borrowerNameOf(loan),
    institutionName: loan.institutionName ?? '',
    lenderName: lenderName(config.lenderProfiles, row.lenderId),
    proposalNumber: offer.proposalNumber,
    accountNumber: row.accountNumber,
    ...(await identityOf(db, loanId)),
    sanctionedAmount: account.terms.sanctionedAmount,
    disbursedOn: row.disbursedOn,
    outstanding: outstandingPrincipal(account, today),
    received: receivedOf(account),
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
