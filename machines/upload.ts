/**
 * One file on its way to its loan: chosen, sent with progress, tied to the loan. It can be stopped while it is
 * sent, and tried again from where it failed (specification, sections 5, 8 and 9).
 */
import { assign, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Loan } from '../domain/wire.ts';
import { unprovided } from './unprovided.ts';

/** The kinds of file that the contract takes. */
export const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

export type UploadEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'bytes.sent'; percent: number }
  | { type: 'cancel.requested' }
  | { type: 'retry.requested' }
  | { type: 'alert.dismissed' };

export interface UploadContext {
  loanId: string;
  file: File | null;
  /** Whole percent of the bytes that are sent. */
  percent: number;
  /** The key under which the file is stored; null until it is. */
  key: string | null;
}

export interface SendInput {
  loanId: string;
  file: File;
  report: (percent: number) => void;
}

const isTooLarge = (file: File) => file.size > limits.receiptMaxBytes;
const isNoPictureOrPdf = (file: File) => !receiptTypes.includes(file.type);
/** A file on its way is not replaced by another. */
const noOtherFile = { 'file.chosen': {}, 'alert.dismissed': {} };

const wasFoundTooLarge = (outcome: Outcome<unknown>) => outcome.kind === 'refused' && outcome.status === 413;

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as { loanId: string },
    tags: {} as 'busy',
  },
  actors: {
    send: unprovided<Outcome<{ key: string }>, SendInput>(),
    tie: unprovided<Outcome<Loan>, { loanId: string; key: string }>(),
  },
  guards: {
    fileIsStored: ({ context }) => context.key !== null,
  },
  actions: {
    startOver: assign({ percent: 0, key: null }),
    /** The loan with its receipt goes to whoever holds the loan. */
    handOver: (_, _params: { outcome: Outcome<Loan> }) => {},
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ loanId: input.loanId, file: null, percent: 0, key: null }),
  initial: 'choosing',
  on: {
    'file.chosen': [
      { guard: ({ event }) => isTooLarge(event.file), target: '.tooLarge' },
      { guard: ({ event }) => isNoPictureOrPdf(event.file), target: '.wrongType' },
      { target: '.uploading', actions: assign(({ event }) => ({ file: event.file })) },
    ],
    'alert.dismissed': '.choosing',
  },
  states: {
    choosing: {},
    tooLarge: {},
    wrongType: {},
    uploading: {
      tags: 'busy',
      entry: 'startOver',
      on: {
        'bytes.sent': { actions: assign(({ event }) => ({ percent: event.percent })) },
        'cancel.requested': 'cancelled',
        ...noOtherFile,
      },
      invoke: {
        src: 'send',
        input: ({ context, self }) => {
          if (!context.file) throw new Error('Only a chosen file is sent');
          return {
            loanId: context.loanId,
            file: context.file,
            report: (percent) => self.send({ type: 'bytes.sent', percent }),
          };
        },
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: 'tying',
            actions: assign(({ event }) =>
              event.output.kind === 'decided' ? { key: event.output.value.key } : {},
            ),
          },
          { guard: ({ event }) => wasFoundTooLarge(event.output), target: 'tooLarge' },
          { target: 'failed' },
        ],
      },
    },
    tying: {
      tags: 'busy',
      on: noOtherFile,
      invoke: {
        src: 'tie',
        input: ({ context }) => ({ loanId: context.loanId, key: context.key ?? '' }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: 'done',
            actions: { type: 'handOver', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed' },
        ],
      },
    },
    done: {},
    cancelled: { on: { 'retry.requested': 'uploading' } },
    failed: {
      on: { 'retry.requested': [{ guard: 'fileIsStored', target: 'tying' }, { target: 'uploading' }] },
    },
  },
});
