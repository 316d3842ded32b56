/** What is asked of a document before a loan gets it: that it is what the client says, and that it can be read. */
import { createHash } from 'node:crypto';
import { isLocked, kindOf, mayTravel, mediaTypes } from '../../domain/content.ts';
import { maxBytesOf, proofsOf, takesPassword } from '../../domain/documents.ts';
import type { DocumentType } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Objects, StoredObject } from '../adapters/objects.ts';
import { wrongShape } from '../problem.ts';
import { isUploadKey } from './object-keys.ts';
import { checkPdfPassword } from './pdf-password.ts';
import { documentProblem } from './refusals.ts';

export type AddDocument = components['schemas']['AddDocument'];

export type CheckedUpload = {
  /** What was looked at: nobody swaps these any more, as they might what lies in the store. */
  bytes: Uint8Array;
  contentType: string;
  /** What opens it; null where nothing is needed. */
  password: string | null;
};

/** What the request alone tells. @throws Problem 400 */
export function refuseUnmeant({ loan_id: loanId, type, key, proof, password }: AddDocument): void {
  if (!isUploadKey(key, loanId, type)) throw wrongShape('key', 'is no key of an upload for this document');
  const proofs = proofsOf(type);
  if (proofs.length > 0 && proof === undefined) throw documentProblem('proofMissing');
  if (proof !== undefined && !proofs.includes(proof)) throw wrongShape('proof', 'is none for this document');
  if (password !== undefined && !takesPassword(type))
    throw wrongShape('password', 'is not taken for this document');
}

/**
 * Holds what lies in the store against what the client says of it and what a document must be.
 * @throws Problem 400, 413 or 415
 */
export async function checkUpload(
  objects: Objects,
  stored: StoredObject,
  sent: AddDocument,
): Promise<CheckedUpload> {
  const mostBytes = maxBytesOf(sent.type);
  if (stored.size === 0) throw documentProblem('empty');
  if (stored.size > mostBytes) throw documentProblem('tooLarge', { megabytes: mostBytes / (1024 * 1024) });
  if (stored.size !== sent.size) throw documentProblem('incomplete');
  const bytes = await readWhole(objects, stored);
  if (createHash('sha256').update(bytes).digest('hex') !== sent.e_tag) throw documentProblem('changed');
  const kind = kindOf(bytes);
  if (!mayTravel(kind)) throw documentProblem('otherKind');
  const password = kind === 'pdf' ? passwordOf(bytes, sent.type, sent.password) : null;
  return { bytes, contentType: mediaTypes[kind], password };
}

/** @throws Problem 400 where it has gone meanwhile */
async function readWhole(objects: Objects, { key, eTag }: StoredObject): Promise<Buffer> {
  const source = await objects.read(key, eTag);
  if (!source) throw documentProblem('missing');
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * What a PDF is opened with, null where it opens for everybody.
 * @throws Problem 400 where it does not open, or would and must not be locked
 */
function passwordOf(pdf: Uint8Array, type: DocumentType, password = ''): string | null {
  if (!isLocked(pdf) || ['open', 'notLocked'].includes(checkPdfPassword(pdf, ''))) return null;
  if (!takesPassword(type)) throw documentProblem('locked');
  if (password === '') throw documentProblem('passwordMissing');
  // One that cannot be told is the reviewer's to try.
  if (checkPdfPassword(pdf, password) === 'wrong') throw documentProblem('passwordWrong');
  return password;
}
