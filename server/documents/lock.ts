/** Checks that a loan's documents may be changed now. */
import { documentAccess, lockOf, reviewable } from '../../domain/access.ts';
import type { DocumentType } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { queriesOf } from '../loans/read.ts';
import { refuseLocked } from '../loans/refusals.ts';
import { loanClosed } from '../loans/row.ts';
import type { LoanRow } from '../tokens.ts';
import { documentOf } from './read.ts';

/** @throws Problem 409 where none of the loan's documents can be changed, whatever a reviewer has flagged */
export async function requireUploadsAllowed(db: Database, { id, status }: LoanRow): Promise<void> {
  const { mode } = lockOf({ status, queries: await queriesOf(db, id) });
  if (mode === 'locked' && !reviewable.includes(status)) throw loanClosed(status);
}

/** @throws Problem 409 where the loan is closed, 422 where query mode keeps the document locked */
export async function requireDocumentEditable(
  tx: Database,
  { id, status }: LoanRow,
  type: DocumentType,
): Promise<void> {
  const loan = { status, queries: await queriesOf(tx, id) };
  if (documentAccess(loan, await documentOf(tx, id, type)) !== 'locked') return;
  if (lockOf(loan).mode === 'locked') throw loanClosed(status);
  refuseLocked([`documents.${type}`]);
}
