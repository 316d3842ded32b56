/** What the screens of documents may ask for: the composition root implements it, a test may give another. */
import { createContext, use, useContext } from 'react';
import type { AddressProof, DocumentType } from '../../domain/wire.ts';
import type { PrepareResult, PrepareInput, SendInput, SendResult, Upload } from '../../machines/document.ts';
import type { Call } from '../api/call.ts';
import type { fetchBlob } from '../api/fetch-blob.ts';

export interface PendingUpload {
  document: DocumentType;
  upload: Upload;
  proof: AddressProof | null;
}

/** Nothing here throws. */
export interface DocumentServices {
  /** An operation of the API, by its operationId. */
  call: Call;
  fetchBlob: typeof fetchBlob;
  prepare(input: PrepareInput): Promise<PrepareResult>;
  send(input: SendInput): Promise<SendResult>;
  /** What an earlier page did not get to send, as far as this phone keeps it. */
  pendingUploadsOf(loanId: string): Promise<PendingUpload[]>;
  removePendingUpload(loanId: string, document: DocumentType): void;
}

/** One promise a page, of code that has to be fetched first; it rejects where that does not come. */
export type LoadDocumentServices = () => Promise<DocumentServices>;

const DocumentsContext = createContext<LoadDocumentServices | null>(null);

export const DocumentServicesProvider = DocumentsContext.Provider;

/** Suspends until the services are loaded. */
export function useDocumentServices(): DocumentServices {
  const open = useContext(DocumentsContext);
  if (!open) throw new Error('No DocumentsProvider');
  return use(open());
}
