/** One document on its way to its loan, as its paths are made. */
import type { SnapshotFrom } from 'xstate';
import type { LoanDocument } from '../../../domain/wire.ts';
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
    'the line is lost': { kind: 'unreachable' },
  },
  add: {
    added: ok(added),
    'the password is wrong': refusedFor('document.error.password.wrong'),
    'of another kind than it said': refusedFor('document.error.type'),
    'too large': refused(413),
    'the upload is gone': refusedFor('document.error.missing'),
    'the application is closed': refused(409),
    unreachable,
  },
  remove: {
    removed: ok(added),
    'the application is closed': refused(409),
    unreachable,
  },
};

const given =
  (type: DocumentInput['document'], more: Partial<DocumentInput> = {}) =>
  () => ({
    loanId: 'L1',
    document: type,
    needsProof: false,
    pendingUpload: null,
    ...more,
  });

const pan = 'a PAN photo is missing';
const aadhaar = 'the front of Aadhaar is missing';
const proof = 'an address proof is missing';
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
    'what is on its way is a file': (snapshot) =>
      !callsOf(snapshot).some((call) => call === 'send' || call === 'add') ||
      snapshot.context.upload !== null,
    'a loan is given only what the store has': (snapshot) =>
      !callsOf(snapshot).includes('add') || snapshot.context.isStored,
    'it is busy exactly while one call is under way': (snapshot) =>
      callsOf(snapshot).length === (snapshot.hasTag('busy') ? 1 : 0),
    'what is on its way is not replaced by another': (snapshot) =>
      !snapshot.hasTag('busy') || !snapshot.can({ type: 'file.chosen', file: new File([], '') }),
    'an address proof travels with its name': (snapshot) =>
      !snapshot.context.needsProof ||
      callsOf(snapshot).length === 0 ||
      snapshot.context.proof !== null ||
      callsOf(snapshot).includes('remove'),
    'what is stopped was told to stop': (snapshot) =>
      isStopping(snapshot) === (snapshot.matches('sending') && snapshot.context.cancelRequested),
    'what can be tried again is still there': (snapshot) =>
      !snapshot.can({ type: 'connection.restored' }) || snapshot.context.upload !== null,
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
      shows: 'nobody has to black them out',
      start: aadhaar,
      words: [...chosen, 'redaction.skipped'],
      ends: ends({ sending: 'inProgress' }, { upload: photo }),
    },
    {
      shows: 'an address proof is asked which one it is',
      start: proof,
      words: ['file.chosen', 'proof.chosen', 'file.chosen'],
      ends: ends('preparing', { proof: 'voter_id' }),
    },
    {
      shows:
        'a locked PDF is asked for its password, and again where that one is wrong; it is not sent twice',
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
      shows: 'what is of no kind that is taken is not sent',
      start: pan,
      words: ['file.chosen', 'prepare answers: of no kind that is taken'],
      ends: ends('invalidFile', { invalidReason: 'wrongType', upload: null }),
    },
    {
      shows: 'what only the server finds too large is told in the same way',
      start: pan,
      words: [...sent, 'add answers: too large'],
      ends: ends('invalidFile', { invalidReason: 'tooLarge' }),
    },
    {
      shows: 'where the line is lost, it goes on by itself once there is one again',
      start: pan,
      words: [...chosen, 'send answers: the line is lost', 'connection.restored'],
      ends: ends({ sending: 'inProgress' }, { upload: photo }),
    },
    {
      shows: 'what the store has already is only added again',
      start: pan,
      words: [...sent, 'add answers: unreachable', 'connection.restored'],
      ends: ends('adding', { isStored: true }),
    },
    {
      shows: 'what was lost in the store is sent again',
      start: pan,
      words: [...sent, 'add answers: the upload is gone', 'retry.requested'],
      ends: ends({ sending: 'inProgress' }, { isStored: false, upload: photo }),
    },
    {
      shows: 'it goes on where the page went',
      start: pendingUpload,
      words: ['send answers: sent', 'add answers: added'],
      ends: at('done'),
    },
    {
      shows: 'stopping waits until nothing of it is left, and says where something is',
      start: pan,
      words: [...chosen, 'cancel.requested', 'send answers: stopped, and parts are left'],
      ends: ends('cancelled', { leftovers: true }),
    },
    {
      shows: 'what was stopped can be sent again, from its first byte',
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
      shows: 'a document is taken away once that was asked for twice',
      start: pan,
      words: ['removal.requested', 'removal.confirmed', 'remove answers: removed'],
      ends: at('idle'),
    },
  ],
});
