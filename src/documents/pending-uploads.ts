/** The uploads that this device has begun and not finished, in memory and in its database. */
import type { AddressProof, DocumentType } from '../../domain/values/wire.ts';
import type { SendInput } from '../../machines/document.ts';
import type { PendingUploadStore, PendingUploadRecord } from './pending-upload-store.ts';
import type { PendingUpload } from './services.ts';

export interface PendingUploads {
  /** Resolves once the device has the upload. */
  add: (input: Omit<SendInput, 'report' | 'signal'>) => Promise<void>;
  /** Returns the pending uploads of a loan; the same promise until they change, as React's `use` requires. */
  of: (loanId: string) => Promise<PendingUpload[]>;
  remove: (loanId: string, document: DocumentType) => void;
}

export function createPendingUploads(store: PendingUploadStore, now: () => Date): PendingUploads {
  const cache = new Map<string, Promise<PendingUpload[]>>();
  const of = (loanId: string) => {
    const cached = cache.get(loanId) ?? store.all(loanId).then((all) => all.map(documentOf));
    cache.set(loanId, cached);
    return cached;
  };
  const change = (loanId: string, document: DocumentType, replacement: PendingUpload[]) =>
    cache.set(
      loanId,
      of(loanId).then((all) => [...all.filter((one) => one.document !== document), ...replacement]),
    );

  return {
    of,
    add({ loanId, document, proof, upload }) {
      change(loanId, document, [{ document, upload, proof }]);
      return store.put({
        ...upload,
        loanId,
        type: document,
        ...(proof && { proof }),
        at: now().getTime(),
      });
    },
    remove(loanId, document) {
      change(loanId, document, []);
      void store.remove(loanId, document);
    },
  };
}

const documentOf = ({ type, key, blob, name, proof }: PendingUploadRecord): PendingUpload => ({
  document: type as DocumentType,
  upload: { key, blob, name },
  proof: (proof as AddressProof | undefined) ?? null,
});
