/** The paths of one document from its choice to its loan. */
import type { SnapshotFrom } from 'xstate';
import type { LoanDocument } from '../../../domain/values/wire.ts';
import {
  type DocumentChange,
  type DocumentContext,
  type DocumentInput,
  documentMachine,
  type PrepareResult,
  type Upload,
} from '../../../machines/document.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { ok, nothing, refused, unreachable } from './outcomes.ts';

type Snapshot = SnapshotFrom<typeof documentMachine>;

const blobOf = (bytes: number, type: string) => new Blob([new Uint8Array(bytes)], { type });
const uploadOf = (name: string, blob: Blob): Upload => ({ key: `key-of-${name}`, name, blob });

const photo = uploadOf('photo.jpg', blobOf(900, 'image/jpeg'));
const statement = uploadOf('statement.pdf', blobOf(800, 'application/pdf'));
const blackened = blobOf(700, 'image/jpeg');

const prepared = (upload: Upload, about: { isPicture: boolean; isLocked: boolean }): PrepareResult => ({
  kind: 'prepared',
  upload,
  ...about,
});

const events: EventFixtures<typeof documentMachine> = {
  'proof.chosen': { '': { proof: 'voter_id' } },
  'file.chosen': { '': { file: new File([photo.blob], photo.name) } },
  'picture.redacted': { '': { blob: blackened } },
  'redaction.skipped': nothing,
  'password.entered': { 'a password': { password: 'secret' }, 'none is needed': { password: '' } },
  'bytes.sent': { 'to a half': { percent: 50 } },
  'cancel.requested': nothing,
  'retry.requested': nothing,
  'connection.restored': nothing,
  'removal.requested': nothing,
  'removal.confirmed': nothing,
  'alert.dismissed': nothing,
};

const refusedFor = (code: string) => refused(400, { errors: [{ field: 'key', code, message: '' }] });
const panPhoto: LoanDocument = { type: 'pan_photo', need: 'required', content: null };
const added: DocumentChange = { document: panPhoto, loan: null };

const answers: AnswerFixtures<typeof documentMachine> = {
  prepare: {
    'a picture': prepared(photo, { isPicture: true, isLocked: false }),
    'a locked PDF': prepared(statement, { isPicture: false, isLocked: true }),
    'of no kind that is taken': { kind: 'invalidFile', reason: 'wrongType' },
  },
  send: {
    sent: { kind: 'sent' },
    'stopped, and nothing is left': { kind: 'cancelled', clean: true },
    'stopped, and parts are left': { kind: 'cancelled', clean: false },
    'without credentials': { kind: 'failed', fault: 'noCredentials' },
    'to a loan that is closed': { kind: 'closed' },
    'the line is lost': { kind: 'unreachable' },
  },
  add: {
    added: ok(added),
    'the password is wrong': refusedFor('document.error.password.wrong'),
    'of another kind than it said': refusedFor('document.error.type'),
    'too large': refused(413),
    'the upload is gone': refusedFor('document.error.missing'),
    'the application is closed': refused(409),
    'the server is busy': refused(503),
    unreachable,
  },
  remove: {
    removed: ok(added),
    'the application is closed': refused(409),
    'the server is busy': refused(503),
    unreachable,
  },
};

const given =
  (type: DocumentInput['document'], more: Partial<DocumentInput> = {}) =>
  () => ({
    loanId: 'L1',
    document: type,
    needsProof: false,
    storedProof: null,
    pendingUpload: null,
    ...more,
  });

const pan = 'a PAN photo is missing';
const aadhaar = 'the front of Aadhaar is missing';
const proof = 'an address proof is missing';
const storedProof = 'an address proof is to be replaced';
const pendingUpload = 'a statement was on its way when the page went';

const chosen = ['file.chosen', 'prepare answers: a picture'];
const sent = [...chosen, 'send answers: sent'];
const locked = ['file.chosen', 'prepare answers: a locked PDF'];
const ends = atWith<DocumentContext>;
const isStopping = (snapshot: Snapshot) => snapshot.matches({ sending: 'cancelling' });

