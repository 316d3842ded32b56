/**
 * The documents of a loan: what is needed, what is there, what is missing (specification, section 3). While a document
 * is being checked for harmful content, the list is read again now and then.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { Loan, LoanDocument } from '../domain/wire.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  valueOf,
  withOutcome,
} from './outcome.ts';

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
  actors: { read: placeholderActor<Outcome<Papers>, { loanId: string }>() },
  guards: {
    somethingIsBeingChecked: ({ context }) =>
      context.papers?.documents.some(({ content }) => content?.scan === 'waiting') ?? false,
    succeeded,
    cannotBeOpened: (_, { outcome }: OutcomeParams) => [401, 404].includes(statusOf(outcome) ?? 0),
  },
  actions: {
    setPapers: assign(({ context }, { outcome }: OutcomeParams<Papers>) => ({
      papers: valueOf(outcome) ?? context.papers,
    })),
    setDocument: assign(({ context }, { document }: { document: LoanDocument }) => ({
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
          { guard: withOutcome('succeeded'), target: 'shown', actions: withOutcome('setPapers') },
          { guard: withOutcome('cannotBeOpened'), target: 'lost' },
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
          actions: { type: 'setDocument', params: ({ event }) => event },
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
            onDone: { target: 'resting', actions: withOutcome('setPapers') },
          },
        },
      },
    },
  },
});
