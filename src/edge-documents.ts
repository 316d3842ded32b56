/** The part of the edge that prepares, sends and reads documents; fetched where the first of them stands. */
import { maxBytesOf, takesPassword } from '../domain/documents.ts';
import type { Outcome } from '../domain/outcome.ts';
import { newUuid } from '../domain/uuid.ts';
import type { LoanDocument } from '../domain/wire.ts';
import type { Added, AddInput, Sent } from '../machines/document.ts';
import { bytesAt } from './api/bytes.ts';
import type { Client } from './api/client.ts';
import { openDocumentCalls } from './api/document-calls.ts';
import { openKept } from './documents/kept.ts';
import { prepare } from './documents/prepare.ts';
import type { DocumentServices } from './documents/services.ts';
import { openUploads } from './documents/uploads.ts';
import type { Session } from './session.ts';
import { openStorage, type Storage as ObjectStore, type Stored } from './storage/storage.ts';
import { storeOf } from './stores.ts';

export interface DocumentSurroundings {
  client: Client;
  session: Session;
  /** Now, by the server's clock. */
  now: () => Date;
}

export function openDocuments({ client, session, now }: DocumentSurroundings): DocumentServices {
  const calls = openDocumentCalls(client, session);
  const uploads = openUploads(openKept({ now }), now);
  const device = storeOf(() => window.localStorage);
  const stores = new Map<string, ObjectStore>();
  const storageOf = (loanId: string): ObjectStore => {
    const store =
      stores.get(loanId) ??
      openStorage({
        credentials: (signal) => calls.issueStorageCredentials(loanId, signal),
        now,
        kept: device,
        site: window.location.origin,
      });
    stores.set(loanId, store);
    return store;
  };
  return {
    async prepare({ document, file }) {
      const ready = await prepare(file, {
        maxBytes: maxBytesOf(document),
        takesPassword: takesPassword(document),
      });
      if (ready.kind === 'unfit') return ready;
      const { blob, isPicture, isLocked } = ready;
      const upload = { key: `${document}/${newUuid()}`, blob, name: file.name };
      return { kind: 'prepared', upload, isPicture, isLocked };
    },

    async send(input) {
      const { loanId, upload, signal } = input;
      return uploads.run(input, async (report) => {
        const { key, blob } = upload;
        const name = { level: 'private', key } as const;
        return sentOf(await storageOf(loanId).put(name, blob, { contentType: blob.type, report, signal }));
      });
    },

    add: (input, signal) => add(calls, input, signal),

    async remove({ loanId, document }, signal) {
      return withLoan(await calls.removeDocument(loanId, document, signal), null);
    },

    async read(loanId, signal) {
      const [loan, documents] = await Promise.all([
        calls.getLoan(loanId, signal),
        calls.listDocuments(loanId, signal),
      ]);
      if (loan.kind !== 'decided') return loan;
      if (documents.kind !== 'decided') return documents;
      return { kind: 'decided', value: { loan: loan.value, documents: documents.value } };
    },

    async look(loanId, document, signal) {
      const signed = await calls.addressOfDocument(loanId, document, signal);
      return signed.kind === 'decided' ? bytesAt(signed.value.address, signal) : signed;
    },

    keptOf: uploads.of,
    forget: uploads.forget,
  };
}

type Calls = ReturnType<typeof openDocumentCalls>;

/** A receipt is the loan's only once it is tied to it (specification, section 7). */
async function add(
  calls: Calls,
  { loanId, document, proof, upload, password }: AddInput,
  signal: AbortSignal,
) {
  const { key, blob } = upload;
  const body = {
    loan_id: loanId,
    type: document,
    key: `private/${loanId}/${key}`,
    size: blob.size,
    e_tag: await sha256(blob),
    ...(proof && { proof }),
    ...(password !== '' && { password }),
  };
  const added = await calls.addDocument(body, signal);
  if (added.kind !== 'decided' || document !== 'fee_receipt') return withLoan(added, null);
  const tied = await calls.tieReceipt(loanId, added.value.content?.key ?? '', signal);
  return tied.kind === 'decided' ? withLoan(added, tied.value) : tied;
}

const withLoan = (outcome: Outcome<LoanDocument>, loan: Added['loan']): Outcome<Added> =>
  outcome.kind === 'decided' ? { kind: 'decided', value: { document: outcome.value, loan } } : outcome;

/** What the store says, as far as the machine tells it apart. */
function sentOf(stored: Stored<unknown>): Sent {
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

/** In hex. */
async function sha256(blob: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
