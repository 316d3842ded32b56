/** The pending and running uploads of a page; they continue while no screen shows them. */
import type { AddressProof, DocumentType } from '../../domain/values/wire.ts';
import type { SendInput, SendResult } from '../../machines/document.ts';
import type { PendingUploadStore, PendingUploadRecord } from './pending-upload-store.ts';
import type { PendingUpload } from './services.ts';

export interface UploadManager {
  /** Stores the upload and calls `send`; if the same upload is already running, returns its promise. */
  run: (
    input: SendInput,
    send: (report: (percent: number) => void) => Promise<SendResult>,
  ) => Promise<SendResult>;
  /** The pending uploads of a loan; the same promise until they change, as React's `use` requires. */
  of: (loanId: string) => Promise<PendingUpload[]>;
  remove: (loanId: string, document: DocumentType) => void;
}

type RunningUpload = { sent: Promise<SendResult>; report: (percent: number) => void };

export function createUploadManager(store: PendingUploadStore, now: () => Date): UploadManager {
  const running = new Map<string, RunningUpload>();
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
    run({ loanId, document, proof, upload, report }, send) {
      const existing = running.get(upload.key);
      if (existing) {
        existing.report = report;
        return existing.sent;
      }
      change(loanId, document, [{ document, upload, proof }]);
      const stored = store.put({
        ...upload,
        loanId,
        type: document,
        ...(proof && { proof }),
        at: now().getTime(),
      });
      const started: RunningUpload = {
        report,
        sent: stored.then(() => send((percent) => started.report(percent))),
      };
      running.set(upload.key, started);
      return started.sent.finally(() => running.delete(upload.key));
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
