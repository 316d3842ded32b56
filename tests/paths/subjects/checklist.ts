/** The list of a loan's documents, as its paths are made. */
import type { Loan, LoanDocument } from '../../../domain/wire.ts';
import { checklistMachine, type ChecklistContext, type Papers } from '../../../machines/checklist.ts';
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
const papers = (scan: Parameters<typeof pan>[0]): Papers => ({ loan, documents: [pan(scan)] });

const events: EventFixtures<typeof checklistMachine> = {
  'retry.requested': nothing,
  'document.changed': {
    'it is there': { document: pan('clean') },
    'it is being checked': { document: pan('waiting') },
    'it was taken away': { document: pan(null) },
  },
};

const answers: AnswerFixtures<typeof checklistMachine> = {
  read: {
    'nothing there yet': ok(papers(null)),
    'one being checked': ok(papers('waiting')),
    'one there': ok(papers('clean')),
    'not this device’s': refused(404),
    'a page without a key': refused(401),
    'refused for good': refused(400),
    unreachable,
  },
};

const start = 'a loan whose documents are asked for';
const scanOf = ({ papers: read }: ChecklistContext) => read?.documents[0]?.content?.scan ?? null;
const ends = atWith<ChecklistContext>;
const checked = ['read answers: one being checked', 'moment passes'];

export const checklist = subject<typeof checklistMachine>({
  name: 'checklist',
  machine: checklistMachine,
  starts: { [start]: () => ({ loanId: 'L1' }) },
  events,
  answers,
  stateKey: ({ context }) => [context.papers === null, scanOf(context)],
  invariants: {
    'what is shown was read': ({ context, value }) =>
      (typeof value === 'object') === (context.papers !== null),
    'it is read again exactly while something is being checked': (snapshot) =>
      !snapshot.matches('shown') ||
      (scanOf(snapshot.context) === 'waiting') === !snapshot.matches({ shown: 'resting' }),
    'at most one reading is under way': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'what is being checked is looked at until it is there',
      start,
      words: [...checked, 'readAgain answers: one there'],
      ends: ends({ shown: 'resting' }, { papers: papers('clean') }),
    },
    {
      shows: 'a look that does not reach the server takes nothing away',
      start,
      words: [...checked, 'readAgain answers: unreachable'],
      ends: ends({ shown: 'waiting' }, { papers: papers('waiting') }),
    },
    {
      shows: 'what was added is seen at once',
      start,
      words: ['read answers: nothing there yet', 'document.changed it is there'],
      ends: ends({ shown: 'resting' }, { papers: papers('clean') }),
    },
    {
      shows: 'a list that did not come is asked for again',
      start,
      words: ['read answers: unreachable', 'retry.requested', 'read answers: one there'],
      ends: ends({ shown: 'resting' }, { papers: papers('clean') }),
    },
    {
      shows: 'another device has to open the application first',
      start,
      words: ['read answers: not this device’s'],
      ends: at('lost'),
    },
  ],
});
