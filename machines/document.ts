/**
 * The upload of one document: prepared on the device, sent to the object store, added to the loan. It can be cancelled,
 * resumes after a lost connection, and the document can be removed again (specification, sections 5, 8 and 9).
 */
import {
  type DocumentContext,
  documentSetup,
  type Upload,
  invalidReasonOf,
  type DocumentRef,
} from './document/setup.ts';
import { withEvent, withOutcome } from './outcome.ts';

const removePendingUpload = {
  type: 'removePendingUpload',
  params: ({ context: { loanId, document } }: { context: DocumentContext }) => ({ loanId, document }),
} as const;
const resumeUpload = [{ guard: 'isStored', target: 'adding' }, { target: 'sending' }] as const;

/** An upload in progress, or a dialog about it, is not interrupted by another file. */
const ignoreWhileBusy = {
  'proof.chosen': {},
  'file.chosen': {},
  'alert.dismissed': {},
  'removal.requested': {},
};

const documentKey = ({ loanId, document, proof }: DocumentContext): DocumentRef => ({
  loanId,
  document,
  proof,
});

function uploadOf({ upload }: DocumentContext): Upload {
  if (!upload) throw new Error('Only a prepared file is sent');
  return upload;
}

export const documentMachine = documentSetup.createMachine({
  id: 'document',
  context: ({ input: { pendingUpload, storedProof, ...input } }) => ({
    ...input,
    proof: pendingUpload?.proof ?? storedProof,
    file: null,
    upload: pendingUpload?.upload ?? null,
    password: '',
    passwordIsWrong: false,
    abortController: null,
    cancelRequested: false,
    percent: 0,
    isStored: false,
    leftovers: false,
    invalidReason: null,
    fault: null,
  }),
  initial: 'starting',
  on: {
    'proof.chosen': { actions: withEvent('setProof') },
    'file.chosen': [
      { guard: 'proofIsRequired', target: '.proofRequired', actions: withEvent('setFile') },
      { target: '.preparing', actions: withEvent('setFile') },
    ],
    'alert.dismissed': '.idle',
    'removal.requested': '.confirmingRemoval',
  },
  states: {
    starting: { always: [{ guard: 'hasPendingUpload', target: 'sending' }, { target: 'idle' }] },
    idle: {},
    proofRequired: { on: { 'proof.chosen': { target: 'preparing', actions: withEvent('setProof') } } },
    preparing: {
      tags: 'busy',
      exit: 'clearFile',
      on: ignoreWhileBusy,
      invoke: {
        src: 'prepare',
        input: ({ context }) => {
          if (!context.file) throw new Error('Only a chosen file is prepared');
          return { ...documentKey(context), file: context.file };
        },
        onDone: [
          {
            guard: withEvent('isInvalidFile'),
            target: 'invalidFile',
            actions: {
              type: 'setInvalidReason',
              params: ({ event }) => ({
                reason: event.output.kind === 'invalidFile' ? event.output.reason : null,
              }),
            },
          },
          {
            guard: withEvent('mayShowAadhaarNumber'),
            target: 'redacting',
            actions: withEvent('setUpload'),
          },
          { guard: withEvent('isLocked'), target: 'enteringPassword', actions: withEvent('setUpload') },
          { target: 'sending', actions: withEvent('setUpload') },
        ],
      },
    },
    invalidFile: {},
    /** The first digits of an Aadhaar number can be blacked out before the picture leaves the device. */
    redacting: {
      on: {
        ...ignoreWhileBusy,
        'picture.redacted': { target: 'sending', actions: withEvent('setRedactedBlob') },
        'redaction.skipped': 'sending',
        'cancel.requested': { target: 'idle', actions: 'clearUpload' },
      },
    },
    enteringPassword: {
      on: {
        ...ignoreWhileBusy,
        'password.entered': [
          { guard: 'isStored', target: 'adding', actions: withEvent('setPassword') },
          { target: 'sending', actions: withEvent('setPassword') },
        ],
        'cancel.requested': { target: 'idle', actions: ['clearUpload', removePendingUpload] },
      },
    },
    sending: {
      tags: 'busy',
      entry: 'startSending',
      initial: 'inProgress',
      on: {
        ...ignoreWhileBusy,
        'bytes.sent': { actions: withEvent('setPercent') },
      },
      states: {
        inProgress: { on: { 'cancel.requested': 'cancelling' } },
        cancelling: { entry: ['markCancelRequested', 'abortSending'] },
      },
      invoke: {
        src: 'send',
        input: ({ context, self }) => ({
          ...documentKey(context),
          upload: uploadOf(context),
          report: (percent) => self.send({ type: 'bytes.sent', percent }),
          signal: (context.abortController ?? new AbortController()).signal,
        }),
        onDone: [
          { guard: 'cancelWasRequested', target: 'cancelled', actions: withEvent('setLeftovers') },
          { guard: withEvent('isSent'), target: 'adding', actions: 'markStored' },
          { guard: withEvent('sendFailed'), target: 'failed', actions: withEvent('setFault') },
          { guard: withEvent('loanIsClosed'), target: 'refused', actions: removePendingUpload },
          { target: 'interrupted' },
        ],
      },
    },
    adding: {
      tags: 'busy',
      on: ignoreWhileBusy,
      invoke: {
        src: 'add',
        input: ({ context }) => ({
          ...documentKey(context),
          upload: uploadOf(context),
          password: context.password,
        }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'done',
            actions: {
              type: 'notifyDocumentChanged',
              params: ({ context, event }) => ({ outcome: event.output, upload: context.upload }),
            },
          },
          {
            guard: withOutcome('needsPassword'),
            target: 'enteringPassword',
            actions: 'markPasswordWrong',
          },
          {
            guard: withOutcome('wasRefusedAsInvalid'),
            target: 'invalidFile',
            actions: [
              {
                type: 'setInvalidReason',
                params: ({ event }) => ({ reason: invalidReasonOf(event.output) }),
              },
              removePendingUpload,
            ],
          },
          { guard: withOutcome('contentIsMissing'), target: 'failed', actions: 'markContentMissing' },
          { guard: withOutcome('isRefusedForGood'), target: 'refused', actions: removePendingUpload },
          { target: 'interrupted' },
        ],
      },
    },
    /** The connection was lost; the upload resumes when it is restored. */
    interrupted: {
      on: {
        'retry.requested': resumeUpload,
        'connection.restored': resumeUpload,
        // Deletes the parts that were sent before.
        'cancel.requested': 'sending.cancelling',
      },
    },
    cancelled: { entry: removePendingUpload, on: { 'retry.requested': 'sending' } },
    failed: {
      on: {
        'retry.requested': 'sending',
        'alert.dismissed': { target: 'idle', actions: ['clearUpload', removePendingUpload] },
      },
    },
    refused: {},
    done: { entry: ['clearUpload', removePendingUpload] },
    confirmingRemoval: { on: { 'removal.confirmed': 'removing', 'cancel.requested': 'idle' } },
    removing: {
      tags: 'busy',
      on: ignoreWhileBusy,
      invoke: {
        src: 'remove',
        input: ({ context: { loanId, document } }) => ({ loanId, document }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'idle',
            actions: {
              type: 'notifyDocumentChanged',
              params: ({ event }) => ({ outcome: event.output, upload: null }),
            },
          },
          { guard: withOutcome('isRefusedForGood'), target: 'refused' },
          { target: 'removalFailed' },
        ],
      },
    },
    removalFailed: { on: { 'retry.requested': 'removing' } },
  },
});

export type * from './document/setup.ts';
