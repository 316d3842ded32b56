/**
 * What the screens of documents may ask for: the edge implements it, a test may give another. Every call answers with
 * a value and never throws; its signal ends it early.
 */
import { createContext, use, useContext } from 'react';
import type { Outcome } from '../../domain/outcome.ts';
import type { AddressProof, DocumentType } from '../../domain/wire.ts';
import type { Papers } from '../../machines/checklist.ts';
import type {
  AddInput,
  Added,
  Prepared,
  PrepareInput,
  RemoveInput,
  SendInput,
  Sent,
  Upload,
} from '../../machines/document.ts';

export interface KeptDocument {
  document: DocumentType;
  upload: Upload;
  proof: AddressProof | null;
}

export interface DocumentServices {
  prepare(input: PrepareInput): Promise<Prepared>;
  send(input: SendInput): Promise<Sent>;
  add(input: AddInput, signal: AbortSignal): Promise<Outcome<Added>>;
  remove(input: RemoveInput, signal: AbortSignal): Promise<Outcome<Added>>;
  read(loanId: string, signal: AbortSignal): Promise<Outcome<Papers>>;
  /** The bytes of what the loan has, as what they are. */
  look(loanId: string, document: DocumentType, signal: AbortSignal): Promise<Outcome<Blob>>;
  /** What an earlier page did not get to send, as far as this phone keeps it. */
  keptOf(loanId: string): Promise<KeptDocument[]>;
  forget(loanId: string, document: DocumentType): void;
}

/** One promise a page, of code that has to be fetched first; it rejects where that does not come. */
export type OpenDocuments = () => Promise<DocumentServices>;

const DocumentsContext = createContext<OpenDocuments | null>(null);

export const DocumentsProvider = DocumentsContext.Provider;

/** Suspends until they are there. */
export function useDocuments(): DocumentServices {
  const open = useContext(DocumentsContext);
  if (!open) throw new Error('No DocumentsProvider');
  return use(open());
}
