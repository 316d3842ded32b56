/** Computes the documents that are still asked for (decision 113). */
import { missingDocuments } from '../../domain/loan/documents.ts';
import { takesDocuments } from '../../domain/loan/status.ts';
import type { Database } from '../db/open.ts';
import { acceptedContents } from './document-contents.ts';
import { readLoan } from './read.ts';
import type { LoanRow } from './tokens.ts';

/** Counts the required documents that the loan does not have; 0 where it takes none any more. */
export async function countMissingDocuments(db: Database, row: LoanRow): Promise<number> {
  const loan = await readLoan(db, row);
  if (!takesDocuments(loan)) return 0;
  return missingDocuments(Object.keys(await acceptedContents(db, row.id)), loan).length;
}
