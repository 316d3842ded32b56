/** What a loan needs and has, and addresses that open it. */
import { eq } from 'drizzle-orm';
import { documentTypes, needOf } from '../../domain/documents.ts';
import { limits } from '../../domain/limits.ts';
import type { DocumentType, Loan, LoanDocument } from '../../domain/wire.ts';
import type { Objects } from '../adapters/objects.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema.ts';
import { readLoan } from '../loans/read.ts';
import { notFound } from '../problem.ts';
import type { StoredContent } from './contents.ts';
import { contentKey } from './object-keys.ts';
import { contentOnWire, type ContentHistory, readContentHistory } from './content-history.ts';

/** Every document that a loan needs or has, in the order in which they are asked for. */
export async function documentsOf(db: Database, loanId: string): Promise<LoanDocument[]> {
  const { loan, contents } = await read(db, loanId);
  return documentTypes
    .map((type) => onWire(loan, type, contents))
    .filter(({ need, content }) => need !== 'not_needed' || content !== null);
}

/** One of them, needed or not. */
export async function documentOf(db: Database, loanId: string, type: DocumentType): Promise<LoanDocument> {
  const { loan, contents } = await read(db, loanId);
  return onWire(loan, type, contents);
}

async function read(db: Database, loanId: string): Promise<{ loan: Loan; contents: ContentHistory }> {
  const [row] = await db.select().from(loans).where(eq(loans.id, loanId));
  if (!row) throw notFound();
  return { loan: await readLoan(db, row), contents: await readContentHistory(db, loanId) };
}

function onWire(loan: Loan, type: DocumentType, contents: ContentHistory): LoanDocument {
  const content = contents.current(type);
  return {
    type,
    need: needOf(type, loan),
    content: content ? contentOnWire(loan.loan_id, type, content) : null,
  };
}

type Shown = { loanId: string; type: string; content: StoredContent; fileName?: string };

/**
 * An address that shows a content for `limits.storage.signedUrlSeconds`, to whoever has it.
 * @throws Problem 404 where the content is not stored
 */
export async function signedAddressOf(
  objects: Objects,
  { loanId, type, content, fileName = type }: Shown,
): Promise<{ address: string; expires_at: string }> {
  const key = contentKey({ loanId, type, etag: content.e_tag });
  if (!(await objects.head(key))) throw notFound('There is no such content');
  const { address, expiresAt } = await objects.addressOf({
    key,
    contentType: content.content_type,
    fileName: `${fileName}.${extensionOf(content.content_type)}`,
    expiresIn: limits.storage.signedUrlSeconds,
  });
  return { address, expires_at: expiresAt.toISOString() };
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

const extensionOf = (contentType: string): string => extensions[contentType] ?? 'bin';
