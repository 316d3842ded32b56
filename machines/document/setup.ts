/** What is known of a document on its way to its loan, and what can happen to it. */
import { assign, setup } from 'xstate';
import { showsAadhaarNumber } from '../../domain/documents.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { AddressProof, DocumentType, Loan, LoanDocument } from '../../domain/wire.ts';
import { type OutcomeParams, placeholderActor, refused, succeeded } from '../outcome.ts';

/** Why a file cannot be a document. */
export type Unfit = 'empty' | 'tooLarge' | 'wrongType' | 'heic' | 'unreadable' | 'locked';

export interface Upload {
  /** Its name in the loan's part of the store: the same however often it is tried. */
  key: string;
  blob: Blob;
  /** The file's own name, for its person alone. */
  name: string;
}

/** A file as it may travel: made smaller, its kind told by its content. */
export type Prepared =
  { kind: 'prepared'; upload: Upload; isPicture: boolean; isLocked: boolean } | { kind: 'unfit'; why: Unfit };

/**
 * What became of sending: `stopped` because the person wished so, `clean` where nothing of it was left in the store;
 * `unreachable` where the line was lost, and what is there already is not sent again.
 */
export type Sent =
  | { kind: 'sent' }
  | { kind: 'stopped'; clean: boolean }
  | { kind: 'failed'; fault: StoreFault }
  | { kind: 'unreachable' };
export type StoreFault = 'noCredentials' | 'noProvider' | 'refused' | 'lost';

/** What the loan has now; `loan` where it changed as a whole. */
export interface Added {
  document: LoanDocument;
  loan: Loan | null;
}

export type DocumentEvent =
  | { type: 'proof.chosen'; proof: AddressProof }
  | { type: 'file.chosen'; file: File }
  | { type: 'picture.redacted'; blob: Blob }
  | { type: 'redaction.skipped' }
  | { type: 'password.given'; password: string }
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
  /** Whether it must be said which proof it is. */
  asksProof: boolean;
  /** What an earlier page did not get to send. */
  kept: { upload: Upload; proof: AddressProof | null } | null;
}

export interface DocumentContext extends Omit<DocumentInput, 'kept'> {
  proof: AddressProof | null;
  upload: Upload | null;
  password: string;
  /** Whether the password, or none, did not open it. */
  passwordIsWrong: boolean;
  /** Stops what is being sent. */
  stop: AbortController | null;
  /** Whether its person wished that. */
  isToStop: boolean;
  /** Whole percent of the bytes that are sent. */
  percent: number;
  /** Whether the store has all of it. */
  isStored: boolean;
  /** Whether parts were left in the store when it was stopped. */
  leftovers: boolean;
  why: Unfit | null;
  fault: StoreFault | null;
}

export type Which = Pick<DocumentContext, 'loanId' | 'document' | 'proof'>;
export type PrepareInput = Which & { file: File };
export type SendInput = Which & { upload: Upload; report: (percent: number) => void; signal: AbortSignal };
export type AddInput = Which & { upload: Upload; password: string };
export type RemoveInput = Omit<Which, 'proof'>;

/** The server's words for what the phone could not see. */
const unfitCodes: Record<string, Unfit> = {
  'document.error.empty': 'empty',
  'document.error.tooLarge': 'tooLarge',
  'document.error.type': 'wrongType',
  'document.error.locked': 'locked',
};

const codeOf = (outcome: Outcome<unknown>) =>
  outcome.kind === 'refused' ? (outcome.errors[0]?.code ?? null) : null;
export const unfitOf = (outcome: Outcome<unknown>): Unfit | null =>
  outcome.kind === 'refused' && outcome.status === 413
    ? 'tooLarge'
    : (unfitCodes[codeOf(outcome) ?? ''] ?? null);

export const documentSetup = setup({
  types: {
    context: {} as DocumentContext,
    events: {} as DocumentEvent,
    input: {} as DocumentInput,
    tags: {} as 'busy',
  },
  actors: {
    prepare: placeholderActor<Prepared, PrepareInput>(),
    send: placeholderActor<Sent, SendInput>(),
    add: placeholderActor<Outcome<Added>, AddInput>(),
    remove: placeholderActor<Outcome<Added>, RemoveInput>(),
  },
  guards: {
    somethingIsKept: ({ context }) => context.upload !== null,
    proofIsMissing: ({ context }) => context.asksProof && context.proof === null,
    storeHasIt: ({ context }) => context.isStored,
    isUnfit: (_, { prepared }: { prepared: Prepared }) => prepared.kind === 'unfit',
    isLocked: (_, { prepared }: { prepared: Prepared }) => prepared.kind === 'prepared' && prepared.isLocked,
    showsAnAadhaarNumber: ({ context }, { prepared }: { prepared: Prepared }) =>
      showsAadhaarNumber(context.document) && prepared.kind === 'prepared' && prepared.isPicture,
    wasToldToStop: ({ context }) => context.isToStop,
    wasSent: (_, { sent }: { sent: Sent }) => sent.kind === 'sent',
    hasFailed: (_, { sent }: { sent: Sent }) => sent.kind === 'failed',
    succeeded,
    wasFoundUnfit: (_, { outcome }: OutcomeParams) => unfitOf(outcome) !== null,
    needsAPassword: (_, { outcome }: OutcomeParams) =>
      codeOf(outcome)?.startsWith('document.error.password') ?? false,
    wasLost: (_, { outcome }: OutcomeParams) => codeOf(outcome) === 'document.error.missing',
    refused,
  },
  actions: {
    setProof: assign((_, { proof }: { proof: AddressProof }) => ({ proof })),
    setPassword: assign((_, { password }: { password: string }) => ({ password, passwordIsWrong: false })),
    rememberUpload: assign((_, { prepared }: { prepared: Prepared }) => ({
      upload: prepared.kind === 'prepared' ? prepared.upload : null,
      password: '',
      passwordIsWrong: false,
      isStored: false,
    })),
    rememberUnfit: assign((_, { why }: { why: Unfit | null }) => ({ why, upload: null, password: '' })),
    rememberRedacted: assign(({ context }, { blob }: { blob: Blob }) => ({
      upload: context.upload && { ...context.upload, blob },
    })),
    rememberThatNoneOpenedIt: assign({ passwordIsWrong: true }),
    rememberPercent: assign((_, { percent }: { percent: number }) => ({ percent })),
    rememberStored: assign({ isStored: true }),
    rememberLost: assign({ isStored: false, fault: 'lost' as const }),
    rememberFault: assign((_, { sent }: { sent: Sent }) => ({
      fault: sent.kind === 'failed' ? sent.fault : null,
    })),
    rememberLeftovers: assign((_, { sent }: { sent: Sent }) => ({
      leftovers: !(sent.kind === 'stopped' && sent.clean),
    })),
    startToSend: assign({
      stop: () => new AbortController(),
      isToStop: false,
      percent: 0,
      leftovers: false,
    }),
    rememberWish: assign({ isToStop: true }),
    stop: ({ context }) => context.stop?.abort(),
    forgetUpload: assign({ upload: null, isStored: false, password: '' }),
    /** The phone keeps nothing of it any more. */
    forgetKept: (_, _params: { loanId: string; document: DocumentType }) => {},
    /** What the loan has now goes to whoever shows it. */
    handOver: (_, _params: { outcome: Outcome<Added>; name: string }) => {},
  },
});
