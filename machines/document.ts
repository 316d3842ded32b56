/**
 * The upload of one document: prepared on the device, sent to the object store, added to the loan. It can be cancelled,
 * resumes after a lost connection, and the document can be removed again (specification, sections 5, 8 and 9).
 */
import {
  type DocumentContext,
  type DocumentEvent,
  documentSetup,
  type Upload,
  unfitOf,
  type Which,
} from './document/setup.ts';
import { withOutcome } from './outcome.ts';

const setProof = {
  type: 'setProof',
  params: ({ event }: { event: Extract<DocumentEvent, { type: 'proof.chosen' }> }) => event,
} as const;
const setPassword = {
  type: 'setPassword',
  params: ({ event }: { event: Extract<DocumentEvent, { type: 'password.given' }> }) => event,
} as const;
const forgottenOnPhone = {
  type: 'forgetKept',
  params: ({ context: { loanId, document } }: { context: DocumentContext }) => ({ loanId, document }),
} as const;
const goOn = [{ guard: 'storeHasIt', target: 'adding' }, { target: 'sending' }] as const;

/** A document that is on its way, or asked about, is not replaced by another. */
const nothingElse = { 'proof.chosen': {}, 'file.chosen': {}, 'alert.dismissed': {}, 'removal.requested': {} };

const which = ({ loanId, document, proof }: DocumentContext): Which => ({ loanId, document, proof });

function uploadOf({ upload }: DocumentContext): Upload {
  if (!upload) throw new Error('Only what was made ready is sent');
  return upload;
}

