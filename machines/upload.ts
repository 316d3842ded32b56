/**
 * One file on its way to its loan: chosen, sent with progress, tied to the loan. It can be stopped while it is
 * sent, and tried again from where it failed (specification, sections 5, 8 and 9).
 */
import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Loan } from '../domain/wire.ts';

/** The kinds of file that the contract takes. */
export const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

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

const missing = (name: string) => (): never => {
  throw new Error(`The edge provides no ${name}`);
};

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as { loanId: string },
    tags: {} as 'busy',
  },
  actors: {
    send: fromPromise<Outcome<{ key: string }>, SendInput>(missing('send')),
    tie: fromPromise<Outcome<Loan>, { loanId: string; key: string }>(missing('tie')),
  },
  guards: {
    isTooLarge: (_, params: { file: File }) => params.file.size > limits.receiptMaxBytes,
    isNoPictureOrPdf: (_, params: { file: File }) => !receiptTypes.some((type) => type === params.file.type),
    isStored: ({ context }) => context.key !== null,
    wasDecided: (_, params: { outcome: Outcome<unknown> }) => params.outcome.kind === 'decided',
    wasFoundTooLarge: (_, params: { outcome: Outcome<unknown> }) =>
      params.outcome.kind === 'refused' && params.outcome.status === 413,
  },
  actions: {
    rememberFile: assign((_, params: { file: File }) => ({ file: params.file, percent: 0, key: null })),
    rememberPercent: assign((_, params: { percent: number }) => ({ percent: params.percent })),
    rememberKey: assign((_, params: { outcome: Outcome<{ key: string }> }) => ({
      key: params.outcome.kind === 'decided' ? params.outcome.value.key : null,
    })),
    startOver: assign({ percent: 0 }),
    /** The loan with its receipt goes to whoever holds the loan. */
    handOver: (_, _params: { outcome: Outcome<Loan> }) => {},
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ loanId: input.loanId, file: null, percent: 0, key: null }),
  initial: 'choosing',
  states: {
    choosing: { on: { 'file.chosen': chosen() } },
    tooLarge: { on: { 'alert.dismissed': 'choosing' } },
    wrongType: { on: { 'alert.dismissed': 'choosing' } },
    uploading: {
      tags: 'busy',
      entry: 'startOver',
      on: {
        'bytes.sent': {
          actions: { type: 'rememberPercent', params: ({ event }) => ({ percent: event.percent }) },
        },
        'cancel.requested': 'cancelled',
      },
      invoke: {
        id: 'send',
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
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'tying',
            actions: { type: 'rememberKey', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'wasFoundTooLarge', params: ({ event }) => ({ outcome: event.output }) },
            target: 'tooLarge',
          },
          { target: 'failed' },
        ],
      },
    },
    tying: {
      tags: 'busy',
      invoke: {
        id: 'tie',
        src: 'tie',
        input: ({ context }) => ({ loanId: context.loanId, key: context.key ?? '' }),
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'done',
            actions: { type: 'handOver', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed' },
        ],
      },
    },
    done: { on: { 'file.chosen': chosen(), 'alert.dismissed': 'choosing' } },
    cancelled: { on: { 'file.chosen': chosen(), 'retry.requested': 'uploading' } },
    failed: {
      on: {
        'retry.requested': [{ guard: 'isStored', target: 'tying' }, { target: 'uploading' }],
        'alert.dismissed': 'choosing',
      },
    },
  },
});

function chosen() {
  const file = ({ event }: { event: { type: 'file.chosen'; file: File } }) => ({ file: event.file });
  return [
    { guard: { type: 'isTooLarge' as const, params: file }, target: 'tooLarge' as const },
    { guard: { type: 'isNoPictureOrPdf' as const, params: file }, target: 'wrongType' as const },
    { target: 'uploading' as const, actions: { type: 'rememberFile' as const, params: file } },
  ];
}
