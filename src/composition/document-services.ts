/** The composition root of documents, fetched by the first screen that shows documents. */
import { closedCode, maxBytesOf, takesPassword } from '../../domain/loan/documents.ts';
import { newUuid } from '../../domain/values/uuid.ts';
import type { SendResult } from '../../machines/document.ts';
import type { Call } from '../api/call.ts';
import { fetchBlob } from '../api/fetch-blob.ts';
import { createPendingUploadStore } from '../documents/pending-upload-store.ts';
import { prepareFile } from '../documents/prepare.ts';
import type { DocumentServices } from '../documents/services.ts';
import { createPendingUploads } from '../documents/pending-uploads.ts';
import { createStorage, type Storage as ObjectStore, type StorageResult } from '../storage/storage.ts';
import { createBrowserStore } from './browser-store.ts';

export interface DocumentDependencies {
  call: Call;
  now: () => Date;
}

export function createDocumentServices({ call, now }: DocumentDependencies): DocumentServices {
  const uploads = createPendingUploads(createPendingUploadStore({ now }), now);
  const device = createBrowserStore(() => window.localStorage);
  const stores = new Map<string, ObjectStore>();
  const storeOfLoan = (loanId: string): ObjectStore => {
    const store =
      stores.get(loanId) ??
      createStorage({
        credentials: (signal) => call('issueStorageCredentials', { path: { id: loanId } }, { signal }),
        now,
        uploadStorage: device,
        pageOrigin: window.location.origin,
      });
    stores.set(loanId, store);
    return store;
  };
  return {
    running: new Map(),
    call,
    fetchBlob,

    async prepare({ document, file }) {
      const prepared = await prepareFile(file, {
        maxBytes: maxBytesOf(document),
        takesPassword: takesPassword(document),
      });
      if (prepared.kind === 'invalidFile') return prepared;
      const { blob, isPicture, isLocked } = prepared;
      const upload = { key: `${document}/${newUuid()}`, blob, name: file.name };
      return { kind: 'prepared', upload, isPicture, isLocked };
    },

    async send({ report, signal, ...input }) {
      await uploads.add(input);
      const { key, blob } = input.upload;
      const options = { contentType: blob.type, onProgress: report, signal };
      return toSent(await storeOfLoan(input.loanId).put({ level: 'private', key }, blob, options));
    },

    pendingUploadsOf: uploads.of,
    removePendingUpload: uploads.remove,
  };
}

/** Maps the store's result to that of the machine. */
function toSent(stored: StorageResult<unknown>): SendResult {
  switch (stored.kind) {
    case 'ok':
      return { kind: 'sent' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'refused':
      return stored.code === closedCode ? { kind: 'closed' } : { kind: 'failed', fault: 'refused' };
    case 'failed': {
      const { fault } = stored;
      if (fault === 'cancelled' || fault === 'cleanUpFailed')
        return { kind: 'cancelled', clean: fault === 'cancelled' };
      return { kind: 'failed', fault };
    }
  }
}
