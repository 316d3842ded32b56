/** The operations of an application's documents. */
import { expect } from 'vitest';
import type { DocumentContent } from '../../../domain/values/wire.ts';
import type { OperationId } from '../../../server/contract/contract.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { type CreatedLoan, push, submitted, withStudent } from '../fixtures.ts';
import { addDocumentBody, contentOf, put, upload } from '../uploads.ts';
import { type Case, opened, plain, someLoan, stranger } from './case.ts';

export const documentCases = {
  issueStorageCredentials: {
    good: async (app) => opened(await someLoan(app)),
    bad: {
      'a stranger': async () => [stranger, 404],
      'an application that the lender has rejected': async (app) => {
        const loan = await submitted(app, '0002');
        await push(app, loan);
        return [opened(loan), 409];
      },
    },
  },
  listDocuments: {
    good: async (app) => opened(await someLoan(app)),
    bad: { 'a stranger': async () => [stranger, 404] },
  },
  addDocument: {
    good: async (app) => added(app, contentOf('png')),
    bad: {
      'what is not in the store': async (app) => {
        const { id, token } = await someLoan(app);
        return [{ token, body: addDocumentBody(id, 'fee_receipt', contentOf('png', [1])) }, 400];
      },
      'a type that there is not': async (app) => [await added(app, contentOf('png'), { type: 'photo' }), 400],
      'no hash': async (app) => [await added(app, contentOf('png'), { e_tag: 'x' }), 400],
      'an unknown field': async (app) => [await added(app, contentOf('png'), { name: 'receipt.png' }), 400],
      'too long a password': async (app) => [
        await added(app, contentOf('png'), { password: 'x'.repeat(201) }),
        400,
      ],
      'a text': async (app) => [await added(app, contentOf('text')), 415],
      'more than 5242880 bytes': async (app) => [await added(app, Buffer.alloc(5_242_881)), 413],
      'another kind of body': async (app) => [
        {
          ...(await added(app, contentOf('png'))),
          body: 'key=x',
          headers: { 'content-type': 'text/plain' },
        },
        415,
      ],
      'a megabyte and more': async (app) => [
        { ...(await added(app, contentOf('png'))), body: JSON.stringify({ key: 'x'.repeat(1_048_577) }) },
        413,
      ],
      "a stranger's loan": async (app) => [
        { ...(await added(app, contentOf('png'))), token: stranger.token ?? '' },
        404,
      ],
    },
  },
  addressOfDocument: {
    good: async (app) => document(await withReceipt(app)),
    bad: {
      'a document that the loan has not': async (app) => [document(await withStudent(app)), 404],
      'a type that there is not': async (app) => [document(await someLoan(app), 'photo'), 400],
    },
  },
  removeDocument: {
    good: async (app) => document(await withReceipt(app)),
    bad: {
      'a stranger': async () => [{ ...stranger, ...document({ id: 'x', token: 'none' }) }, 404],
      'a type that there is not': async (app) => [document(await someLoan(app), 'photo'), 400],
    },
  },
  listDocumentsByReason: plain(
    { path: { reason: 'income' } },
    { 'a reason that there is not': [{ path: { reason: 'curiosity' } }, 400] },
  ),
  saveFeeReceipt: {
    good: async (app) => {
      const loan = await withReceipt(app);
      return { ...opened(loan), body: { loan_id: loan.id, fee_receipt: loan.receipt.key } };
    },
    bad: {
      'a key that nobody added': async (app) => {
        const loan = await someLoan(app);
        return [{ ...opened(loan), body: { loan_id: loan.id, fee_receipt: 'other/fee_receipt' } }, 400];
      },
    },
  },
} satisfies Partial<Record<OperationId, Case>>;

const document = ({ id, token }: CreatedLoan, type = 'fee_receipt'): Call => ({
  path: { id, document_type: type },
  token,
});

/** A call that adds a fee receipt that was put. @param changes what is said otherwise of it */
async function added(app: App, content: Uint8Array, changes: object = {}): Promise<Call> {
  const loan = await someLoan(app);
  return { token: loan.token, body: { ...(await put(app, loan, content)), ...changes } };
}

type WithReceipt = CreatedLoan & { receipt: DocumentContent };

export async function withReceipt(app: App, loan?: CreatedLoan): Promise<WithReceipt> {
  const { id, token } = loan ?? (await someLoan(app));
  const { status, body } = await upload(app, { id, token }, contentOf('png'));
  expect(status, JSON.stringify(body)).toBe(200);
  return { id, token, receipt: body.result.content };
}
