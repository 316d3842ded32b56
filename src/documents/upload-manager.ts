/** The uploads of a page: what an earlier page left, and what is on its way while its screen is not there. */
import type { AddressProof, DocumentType } from '../../domain/wire.ts';
import type { SendInput, SendResult } from '../../machines/document.ts';
import type { PendingUploadStore, StoredUpload } from './pending-upload-store.ts';
import type { PendingUpload } from './services.ts';

export interface UploadManager {
  /** Sends what `send` sends; where that is under way already, it is joined. */
  run: (
    input: SendInput,
    send: (report: (percent: number) => void) => Promise<SendResult>,
  ) => Promise<SendResult>;
  /** What is to go on; the same promise until it is another. */
  of: (loanId: string) => Promise<PendingUpload[]>;
  forget: (loanId: string, document: DocumentType) => void;
}

type Running = { sent: Promise<SendResult>; report: (percent: number) => void };

export function createUploadManager(kept: PendingUploadStore, now: () => Date): UploadManager {
  const running = new Map<string, Running>();
  const known = new Map<string, Promise<PendingUpload[]>>();
  const of = (loanId: string) => {
    const found = known.get(loanId) ?? kept.all(loanId).then((all) => all.map(documentOf));
    known.set(loanId, found);
    return found;
  };
  const change = (loanId: string, document: DocumentType, instead: PendingUpload[]) =>
    known.set(
      loanId,
      of(loanId).then((all) => [...all.filter((one) => one.document !== document), ...instead]),
    );

  return {
    of,
    run({ loanId, document, proof, upload, report }, send) {
      const joined = running.get(upload.key);
      if (joined) {
        joined.report = report;
        return joined.sent;
      }
      change(loanId, document, [{ document, upload, proof }]);
      const keeping = kept.keep({
        ...upload,
        loanId,
        type: document,
        ...(proof && { proof }),
        at: now().getTime(),
      });
      const started: Running = {
        report,
        sent: keeping.then(() => send((percent) => started.report(percent))),
      };
      running.set(upload.key, started);
      return started.sent.finally(() => running.delete(upload.key));
    },
    forget(loanId, document) {
      change(loanId, document, []);
      void kept.forget(loanId, document);
    },
  };
}

const documentOf = ({ type, key, blob, name, proof }: StoredUpload): PendingUpload => ({
  document: type as DocumentType,
  upload: { key, blob, name },
  proof: (proof as AddressProof | undefined) ?? null,
});
