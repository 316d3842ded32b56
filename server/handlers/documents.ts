/** The documents of a loan: what it needs, what it has, and how it gets them. */
import { and, eq } from 'drizzle-orm';
import { isContentViewable, requestedDocumentsFor } from '../../domain/loan/documents.ts';
import { limits } from '../../domain/values/limits.ts';
import { transaction } from '../db/open.ts';
import { documents } from '../db/schema/documents.ts';
import { addDocument, removeDocument } from '../documents/add.ts';
import { readCurrentContents } from '../loans/document-contents.ts';
import { uploadsPrefix } from '../loans/document-keys.ts';
import { requireDocumentEditable, requireUploadsAllowed } from '../documents/lock.ts';
import { documentsOf, signedAddressOf } from '../documents/read.ts';
import type { Handlers } from '../api/handler.ts';
import { readLoan } from '../loans/read.ts';
import { changeLoan, withAbandonedPushEnded, lockLoan } from '../loans/row.ts';
import { notFound, Problem, shapeError, wrongShape, refusal } from '../http/problem.ts';
import { studentHandlers } from './students.ts';

export const documentHandlers = {
  async issueStorageCredentials({ path: { id } }, { db, clock, loan, adapters: { objects } }) {
    requireUploadsAllowed(await withAbandonedPushEnded(db, loan, clock.now()));
    const uploads = await objects.list(uploadsPrefix(id));
    const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
    if (bytes > limits.uploadsMaxBytes)
      throw refusal(409, 'refusal.uploadsFull', 'Too much was uploaded and not added to the application');
    return objects.credentialsFor(id);
  },

  listDocuments: async ({ path: { id } }, { db }) => documentsOf(db, id),

  addDocument: async ({ body }, context) => addDocument(context, body),

  async addressOfDocument({ path: { id, document_type: type } }, { db, adapters: { objects } }) {
    const content = (await readCurrentContents(db, id)).find((one) => one.type === type);
    if (!content) throw notFound('The loan has no such document');
    if (!isContentViewable(content)) throw notFound('The scan has not let the document pass');
    return signedAddressOf(objects, content);
  },

  removeDocument: async ({ path: { id, document_type: type } }, context) => removeDocument(context, id, type),

  listDocumentsByReason: async ({ path: { reason } }) => requestedDocumentsFor(reason),

  readLenderLoan: async ({ path, ...request }, context) =>
    studentHandlers.getLoan({ path, ...request }, context),

  async saveFeeReceipt({ path: { id }, body }, { db, clock }) {
    const now = clock.now();
    if (body.loan_id !== id) throw wrongShape('loan_id', 'is not the loan of this address');
    return transaction(db, async (tx) => {
      const loan = await lockLoan(tx, id, now);
      await requireDocumentEditable(tx, loan, 'fee_receipt');
      const [receipt] = await tx
        .select({ key: documents.key })
        .from(documents)
        .where(and(eq(documents.loanId, id), eq(documents.type, 'fee_receipt')));
      if (receipt?.key !== body.fee_receipt) {
        throw new Problem(400, 'There is no such receipt', [shapeError('fee_receipt', 'was not added')]);
      }
      return readLoan(tx, await changeLoan(tx, loan, { feeReceipt: receipt.key }, now));
    });
  },
} satisfies Partial<Handlers>;
