/** Types, guards and actions of the upload of one document. */
import { assign, setup } from 'xstate';
import { showsAadhaarNumber } from '../../domain/loan/documents.ts';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { AddressProof, DocumentType, Loan, LoanDocument } from '../../domain/values/wire.ts';
import { type OutcomeParams, placeholderActor, succeeded } from '../outcome.ts';

/** The reason why a file cannot be a document. */
export type InvalidFileReason = 'empty' | 'tooLarge' | 'wrongType' | 'heic' | 'unreadable' | 'locked';

export interface Upload {
  /** Object key below the loan's folder; the same for every retry. */
  key: string;
  blob: Blob;
  /** Name of the chosen file, shown to the user and not sent. */
  name: string;
}

/** The file to upload: shrunk, its media type determined by its content; or the reason why it cannot be uploaded. */
export type PrepareResult =
  | { kind: 'prepared'; upload: Upload; isPicture: boolean; isLocked: boolean }
  | { kind: 'invalidFile'; reason: InvalidFileReason };

/**
 * `clean`: a cancelled upload left no parts in the object store. `closed`: the loan takes no documents any more.
 * `unreachable`: the connection was lost; the parts that were sent are not sent again.
 */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'cancelled'; clean: boolean }
  | { kind: 'failed'; fault: StoreFault }
  | { kind: 'closed' }
  | { kind: 'unreachable' };
export type StoreFault = 'noCredentials' | 'noProvider' | 'refused' | 'missing';

/** The loan's document after the change; `loan` where other parts of the loan changed too. */
export interface DocumentChange {
  document: LoanDocument;
  loan: Loan | null;
}

export type DocumentEvent =
  | { type: 'proof.chosen'; proof: AddressProof }
  | { type: 'file.chosen'; file: File }
  | { type: 'picture.redacted'; blob: Blob }
  | { type: 'redaction.skipped' }
  | { type: 'password.entered'; password: string }
  | { type: 'bytes.sent'; percent: number }
  | { type: 'cancel.requested' }
  | { type: 'retry.requested' }
  | { type: 'connection.restored' }
  | { type: 'removal.requested' }
  | { type: 'removal.confirmed' }
  | { type: 'alert.dismissed' };

export interface DocumentInput {
  loanId: string;
  document: DocumentType;
  /** Says whether the user must choose the kind of proof. */
  needsProof: boolean;
  /** The kind of proof that the loan's document has; null where there is none. */
  storedProof: AddressProof | null;
  /** An upload that an earlier page did not finish. */
  pendingUpload: { upload: Upload; proof: AddressProof | null } | null;
}

export interface DocumentContext extends Omit<DocumentInput, 'pendingUpload' | 'storedProof'> {
  proof: AddressProof | null;
  /** The file that was chosen, until it is prepared. */
  file: File | null;
  upload: Upload | null;
  password: string;
  /** Says whether the server could not open the file with this password, or without one. */
  passwordIsWrong: boolean;
  abortController: AbortController | null;
  cancelRequested: boolean;
  /** Bytes that were sent, in whole percent. */
  percent: number;
  /** Says whether the object store has the whole file. */
  isStored: boolean;
  /** Says whether a cancelled upload left parts in the object store. */
  leftovers: boolean;
  invalidReason: InvalidFileReason | null;
  fault: StoreFault | null;
}

export type DocumentRef = Pick<DocumentContext, 'loanId' | 'document' | 'proof'>;
export type PrepareInput = DocumentRef & { file: File };
export type SendInput = DocumentRef & {
  upload: Upload;
  report: (percent: number) => void;
  signal: AbortSignal;
};
export type AddInput = DocumentRef & { upload: Upload; password: string };
export type RemoveInput = Omit<DocumentRef, 'proof'>;

/** The server's error codes for files that the device took for valid. */
const invalidReasons: Record<string, InvalidFileReason> = {
  'document.error.empty': 'empty',
  'document.error.tooLarge': 'tooLarge',
  'document.error.type': 'wrongType',
  'document.error.locked': 'locked',
};

const codeOf = (outcome: Outcome<unknown>) =>
  outcome.kind === 'refused' ? (outcome.errors[0]?.code ?? null) : null;
