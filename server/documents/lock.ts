/** Checks that a loan's documents may be changed now. */
import { documentAccess, lockOf } from '../../domain/loan/access.ts';
import { takesDocuments } from '../../domain/loan/status.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { queriesOf, reopenedBy } from '../loans/read.ts';
import { refuseLocked } from '../loans/refusals.ts';
import { loanClosed } from '../loans/row.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { readDocument } from './read.ts';
import { documentProblem } from './refusals.ts';

/** @throws Problem 409 where the loan takes no documents any more */
export function requireUploadsAllowed(row: LoanRow): void {
  if (!takesDocuments(documentLoan(row))) throw documentProblem('closed');
}

/** @throws Problem 409 where the loan is closed, 422 where query mode keeps the document locked */
export async function requireDocumentEditable(tx: Database, row: LoanRow, type: DocumentType): Promise<void> {
  const queries = await queriesOf(tx, row.id);
  const loan = { ...documentLoan(row), queries, ...(await reopenedBy(tx, row)) };
  if (documentAccess(loan, await readDocument(tx, row.id, type)) !== 'locked') return;
  if (lockOf(loan).mode === 'locked') throw loanClosed(row.status);
  refuseLocked([`documents.${type}`]);
}

/** A loan's row, as `takesDocuments` asks about it. */
export const documentLoan = ({ status, loanDetails }: Pick<LoanRow, 'status' | 'loanDetails'>) => ({
  status,
  loan_details: { disbursed_amount: (loanDetails.disbursed_amount as number | undefined) ?? null },
});
