/** Reads the required and existing documents of a loan, with addresses that open them. */
import { eq } from 'drizzle-orm';
import { documentTypes, needOf } from '../../domain/loan/documents.ts';
import { limits } from '../../domain/values/limits.ts';
import type { DocumentType, Loan, LoanDocument, ReviewedDocument } from '../../domain/values/wire.ts';
import type { Objects } from '../adapters/objects.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { readLoan } from '../loans/read.ts';
import { notFound } from '../http/problem.ts';
import {
  contentOnWire,
  type LoanContent,
  readContents,
  readCurrentContents,
} from '../loans/document-contents.ts';

/** Returns the documents that a loan needs or has, in the order in which they are asked for. */
export async function documentsOf(db: Database, loanId: string): Promise<LoanDocument[]> {
  const { loan, contents } = await read(db, loanId);
  return documentTypes
    .map((type) => onWire(loan, type, contents))
    .filter(({ need, content }) => need !== 'not_needed' || content !== null);
}

/** Returns a document, needed or not. */
export async function readDocument(db: Database, loanId: string, type: DocumentType): Promise<LoanDocument> {
  const { loan, contents } = await read(db, loanId);
  return onWire(loan, type, contents);
}

/**
 * Returns the documents that a loan needs, has or had, for a reviewer: the current contents and those of earlier
 * submissions, in the order in which they are asked for.
 */
export async function reviewedDocumentsOf(db: Database, loan: Loan): Promise<ReviewedDocument[]> {
  const contents = await readContents(db, loan.loan_id);
  return documentTypes
    .map((type) => ({ type, contents: contents.filter((one) => one.type === type).map(contentOnWire) }))
    .filter(({ type, contents: all }) => all.length > 0 || needOf(type, loan) !== 'not_needed');
}

async function read(db: Database, loanId: string): Promise<{ loan: Loan; contents: LoanContent[] }> {
  const [row] = await db.select().from(loans).where(eq(loans.id, loanId));
  if (!row) throw notFound();
  return { loan: await readLoan(db, row), contents: await readCurrentContents(db, loanId) };
}

function onWire(loan: Loan, type: DocumentType, contents: LoanContent[]): LoanDocument {
  const content = contents.find((one) => one.type === type);
  return { type, need: needOf(type, loan), content: content ? contentOnWire(content) : null };
}

/**
 * An address that shows a content for `limits.storage.signedUrlSeconds`, without further credentials.
 * @throws Problem 404 where the content is not stored
 */
export async function signedAddressOf(
  objects: Objects,
  { key, type, content_type: contentType }: LoanContent,
  fileName: string = type,
): Promise<{ address: string; expires_at: string }> {
  if (!(await objects.head(key))) throw notFound('There is no such content');
  const { address, expiresAt } = await objects.addressOf({
    key,
    contentType,
    fileName: `${fileName}.${extensions[contentType] ?? 'bin'}`,
    expiresIn: limits.storage.signedUrlSeconds,
  });
  return { address, expires_at: expiresAt.toISOString() };
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};
