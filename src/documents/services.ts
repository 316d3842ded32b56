/** The services of the document screens; implemented by the composition root. */
import { use } from 'react';
import type { AddressProof, DocumentType } from '../../domain/values/wire.ts';
import type { PrepareResult, PrepareInput, SendInput, SendResult, Upload } from '../../machines/document.ts';
import type { Call } from '../api/call.ts';
import type { fetchBlob } from '../api/fetch-blob.ts';
import type { RunningDocuments } from './running-document.ts';
import { requiredContext } from '../hooks/required-context.ts';

export interface PendingUpload {
  document: DocumentType;
  upload: Upload;
  proof: AddressProof | null;
}

/** The services that documents use; none of them throws or rejects. */
export interface DocumentServices {
  /** The documents that a screen shows or that are still being sent, by loan and type. */
  running: RunningDocuments;
  /** An operation of the API, by its operationId. */
  call: Call;
  fetchBlob: typeof fetchBlob;
  prepare(input: PrepareInput): Promise<PrepareResult>;
  send(input: SendInput): Promise<SendResult>;
  /** Returns the unfinished uploads that are stored on this device. */
  pendingUploadsOf(loanId: string): Promise<PendingUpload[]>;
  removePendingUpload(loanId: string, document: DocumentType): void;
}

/** Loads the services' chunk; the same promise at each call. Rejects if the chunk cannot be fetched. */
export type LoadDocumentServices = () => Promise<DocumentServices>;

const [DocumentServicesProvider, useLoad] = requiredContext<LoadDocumentServices>('DocumentServicesProvider');

export { DocumentServicesProvider };

/** Suspends until the services are loaded. */
export function useDocumentServices(): DocumentServices {
  return use(useLoad()());
}