export const documentMachine = documentSetup.createMachine({
  id: 'document',
  context: ({ input: { kept, ...input } }) => ({
    ...input,
    proof: kept?.proof ?? null,
    upload: kept?.upload ?? null,
    password: '',
    passwordIsWrong: false,
    stop: null,
    isToStop: false,
    percent: 0,
    isStored: false,
    leftovers: false,
    why: null,
    fault: null,
  }),
  initial: 'starting',
  on: {
    'proof.chosen': { actions: setProof },
    'file.chosen': [{ guard: 'proofIsMissing', target: '.proofMissing' }, { target: '.preparing' }],
    'alert.dismissed': '.resting',
    'removal.requested': '.askingToRemove',
  },
  states: {
    starting: { always: [{ guard: 'somethingIsKept', target: 'sending' }, { target: 'resting' }] },
    resting: {},
    proofMissing: { on: { 'proof.chosen': { target: 'resting', actions: setProof } } },
    preparing: {
      tags: 'busy',
      on: nothingElse,
      invoke: {
        src: 'prepare',
        input: ({ context, event }) => {
          if (event.type !== 'file.chosen') throw new Error('Only a chosen file is made ready');
          return { ...which(context), file: event.file };
        },
        onDone: [
          {
            guard: { type: 'isUnfit', params: ({ event }) => ({ prepared: event.output }) },
            target: 'unfit',
            actions: {
              type: 'rememberUnfit',
              params: ({ event }) => ({ why: event.output.kind === 'unfit' ? event.output.why : null }),
            },
          },
          {
            guard: { type: 'showsAnAadhaarNumber', params: ({ event }) => ({ prepared: event.output }) },
            target: 'redacting',
            actions: { type: 'rememberUpload', params: ({ event }) => ({ prepared: event.output }) },
          },
          {
            guard: { type: 'isLocked', params: ({ event }) => ({ prepared: event.output }) },
            target: 'askingPassword',
            actions: { type: 'rememberUpload', params: ({ event }) => ({ prepared: event.output }) },
          },
          {
            target: 'sending',
            actions: { type: 'rememberUpload', params: ({ event }) => ({ prepared: event.output }) },
          },
        ],
      },
    },
    unfit: {},
    /** The first digits of an Aadhaar number can be blacked out before the picture leaves the phone. */
    redacting: {
      on: {
        ...nothingElse,
        'picture.redacted': {
          target: 'sending',
          actions: { type: 'rememberRedacted', params: ({ event }) => event },
        },
        'redaction.skipped': 'sending',
        'cancel.requested': { target: 'resting', actions: 'forgetUpload' },
      },
    },
    askingPassword: {
      on: {
        ...nothingElse,
        'password.given': [
          { guard: 'storeHasIt', target: 'adding', actions: setPassword },
          { target: 'sending', actions: setPassword },
        ],
        'cancel.requested': { target: 'resting', actions: ['forgetUpload', forgottenOnPhone] },
      },
    },
    sending: {
      tags: 'busy',
      entry: 'startToSend',
      initial: 'going',
      on: {
        ...nothingElse,
        'bytes.sent': { actions: { type: 'rememberPercent', params: ({ event }) => event } },
      },
      states: {
        going: { on: { 'cancel.requested': 'stopping' } },
        stopping: { entry: ['rememberWish', 'stop'] },
      },
      invoke: {
        src: 'send',
        input: ({ context, self }) => ({
          ...which(context),
          upload: uploadOf(context),
          report: (percent) => self.send({ type: 'bytes.sent', percent }),
          signal: (context.stop ?? new AbortController()).signal,
        }),
        onDone: [
          {
            guard: 'wasToldToStop',
            target: 'cancelled',
            actions: { type: 'rememberLeftovers', params: ({ event }) => ({ sent: event.output }) },
          },
          {
            guard: { type: 'wasSent', params: ({ event }) => ({ sent: event.output }) },
            target: 'adding',
            actions: 'rememberStored',
          },
          {
            guard: { type: 'hasFailed', params: ({ event }) => ({ sent: event.output }) },
            target: 'failed',
            actions: { type: 'rememberFault', params: ({ event }) => ({ sent: event.output }) },
          },
          { target: 'interrupted' },
        ],
      },
    },
    adding: {
      tags: 'busy',
      on: nothingElse,
      invoke: {
        src: 'add',
        input: ({ context }) => ({
          ...which(context),
          upload: uploadOf(context),
          password: context.password,
        }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'done',
            actions: {
              type: 'handOver',
              params: ({ context, event }) => ({ outcome: event.output, name: context.upload?.name ?? '' }),
            },
          },
          {
            guard: withOutcome('needsAPassword'),
            target: 'askingPassword',
            actions: 'rememberThatNoneOpenedIt',
          },
          {
            guard: withOutcome('wasFoundUnfit'),
            target: 'unfit',
            actions: [
              { type: 'rememberUnfit', params: ({ event }) => ({ why: unfitOf(event.output) }) },
              forgottenOnPhone,
            ],
          },
          { guard: withOutcome('wasLost'), target: 'failed', actions: 'rememberLost' },
          { guard: withOutcome('refused'), target: 'refused', actions: forgottenOnPhone },
          { target: 'interrupted' },
        ],
      },
    },
    /** The connection was lost; the upload resumes when it is restored. */
    interrupted: {
      on: {
        'retry.requested': goOn,
        'connection.restored': goOn,
        // What an earlier try has left in the store is taken away.
        'cancel.requested': 'sending.stopping',
      },
    },
    cancelled: { entry: forgottenOnPhone, on: { 'retry.requested': 'sending' } },
    failed: { on: { 'retry.requested': 'sending' } },
    refused: {},
    done: { entry: ['forgetUpload', forgottenOnPhone] },
    askingToRemove: { on: { 'removal.confirmed': 'removing', 'cancel.requested': 'resting' } },
    removing: {
      tags: 'busy',
      on: nothingElse,
      invoke: {
        src: 'remove',
        input: ({ context: { loanId, document } }) => ({ loanId, document }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'resting',
            actions: { type: 'handOver', params: ({ event }) => ({ outcome: event.output, name: '' }) },
          },
          { guard: withOutcome('refused'), target: 'refused' },
          { target: 'notRemoved' },
        ],
      },
    },
    notRemoved: { on: { 'retry.requested': 'removing' } },
  },
});

export type * from './document/setup.ts';
