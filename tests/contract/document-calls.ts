/** Calls about a loan's documents, and what the database and the store have of them. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { DocumentContent, DocumentType, LoanDocument } from '../../domain/values/wire.ts';
import { documents } from '../../server/db/schema/documents.ts';
import { loans } from '../../server/db/schema/loans.ts';
import type { TestContext } from './both-databases.ts';
import type { Answer } from './calls.ts';
import type { CreatedLoan } from './fixtures.ts';
import { deleteUnreferenced, upload } from './uploads.ts';

type Given200 = LoanDocument & { content: DocumentContent };

/** Returns the document calls that the tests of a file share; it is called at the top of the file. */
export function documentCalls(given: TestContext) {
  const give = (
    loan: CreatedLoan,
    content: Uint8Array,
    type: DocumentType = 'pan_photo',
    more: object = {},
  ): Promise<Answer> => upload(given.app, loan, content, type, more);

  /** Returns the result of a successful answer. */
  const given200 = async (answer: Promise<Answer>): Promise<Given200> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body.result;
  };

  const call = (
    operation: 'addressOfDocument' | 'removeDocument',
    loan: CreatedLoan,
    type: DocumentType = 'pan_photo',
  ): Promise<Answer> =>
    given.app.call(operation, { path: { id: loan.id, document_type: type }, token: loan.token });

  const listed = async ({ id, token }: CreatedLoan): Promise<LoanDocument[]> =>
    (await given.app.call('listDocuments', { path: { id }, token })).body.result;

  const rowsOf = ({ id }: CreatedLoan) =>
    given.app.db.select().from(documents).where(eq(documents.loanId, id));

  const versionOf = async ({ id }: CreatedLoan) =>
    (await given.app.db.select({ version: loans.version }).from(loans).where(eq(loans.id, id)))[0]?.version;

  /** The keys of the loan's objects: what was uploaded, or what is kept. */
  const keysOf = async (root: 'private' | 'documents', { id }: CreatedLoan): Promise<string[]> =>
    (await given.app.services.adapters.objects.list(`${root}/${id}/`)).map(({ key }) => key).sort();

  /** The keys of what is kept, once the cleanup has deleted what nothing refers to. */
  const storedContentOf = async (loan: CreatedLoan): Promise<string[]> => {
    await deleteUnreferenced(given.app);
    return keysOf('documents', loan);
  };

  return { give, given200, call, listed, rowsOf, versionOf, keysOf, storedContentOf };
}