export const invalidReasonOf = (outcome: Outcome<unknown>): InvalidFileReason | null =>
  outcome.kind === 'refused' && outcome.status === 413
    ? 'tooLarge'
    : (invalidReasons[codeOf(outcome) ?? ''] ?? null);

export const documentSetup = setup({
  types: {
    context: {} as DocumentContext,
    events: {} as DocumentEvent,
    input: {} as DocumentInput,
    tags: {} as 'busy',
  },
  actors: {
    prepare: placeholderActor<PrepareResult, PrepareInput>(),
    send: placeholderActor<SendResult, SendInput>(),
    add: placeholderActor<Outcome<DocumentChange>, AddInput>(),
    remove: placeholderActor<Outcome<DocumentChange>, RemoveInput>(),
  },
  guards: {
    hasPendingUpload: ({ context }) => context.upload !== null,
    proofIsRequired: ({ context }) => context.needsProof && context.proof === null,
    isStored: ({ context }) => context.isStored,
    isInvalidFile: (_, { output }: { output: PrepareResult }) => output.kind === 'invalidFile',
    isLocked: (_, { output }: { output: PrepareResult }) => output.kind === 'prepared' && output.isLocked,
    mayShowAadhaarNumber: ({ context }, { output }: { output: PrepareResult }) =>
      showsAadhaarNumber(context.document) && output.kind === 'prepared' && output.isPicture,
    cancelWasRequested: ({ context }) => context.cancelRequested,
    isSent: (_, { output }: { output: SendResult }) => output.kind === 'sent',
    sendFailed: (_, { output }: { output: SendResult }) => output.kind === 'failed',
    loanIsClosed: (_, { output }: { output: SendResult }) => output.kind === 'closed',
    succeeded,
    wasRefusedAsInvalid: (_, { outcome }: OutcomeParams) => invalidReasonOf(outcome) !== null,
    needsPassword: (_, { outcome }: OutcomeParams) =>
      codeOf(outcome)?.startsWith('document.error.password.') ?? false,
    contentIsMissing: (_, { outcome }: OutcomeParams) => codeOf(outcome) === 'document.error.missing',
    isRefusedForGood: (_, { outcome }: OutcomeParams) =>
      outcome.kind === 'refused' && [400, 409, 410, 422].includes(outcome.status),
  },
  actions: {
    setFile: assign((_, { file }: { file: File }) => ({ file })),
    clearFile: assign({ file: null }),
    setProof: assign((_, { proof }: { proof: AddressProof }) => ({ proof })),
    setPassword: assign((_, { password }: { password: string }) => ({ password, passwordIsWrong: false })),
    setUpload: assign((_, { output }: { output: PrepareResult }) => ({
      upload: output.kind === 'prepared' ? output.upload : null,
      password: '',
      passwordIsWrong: false,
      isStored: false,
    })),
    setInvalidReason: assign((_, { reason }: { reason: InvalidFileReason | null }) => ({
      invalidReason: reason,
      upload: null,
      password: '',
    })),
    setRedactedBlob: assign(({ context }, { blob }: { blob: Blob }) => ({
      upload: context.upload && { ...context.upload, blob },
    })),
    markPasswordWrong: assign({ passwordIsWrong: true }),
    setPercent: assign((_, { percent }: { percent: number }) => ({ percent })),
    markStored: assign({ isStored: true }),
    markContentMissing: assign({ isStored: false, fault: 'missing' as const }),
    setFault: assign((_, { output }: { output: SendResult }) => ({
      fault: output.kind === 'failed' ? output.fault : null,
    })),
    setLeftovers: assign((_, { output }: { output: SendResult }) => ({
      leftovers: !(output.kind === 'cancelled' && output.clean),
    })),
    startSending: assign({
      abortController: () => new AbortController(),
      cancelRequested: false,
      percent: 0,
      leftovers: false,
    }),
    markCancelRequested: assign({ cancelRequested: true }),
    abortSending: ({ context }) => context.abortController?.abort(),
    clearUpload: assign({ upload: null, isStored: false, password: '' }),
    /** Deletes the device's copy of the upload. */
    removePendingUpload: (_, _params: { loanId: string; document: DocumentType }) => {},
    /** Hands the changed document to the screen that shows it. */
    notifyDocumentChanged: (_, _params: { outcome: Outcome<DocumentChange>; upload: Upload | null }) => {},
  },
});
