/** The list of a loan's documents, as its paths are made. */
import assert from 'node:assert/strict';
import type { Loan, LoanDocument } from '../../../domain/values/wire.ts';
import { checklistMachine, type ChecklistContext, type LoanDocuments } from '../../../machines/checklist.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { ok, nothing, refused, unreachable } from './outcomes.ts';

const content = {
  key: 'documents/L1/pan_photo/hash',
  e_tag: 'hash',
  size: 1000,
  content_type: 'image/jpeg',
  uploaded_at: '2026-06-01T04:30:00.000Z',
  proof: null,
  has_password: false,
  scan: 'clean',
  submitted: false,
} as const satisfies LoanDocument['content'];

const pan = (scan: 'waiting' | 'clean' | null): LoanDocument => ({
  type: 'pan_photo',
  need: 'required',
  content: scan && { ...content, scan },
});

const loan = { loan_id: 'L1', status: 'draft', queries: [] } as unknown as Loan;
const loanDocuments = (scan: Parameters<typeof pan>[0]): LoanDocuments => ({ loan, documents: [pan(scan)] });

/** The lender waits for the statement. */
const pendingLoan = {
  ...loan,
  status: 'pending',
  employment_details: { employment_type: 'Salaried' },
} as unknown as Loan;
const statement = (scan: Parameters<typeof pan>[0]): LoanDocument => ({
  ...pan(scan),
  type: 'bank_statement_3_months',
});
const awaited = (scan: Parameters<typeof pan>[0]): LoanDocuments => ({
  loan: pendingLoan,
  documents: [statement(scan)],
});

const events: EventFixtures<typeof checklistMachine> = {
  'retry.requested': nothing,
  'document.changed': {
    'it is there': { document: pan('clean') },
    'it is being checked': { document: pan('waiting') },
    'it was taken away': { document: pan(null) },
    'the awaited one is there': { document: statement('clean') },
  },
};

const answers: AnswerFixtures<typeof checklistMachine> = {
  readDocuments: {
    'nothing there yet': ok(loanDocuments(null)),
    'one being checked': ok(loanDocuments('waiting')),
    'one there': ok(loanDocuments('clean')),
    'not this device’s': refused(404),
    'a page without a key': refused(401),
    'refused for good': refused(400),
    'the lender waits for one': ok(awaited(null)),
    'the awaited one being checked': ok(awaited('waiting')),
    'the awaited one there': ok(awaited('clean')),
    unreachable,
  },
  refreshVerdict: {
    approved: ok({ status: 'APPROVED' }),
    'still pending': ok({ status: 'PENDING' }),
    unreachable,
  },
};

const start = 'a loan whose documents are asked for';
const scanOf = ({ loanDocuments: read }: ChecklistContext) => read?.documents[0]?.content?.scan ?? null;
const ends = atWith<ChecklistContext>;
const checked = ['readDocuments answers: one being checked', 'pollInterval passes'];

export const checklist = subject<typeof checklistMachine>({
  name: 'checklist',
  machine: checklistMachine,
  starts: { [start]: () => ({ loanId: 'L1' }) },
  events,
  answers,
  stateKey: ({ context }) => [
    context.loanDocuments?.loan.status,
    scanOf(context),
    context.refreshedFor !== null,
  ],
  invariants: {
    'a loaded list has documents': ({ context, value }) =>
      (typeof value === 'object') === (context.loanDocuments !== null),
    'it is polled exactly while a document is being checked': (snapshot) =>
      !snapshot.matches('loaded') ||
      (scanOf(snapshot.context) === 'waiting') ===
        (snapshot.matches({ loaded: 'waiting' }) || snapshot.matches({ loaded: 'polling' })),
    'the lender is asked again only about a document that is there': (snapshot) =>
      !snapshot.matches({ loaded: 'refreshingVerdict' }) || scanOf(snapshot.context) === 'clean',
    'at most one request is in flight': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'a document that is being checked is polled until it is there',
      start,
      words: [...checked, 'pollDocuments answers: one there'],
      ends: ends({ loaded: 'idle' }, { loanDocuments: loanDocuments('clean') }),
    },
    {
      shows: 'a failed poll leaves the list as it is',
      start,
      words: [...checked, 'pollDocuments answers: unreachable'],
      ends: ends({ loaded: 'waiting' }, { loanDocuments: loanDocuments('waiting') }),
    },
    {
      shows: 'an added document is listed at once',
      start,
      words: ['readDocuments answers: nothing there yet', 'document.changed it is there'],
      ends: ends({ loaded: 'idle' }, { loanDocuments: loanDocuments('clean') }),
    },
    {
      shows: 'the lender is asked again once its document is there, and its new verdict is shown',
      start,
      words: [
        'readDocuments answers: the lender waits for one',
        'document.changed the awaited one is there',
        'refreshVerdict answers: approved',
      ],
      ends: (snapshot) => {
        assert.equal(snapshot.matches({ loaded: 'idle' }), true);
        assert.equal(snapshot.context.loanDocuments?.loan.status, 'approved');
      },
    },
    {
      shows: 'the lender is asked once about one document, whatever it answers',
      start,
      words: ['readDocuments answers: the awaited one there', 'refreshVerdict answers: still pending'],
      ends: (snapshot) => assert.equal(snapshot.matches({ loaded: 'idle' }), true),
    },
    {
      shows: 'a list that could not be read can be requested again',
      start,
      words: ['readDocuments answers: unreachable', 'retry.requested', 'readDocuments answers: one there'],
      ends: ends({ loaded: 'idle' }, { loanDocuments: loanDocuments('clean') }),
    },
    {
      shows: 'on another device the application has to be opened first',
      start,
      words: ['readDocuments answers: not this device’s'],
      ends: at('notFound'),
    },
  ],
});
