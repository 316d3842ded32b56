/** The statement of account of a loan: its instalments and what of them is paid on the day on which it is asked for. */
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { StatementInput } from '../../domain/servicing/statement.ts';
import type { Language, IssuedDocument } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { issuedDocuments } from '../db/schema/servicing.ts';
import { renderStatement } from '../issued-documents/render.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { findLoanRow } from '../loans/row.ts';
import {
  documentOnWire,
  type IssuedDocumentRow,
  nextDocumentNumber,
  storeDocument,
} from './issued-documents.ts';
import { borrowerNameOf } from './borrower.ts';
import { identityOf } from './key-facts.ts';
import { outstandingPrincipal, readAccount } from './ledger.ts';
import { findServicing } from './lender-loans.ts';
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
  const { ledger, terms } = account;
  const content: Omit<StatementInput, 'number'> = {
    asOf: todayInIndia(now),
    borrowerName: borrowerNameOf(loan),
    institutionName: loan.institutionName ?? '',
    lenderName: lenderName(config.lenderProfiles, row.lenderId),
    proposalNumber: offer.proposalNumber,
    accountNumber: row.accountNumber,
    ...(await identityOf(db, loanId)),
    sanctionedAmount: terms.sanctionedAmount,
    disbursedOn: row.disbursedOn,
    outstanding: outstandingPrincipal(account, todayInIndia(now)),
    received: ledger.received,
    credit: ledger.credit,
    invoices: ledger.invoices,
  };
  for (;;) {
    const latest = await latestStatement(db, row, language);
    if (latest && isDeepStrictEqual(latest.input, { ...content, number: latest.number }))
      return documentOnWire(latest);
    const number = await nextDocumentNumber(db, offer, 'statement');
    const input: StatementInput = { number, ...content };
    const stored = await storeDocument(needs, {
      ...{ loanId, lenderId: row.lenderId, offerId: offer.id, kind: 'statement', language, number, input },
      render: () => renderStatement(input, language),
    });
    // Otherwise another call has taken the number meanwhile.
    if (stored) return documentOnWire(stored);
  }
}

async function latestStatement(
  db: Database,
  { loanId, lenderId }: LenderLoanKey,
  language: Language,
): Promise<IssuedDocumentRow | undefined> {
  const [row] = await db
    .select()
    .from(issuedDocuments)
    .where(
      and(
        ofLenderLoan(issuedDocuments, { loanId, lenderId }),
        eq(issuedDocuments.kind, 'statement'),
        eq(issuedDocuments.language, language),
      ),
    )
    .orderBy(desc(issuedDocuments.createdAt))
    .limit(1);
  return row;
}
