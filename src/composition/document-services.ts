/** The composition root of documents: prepares and sends them. Fetched where the first of them is shown. */
import { maxBytesOf, takesPassword } from '../../domain/documents.ts';
import { newUuid } from '../../domain/uuid.ts';
import type { Sent } from '../../machines/document.ts';
import type { Call } from '../api/call.ts';
import { fetchBlob } from '../api/fetch-blob.ts';
import { openKept } from '../documents/kept.ts';
import { prepare } from '../documents/prepare.ts';
import type { DocumentServices } from '../documents/services.ts';
import { openUploads } from '../documents/uploads.ts';
import { openStorage, type Storage as ObjectStore, type Stored } from '../storage/storage.ts';
import { storeOf } from '../stores.ts';

export interface DocumentDependencies {
  call: Call;
  /** Now, by the server's clock. */
  now: () => Date;
}

export function createDocumentServices({ call, now }: DocumentDependencies): DocumentServices {
  const uploads = openUploads(openKept({ now }), now);
  const device = storeOf(() => window.localStorage);
  const stores = new Map<string, ObjectStore>();
  const storeOfLoan = (loanId: string): ObjectStore => {
    const store =
      stores.get(loanId) ??
      openStorage({
        credentials: (signal) => call('issueStorageCredentials', { path: { id: loanId } }, { signal }),
        now,
        kept: device,
        site: window.location.origin,
      });
    stores.set(loanId, store);
    return store;
  };
  return {
    call,
    fetchBlob,

    async prepare({ document, file }) {
      const prepared = await prepare(file, {
        maxBytes: maxBytesOf(document),
        takesPassword: takesPassword(document),
      });
      if (prepared.kind === 'unfit') return prepared;
      const { blob, isPicture, isLocked } = prepared;
      const upload = { key: `${document}/${newUuid()}`, blob, name: file.name };
      return { kind: 'prepared', upload, isPicture, isLocked };
    },

    send(input) {
      const { loanId, upload, signal } = input;
      return uploads.run(input, async (report) => {
        const { key, blob } = upload;
        const name = { level: 'private', key } as const;
        const options = { contentType: blob.type, report, signal };
        return toSent(await storeOfLoan(loanId).put(name, blob, options));
      });
    },

    keptOf: uploads.of,
    forget: uploads.forget,
  };
}

/** The store's answer, as far as the machine distinguishes it. */
function toSent(stored: Stored<unknown>): Sent {
  switch (stored.kind) {
    case 'decided':
      return { kind: 'sent' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'refused':
      return { kind: 'failed', fault: 'refused' };
    case 'failed': {
      const { fault } = stored;
      if (fault === 'cancelled' || fault === 'cleanUpFailed')
        return { kind: 'stopped', clean: fault === 'cancelled' };
      return { kind: 'failed', fault };
    }
  }
}
