/** Document operations that take more than one API call. */
import type { Outcome } from '../../domain/values/outcome.ts';
import type { LoanDocument } from '../../domain/values/wire.ts';
import type { LoanDocuments } from '../../machines/checklist.ts';
import type { DocumentChange, AddInput, RemoveInput } from '../../machines/document.ts';
import type { Call } from '../api/call.ts';

/** Adds to the loan what is in the object store. A receipt is the loan's only once it is saved there. */
export async function addDocument(
  call: Call,
  { loanId, document, proof, upload, password }: AddInput,
  signal: AbortSignal,
): Promise<Outcome<DocumentChange>> {
  const { key, blob } = upload;
  const body = {
    loan_id: loanId,
    type: document,
    key: `private/${loanId}/${key}`,
    size: blob.size,
    e_tag: await sha256(blob),
    ...(proof && { proof }),
    ...(password !== '' && { password }),
  };
  const added = await call('addDocument', { body }, { signal });
  if (added.kind !== 'ok' || document !== 'fee_receipt') return withLoan(added, null);
  const receipt = { loan_id: loanId, fee_receipt: added.value.content?.key ?? '' };
  const savedReceipt = await call('saveFeeReceipt', { path: { id: loanId }, body: receipt }, { signal });
  return savedReceipt.kind === 'ok' ? withLoan(added, savedReceipt.value) : savedReceipt;
}

export async function removeDocument(
  call: Call,
  { loanId, document }: RemoveInput,
  signal: AbortSignal,
): Promise<Outcome<DocumentChange>> {
  const path = { id: loanId, document_type: document };
  const removed = await call('removeDocument', { path }, { signal });
  if (removed.kind !== 'ok' || document !== 'fee_receipt') return withLoan(removed, null);
  const loan = await call('getLoan', { path: { id: loanId } }, { signal });
  return loan.kind === 'ok' ? withLoan(removed, loan.value) : loan;
}

export async function readLoanDocuments(
  call: Call,
  { loanId }: { loanId: string },
  signal: AbortSignal,
): Promise<Outcome<LoanDocuments>> {
  const path = { id: loanId };
  const [loan, documents] = await Promise.all([
    call('getLoan', { path }, { signal }),
    call('listDocuments', { path }, { signal }),
  ]);
  if (loan.kind !== 'ok') return loan;
  if (documents.kind !== 'ok') return documents;
  return { kind: 'ok', value: { loan: loan.value, documents: documents.value } };
}

const withLoan = (outcome: Outcome<LoanDocument>, loan: DocumentChange['loan']): Outcome<DocumentChange> =>
  outcome.kind === 'ok' ? { kind: 'ok', value: { document: outcome.value, loan } } : outcome;

/** Returns the hash in hexadecimal. */
async function sha256(blob: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
