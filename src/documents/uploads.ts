/** The uploads of a page: what an earlier page left, and what is on its way while its screen is not there. */
import type { AddressProof, DocumentType } from '../../domain/wire.ts';
import type { SendInput, Sent } from '../../machines/document.ts';
import type { Kept, KeptUpload } from './kept.ts';
import type { KeptDocument } from './services.ts';

export interface Uploads {
  /** Sends what `send` sends; where that is under way already, it is joined. */
  run: (input: SendInput, send: (report: (percent: number) => void) => Promise<Sent>) => Promise<Sent>;
  /** What is to go on; the same promise until it is another. */
  of: (loanId: string) => Promise<KeptDocument[]>;
  forget: (loanId: string, document: DocumentType) => void;
}

type Running = { sent: Promise<Sent>; report: (percent: number) => void };

export function openUploads(kept: Kept, now: () => Date): Uploads {
  const running = new Map<string, Running>();
  const known = new Map<string, Promise<KeptDocument[]>>();
  const of = (loanId: string) => {
    const found = known.get(loanId) ?? kept.all(loanId).then((all) => all.map(documentOf));
    known.set(loanId, found);
    return found;
  };
  const change = (loanId: string, document: DocumentType, instead: KeptDocument[]) =>
    known.set(
      loanId,
      of(loanId).then((all) => [...all.filter((one) => one.document !== document), ...instead]),
    );

  return {
    of,
    run({ loanId, document, proof, upload, report }, send) {
      const under = running.get(upload.key);
      if (under) {
        under.report = report;
        return under.sent;
      }
      change(loanId, document, [{ document, upload, proof }]);
      const keeping = kept.keep({
        ...upload,
        loanId,
        type: document,
        ...(proof && { proof }),
        at: now().getTime(),
      });
      const mine: Running = {
        report,
        sent: keeping.then(() => send((percent) => mine.report(percent))),
      };
      running.set(upload.key, mine);
      return mine.sent.finally(() => running.delete(upload.key));
    },
    forget(loanId, document) {
      change(loanId, document, []);
      void kept.forget(loanId, document);
    },
  };
}

const documentOf = ({ type, key, blob, name, proof }: KeptUpload): KeptDocument => ({
  document: type as DocumentType,
  upload: { key, blob, name },
  proof: (proof as AddressProof | undefined) ?? null,
});
