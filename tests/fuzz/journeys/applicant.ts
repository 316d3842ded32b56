/** An applicant of the embedded flow repeats steps: adds a document again, and comes back to a loan. */
import { randomUUID } from 'node:crypto';
import { contentKey } from '../../../server/loans/document-keys.ts';
import { callHeaders } from '../../../server/testing/services.ts';
import { addedDocument } from '../fixtures.ts';
import { person } from '../../support/form-values.ts';
import { type Journey, nextPassword } from './caller.ts';

/** The upload of a document is repeated by a page that has lost the answer. */
export const addDocuments: Journey = async ({ prepared }, call) => {
  const loan = prepared.find(({ saved, documents }) => !saved && documents);
  if (!loan) throw new Error('No draft is prepared');
  const headers = callHeaders(loan.token);
  for (const document of loan.documents ?? []) {
    await call('addDocument', { headers, body: addedDocument(loan, document, randomUUID()) });
    if (document.type !== 'fee_receipt') continue;
    const fee_receipt = contentKey({ loanId: loan.id, type: document.type, etag: document.eTag });
    await call('saveFeeReceipt', { path: { id: loan.id }, headers, body: { loan_id: loan.id, fee_receipt } });
  }
};

const returningMobile = '9840065555';

/** Returns to a loan by the password that is sent to the number, with a draft left from before. */
export const comeBack: Journey = async ({ url }, call) => {
  const { loan_id: id, access_token: token } = await call<{ loan_id: string; access_token: string }>(
    'createLoan',
    { headers: callHeaders(), body: { ...person, phone: returningMobile } },
  );
  await call('keepDraft', {
    path: { id, step: 'students' },
    headers: { ...callHeaders(token), 'if-match': '0' },
    body: { body: { student_name: 'K' } },
  });
  await call('requestReentry', { path: { id }, headers: callHeaders() });
  const otp = await nextPassword(url, returningMobile);
  await call('reenterLoan', { path: { id }, headers: callHeaders(), body: { otp } });
};
