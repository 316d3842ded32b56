/** The fee receipt on its way to its loan, as its paths are made. */
import { limits } from '../../../domain/limits.ts';
import type { Loan } from '../../../domain/wire.ts';
import { receiptTypes, type UploadContext, uploadMachine } from '../../../machines/upload.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './ends.ts';
import { decided, nothing, refused, unreachable } from './outcomes.ts';

const fileOf = (name: string, bytes: number, type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], name, { type });

const receipt = fileOf('receipt.pdf', 1000);
const scan = fileOf('scan.png', 2000, 'image/png');
const key = 'L1/fee_receipt';

const events: EventFixtures<typeof uploadMachine> = {
  'file.chosen': {
    'a receipt': { file: receipt },
    'a scan': { file: scan },
    'one byte too large': { file: fileOf('book.pdf', limits.receiptMaxBytes + 1) },
    'neither picture nor PDF': { file: fileOf('notes.txt', 10, 'text/plain') },
  },
  'bytes.sent': { 'to a half': { percent: 50 }, 'to the last': { percent: 100 } },
  'cancel.requested': nothing,
  'retry.requested': nothing,
  'alert.dismissed': nothing,
};

const answers: AnswerFixtures<typeof uploadMachine> = {
  send: { stored: decided({ key }), 'found too large': refused(413), unreachable },
  tie: {
    tied: decided({ loan_id: 'L1', fee_receipt: key } as Loan),
    'refused for good': refused(409),
    unreachable,
  },
};

const fits = ({ size, type }: File) => size <= limits.receiptMaxBytes && receiptTypes.includes(type);

const start = 'a loan without its receipt';
const sending = ['file.chosen a receipt', 'bytes.sent to a half'];
const stored = [...sending, 'send answers: stored'];
const ends = atWith<UploadContext>;

export const upload = subject<typeof uploadMachine>({
  name: 'upload',
  machine: uploadMachine,
  starts: { [start]: () => ({ loanId: 'L1' }) },
  events,
  answers,
  essence: ({ context }) => [context.file?.name, context.percent, context.key],
  laws: {
    'a file is tied only once it is stored': (snapshot) =>
      !(callsOf(snapshot).includes('tie') || snapshot.value === 'done') || snapshot.context.key !== null,
    'what is being sent is not stored yet': (snapshot) =>
      !callsOf(snapshot).includes('send') || snapshot.context.key === null,
    'nothing is sent that does not fit': ({ context }) => context.file === null || fits(context.file),
    'it is busy exactly while one call is under way': (snapshot) =>
      callsOf(snapshot).length === (snapshot.hasTag('busy') ? 1 : 0),
    'a file that is on its way is not replaced': (snapshot) =>
      !snapshot.hasTag('busy') || !snapshot.can({ type: 'file.chosen', file: scan }),
    'what can be tried again has a file': (snapshot) =>
      !snapshot.can({ type: 'retry.requested' }) || snapshot.context.file !== null,
  },
  journeys: [
    {
      shows: 'a receipt is sent, stored and tied',
      start,
      words: [...stored, 'tie answers: tied'],
      ends: ends('done', { file: receipt, key }),
    },
    {
      shows: 'what was stopped is sent again from its first byte',
      start,
      words: [...sending, 'cancel.requested', 'retry.requested'],
      ends: ends('uploading', { file: receipt, percent: 0, key: null }),
    },
    {
      shows: 'what is too large is not sent',
      start,
      words: ['file.chosen one byte too large'],
      ends: ends('tooLarge', { file: null }),
    },
    {
      shows: 'what only the server finds too large is told in the same way',
      start,
      words: [...sending, 'send answers: found too large'],
      ends: at('tooLarge'),
    },
    {
      shows: 'what is neither picture nor PDF is not sent, and another file can be chosen',
      start,
      words: ['file.chosen neither picture nor PDF', 'alert.dismissed', 'file.chosen a scan'],
      ends: ends('uploading', { file: scan }),
    },
    {
      shows: 'what is stored already is only tied again',
      start,
      words: [...stored, 'tie answers: unreachable', 'retry.requested'],
      ends: ends('tying', { key }),
    },
    {
      shows: 'what did not arrive is sent again',
      start,
      words: [...sending, 'send answers: unreachable', 'retry.requested'],
      ends: ends('uploading', { percent: 0 }),
    },
    {
      shows: 'a receipt that is tied can be replaced',
      start,
      words: [...stored, 'tie answers: tied', 'file.chosen a scan'],
      ends: ends('uploading', { file: scan, percent: 0, key: null }),
    },
  ],
});