export const document = subject<typeof documentMachine>({
  name: 'document',
  machine: documentMachine,
  starts: {
    [pan]: given('pan_photo'),
    [aadhaar]: given('aadhaar_front'),
    [proof]: given('current_address_proof', { needsProof: true }),
    [storedProof]: given('current_address_proof', { needsProof: true, storedProof: 'passport' }),
    [pendingUpload]: given('bank_statement_3_months', { pendingUpload: { upload: statement, proof: null } }),
  },
  events,
  answers,
  stateKey: ({ context }) => [
    context.document,
    context.proof,
    context.upload?.name,
    context.upload?.blob === blackened,
    context.password,
    context.passwordIsWrong,
    context.isStored,
    context.invalidReason,
    context.fault,
    context.leftovers,
    context.percent,
    context.cancelRequested,
  ],
  invariants: {
    'an upload has a file': (snapshot) =>
      !callsOf(snapshot).some((call) => call === 'send' || call === 'add') ||
      snapshot.context.upload !== null,
    'only a stored upload is added to the loan': (snapshot) =>
      !callsOf(snapshot).includes('add') || snapshot.context.isStored,
    'it is busy exactly while one call is in flight': (snapshot) =>
      callsOf(snapshot).length === (snapshot.hasTag('busy') ? 1 : 0),
    'a document is not replaced during its upload': (snapshot) =>
      !snapshot.hasTag('busy') || !snapshot.can({ type: 'file.chosen', file: new File([], '') }),
    'an address proof is sent with its kind': (snapshot) =>
      !snapshot.context.needsProof ||
      callsOf(snapshot).length === 0 ||
      snapshot.context.proof !== null ||
      callsOf(snapshot).includes('remove'),
    'an upload is being cancelled exactly where that was requested': (snapshot) =>
      isStopping(snapshot) === (snapshot.matches('sending') && snapshot.context.cancelRequested),
    'an upload that can be retried still has its file': (snapshot) =>
      !snapshot.can({ type: 'connection.restored' }) || snapshot.context.upload !== null,
    'a file that waits for the kind of its proof is kept': (snapshot) =>
      !(snapshot.matches('proofRequired') || snapshot.matches('preparing')) || snapshot.context.file !== null,
    'a password does not outlive its document': ({ context }) =>
      context.upload !== null || context.password === '',
  },
  journeys: [
    {
      shows: 'a photo is made ready, sent and added',
      start: pan,
      words: [...sent, 'add answers: added'],
      ends: ends('done', { upload: null }),
    },
    {
      shows: 'the first digits of an Aadhaar number are blacked out before anything is sent',
      start: aadhaar,
      words: [...chosen, 'picture.redacted'],
      ends: ends({ sending: 'inProgress' }, { upload: { ...photo, blob: blackened } }),
    },
    {
      shows: 'blacking them out can be skipped',
      start: aadhaar,
      words: [...chosen, 'redaction.skipped'],
      ends: ends({ sending: 'inProgress' }, { upload: photo }),
    },
    {
      shows: 'for an address proof its kind is asked for',
      start: proof,
      words: ['file.chosen', 'proof.chosen'],
      ends: ends('preparing', { proof: 'voter_id' }),
    },
    {
      shows: 'the kind of an address proof that is replaced is not asked for again',
      start: storedProof,
      words: ['file.chosen'],
      ends: ends('preparing', { proof: 'passport' }),
    },
    {
      shows: 'the password of a locked PDF is asked for, and again where it is wrong; it is not sent twice',
      start: pan,
      words: [
        ...locked,
        'password.entered a password',
        'send answers: sent',
        'add answers: the password is wrong',
        'password.entered a password',
        'add answers: added',
      ],
      ends: at('done'),
    },
    {
      shows: 'a file of no accepted type is not sent',
      start: pan,
      words: ['file.chosen', 'prepare answers: of no kind that is taken'],
      ends: ends('invalidFile', { invalidReason: 'wrongType', upload: null }),
    },
    {
      shows: 'a file that only the server finds too large is reported in the same way',
      start: pan,
      words: [...sent, 'add answers: too large'],
      ends: ends('invalidFile', { invalidReason: 'tooLarge' }),
    },
    {
      shows: 'without a connection the upload waits, and goes on by itself once there is one',
      start: pan,
      words: [...chosen, 'send answers: the line is lost', 'connection.restored'],
      ends: ends({ sending: 'inProgress' }, { upload: photo }),
    },
    {
      shows: 'a loan that is closed meanwhile refuses the upload, which is not tried again',
      start: pan,
      words: [...chosen, 'send answers: to a loan that is closed'],
      ends: at('refused'),
    },
    {
      shows: 'a stored upload is only added again',
      start: pan,
      words: [...sent, 'add answers: unreachable', 'connection.restored'],
      ends: ends('adding', { isStored: true }),
    },
    {
      shows: 'a stored upload that a busy server does not add is added again',
      start: pan,
      words: [...sent, 'add answers: the server is busy', 'retry.requested'],
      ends: ends('adding', { isStored: true, upload: photo }),
    },
    {
      shows: 'an upload that failed is forgotten where it is cancelled',
      start: pan,
      words: [...chosen, 'send answers: without credentials', 'alert.dismissed'],
      ends: ends('idle', { upload: null }),
    },
    {
      shows: 'an upload that the store has lost is sent again',
      start: pan,
      words: [...sent, 'add answers: the upload is gone', 'retry.requested'],
      ends: ends({ sending: 'inProgress' }, { isStored: false, upload: photo }),
    },
    {
      shows: 'an upload that the page interrupted goes on',
      start: pendingUpload,
      words: ['send answers: sent', 'add answers: added'],
      ends: at('done'),
    },
    {
      shows: 'cancelling waits until the upload is deleted, and reports where parts of it are left',
      start: pan,
      words: [...chosen, 'cancel.requested', 'send answers: stopped, and parts are left'],
      ends: ends('cancelled', { leftovers: true }),
    },
    {
      shows: 'a cancelled upload can be sent again, from its first byte',
      start: pan,
      words: [
        ...chosen,
        'bytes.sent to a half',
        'cancel.requested',
        'send answers: stopped, and nothing is left',
        'retry.requested',
      ],
      ends: ends({ sending: 'inProgress' }, { percent: 0, leftovers: false }),
    },
    {
      shows: 'a document is removed after a confirmation',
      start: pan,
      words: ['removal.requested', 'removal.confirmed', 'remove answers: removed'],
      ends: at('idle'),
    },
  ],
});
