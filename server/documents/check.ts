/** The checks of an uploaded document before it is added to a loan: its size, hash, kind and password. */
import { createHash } from 'node:crypto';
import { isEncryptedPdf, detectFileKind, isAcceptedKind, mediaTypes } from '../../domain/values/content.ts';
import { maxBytesOf, proofsOf, takesPassword } from '../../domain/loan/documents.ts';
import type { DocumentType, AddDocument } from '../../domain/values/wire.ts';
import type { Objects, StoredObject } from '../adapters/objects.ts';
import { wrongShape } from '../http/problem.ts';
import { isUploadKey } from '../loans/document-keys.ts';
import { checkPdfPassword } from './pdf-password.ts';
import { documentProblem } from './refusals.ts';

export type AddDocumentBody = AddDocument;

export type CheckedUpload = {
  /** The bytes that were checked; the upload itself can still be overwritten by the client. */
  bytes: Uint8Array;
  contentType: string;
  /** The password of a locked PDF; null where none is needed. */
  password: string | null;
};

/** Checks that need the request alone. @throws Problem 400 */
export function validateRequest({ loan_id: loanId, type, key, proof, password }: AddDocumentBody): void {
  if (!isUploadKey(key, loanId, type)) throw wrongShape('key', 'is no key of an upload for this document');
  const proofs = proofsOf(type);
  if (proofs.length > 0 && proof === undefined) throw documentProblem('proofMissing');
  if (proof !== undefined && !proofs.includes(proof)) throw wrongShape('proof', 'is none for this document');
  if (password !== undefined && !takesPassword(type))
    throw wrongShape('password', 'is not taken for this document');
}

/**
 * Compares the uploaded object with the request and with the rules of the document type.
 * @throws Problem 400, 413 or 415
 */
export async function checkUpload(
  objects: Objects,
  stored: StoredObject,
  sent: AddDocumentBody,
): Promise<CheckedUpload> {
  const mostBytes = maxBytesOf(sent.type);
  if (stored.size === 0) throw documentProblem('empty');
  if (stored.size > mostBytes) throw documentProblem('tooLarge', { megabytes: mostBytes / (1024 * 1024) });
  if (stored.size !== sent.size) throw documentProblem('incomplete');
  const { bytes, sha256 } = await readWhole(objects, stored);
  if (sha256 !== sent.e_tag) throw documentProblem('changed');
  const kind = detectFileKind(bytes);
  if (!isAcceptedKind(kind)) throw documentProblem('otherKind');
  const password = kind === 'pdf' ? await passwordOf(bytes, sent.type, sent.password) : null;
  return { bytes, contentType: mediaTypes[kind], password };
}

/**
 * The bytes and their hash in hex, which is computed chunk by chunk so that no other call waits for it.
 * @throws Problem 400 where the upload was deleted or overwritten meanwhile
 */
async function readWhole(objects: Objects, { key, eTag }: StoredObject) {
  const source = await objects.read(key, eTag);
  if (!source) throw documentProblem('missing');
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  for await (const chunk of source) {
    chunks.push(chunk);
    hash.update(chunk);
  }
  return { bytes: Buffer.concat(chunks), sha256: hash.digest('hex') };
}

/**
 * The password that a PDF needs; null where it opens without one.
 * @throws Problem 400 where it does not open, or would and must not be locked
 */
async function passwordOf(pdf: Uint8Array, type: DocumentType, password = ''): Promise<string | null> {
  if (!isEncryptedPdf(pdf)) return null;
  const answer = await checkPdfPassword(pdf, password);
  if (answer === 'openToAll') return null;
  if (!takesPassword(type)) throw documentProblem('locked');
  if (password === '') throw documentProblem('passwordMissing');
  // 'unknown': the encryption is not supported, so the reviewer's own viewer decides.
  if (answer === 'wrong') throw documentProblem('passwordWrong');
  return password;
}
