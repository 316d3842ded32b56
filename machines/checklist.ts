/**
 * The documents of a loan: what is needed, what is there, what is missing (specification, section 3). While a document
 * is being checked for harmful content, the list is read again now and then.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { Loan, LoanDocument } from '../domain/wire.ts';
import { unprovided } from './unprovided.ts';

export interface Papers {
  loan: Loan;
  documents: LoanDocument[];
}

export interface ChecklistContext {
  loanId: string;
  /** Null until they are read. */
  papers: Papers | null;
}

export type ChecklistEvent =
  { type: 'retry.requested' } | { type: 'document.changed'; document: LoanDocument };

const changed = (papers: Papers | null, document: LoanDocument): Papers | null =>
  papers && {
    ...papers,
    documents: papers.documents.map((one) => (one.type === document.type ? document : one)),
  };

export const checklistMachine = setup({
  types: {
    context: {} as ChecklistContext,
    events: {} as ChecklistEvent,
    input: {} as { loanId: string },
    tags: {} as 'busy',
  },
  actors: { read: unprovided<Outcome<Papers>, { loanId: string }>() },
  guards: {
    somethingIsBeingChecked: ({ context }) =>
      context.papers?.documents.some(({ content }) => content?.scan === 'waiting') ?? false,
    wasDecided: (_, { outcome }: { outcome: Outcome<Papers> }) => outcome.kind === 'decided',
    cannotBeOpened: (_, { outcome }: { outcome: Outcome<Papers> }) =>
      outcome.kind === 'refused' && (outcome.status === 404 || outcome.status === 401),
  },
  actions: {
    rememberPapers: assign((_, { outcome }: { outcome: Outcome<Papers> }) =>
      outcome.kind === 'decided' ? { papers: outcome.value } : {},
    ),
    rememberDocument: assign(({ context }, { document }: { document: LoanDocument }) => ({
      papers: changed(context.papers, document),
    })),
  },
  delays: { moment: 3000 },
}).createMachine({
  id: 'checklist',
  context: ({ input }) => ({ loanId: input.loanId, papers: null }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'shown',
            actions: { type: 'rememberPapers', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'cannotBeOpened', params: ({ event }) => ({ outcome: event.output }) },
            target: 'lost',
          },
          { target: 'failed' },
        ],
      },
    },
    /** The loan cannot be opened with what is on this device. */
    lost: {},
    failed: { on: { 'retry.requested': 'reading' } },
    shown: {
      initial: 'resting',
      on: {
        'document.changed': {
          target: '.resting',
          actions: { type: 'rememberDocument', params: ({ event }) => ({ document: event.document }) },
        },
      },
      states: {
        resting: { always: { guard: 'somethingIsBeingChecked', target: 'waiting' } },
        waiting: { after: { moment: 'lookingAgain' } },
        // What does not come now is asked for the next time.
        lookingAgain: {
          invoke: {
            id: 'readAgain',
            src: 'read',
            input: ({ context }) => ({ loanId: context.loanId }),
            onDone: {
              target: 'resting',
              actions: { type: 'rememberPapers', params: ({ event }) => ({ outcome: event.output }) },
            },
          },
        },
      },
    },
  },
});
