/** Documents as an applicant's client brings them: put into the loan's own part of the store, then given to the loan. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DocumentType, AddDocument } from '../../domain/values/wire.ts';
import { deleteUnreferencedContents } from '../../server/documents/delete-contents.ts';
import type { App } from './app.ts';
import type { Answer, Callable } from './calls.ts';
import { application, type CreatedLoan, saveApplication, withStudent } from './fixtures.ts';

const heads = {
  pdf: '%PDF-1.4\n',
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff',
  text: '<script>',
};

/** A content of a kind, told from others by its bytes. */
export const contentOf = (kind: keyof typeof heads, bytes: readonly number[] = []): Buffer =>
  Buffer.concat([Buffer.from(heads[kind], 'latin1'), Buffer.from(bytes)]);

/** Returns a file of the server's own fixtures. */
export const pdf = (name: string): Buffer =>
  readFileSync(new URL(`../../server/documents/fixtures/${name}.pdf`, import.meta.url));

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export const uploadKey = (loanId: string, type: DocumentType): string =>
  `private/${loanId}/${type}/${randomUUID()}`;

/** Returns the body that describes an uploaded content. */
export const addDocumentBody = (loanId: string, type: DocumentType, content: Uint8Array): AddDocument => ({
  loan_id: loanId,
  type,
  key: uploadKey(loanId, type),
  size: content.length,
  e_tag: sha256(content),
});

/** Puts a content into the store, by the store itself. @returns what is to be said of it */
export async function put(
  { services: { adapters } }: Pick<App, 'services'>,
  { id }: Pick<CreatedLoan, 'id'>,
  content: Uint8Array,
  type: DocumentType = 'fee_receipt',
): Promise<AddDocument> {
  const sent = addDocumentBody(id, type, content);
  await adapters.objects.put(sent.key, content, 'application/octet-stream');
  return sent;
}

export const add = (app: Callable, { token }: Pick<CreatedLoan, 'token'>, sent: object): Promise<Answer> =>
  app.call('addDocument', { token, body: sent });

/** @param more said besides */
export async function upload(
  app: App,
  loan: CreatedLoan,
  content: Uint8Array,
  type: DocumentType = 'fee_receipt',
  more: Partial<AddDocument> = {},
): Promise<Answer> {
  return add(app, loan, { ...(await put(app, loan, content, type)), ...more });
}

/** An application that was submitted with a bank statement whose password is 'user'. */
export async function submittedWithLockedStatement(
  app: App,
): Promise<{ loan: CreatedLoan; path: { id: string; document_type: DocumentType; e_tag: string } }> {
  const loan = await withStudent(app);
  const content = pdf('aes-256');
  const type = 'bank_statement_3_months';
  const { status } = await upload(app, loan, content, type, { password: 'user' });
  if (status !== 200) throw new Error(`The statement was refused: ${status}`);
  await saveApplication(app, loan, application());
  return { loan, path: { id: loan.id, document_type: type, e_tag: sha256(content) } };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the contents that nothing refers to, as the cleanup does when their days have passed. */
export async function deleteUnreferenced({ services }: Pick<App, 'services'>): Promise<void> {
  const now = services.clock.now().getTime();
  for (const days of [0, services.config.contentRetention.days + 1]) {
    const clock = { now: () => new Date(now + days * dayMs) };
    await deleteUnreferencedContents({ ...services, clock });
  }
}
