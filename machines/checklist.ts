/**
 * The documents of a loan: required, uploaded, missing (specification, section 3). While a document is
 * scanned for harmful content, the list is polled.
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
  withEvent,
  withOutcome,
} from './outcome.ts';

export interface LoanDocuments {
  loan: Loan;
  documents: LoanDocument[];
}

export interface ChecklistContext {
  loanId: string;
  /** Null until they are read. */
  loanDocuments: LoanDocuments | null;
}

export type ChecklistEvent =
  { type: 'retry.requested' } | { type: 'document.changed'; document: LoanDocument };

const replaceDocument = (loanDocuments: LoanDocuments | null, document: LoanDocument): LoanDocuments | null =>
  loanDocuments && {
    ...loanDocuments,
    documents: loanDocuments.documents.map((one) => (one.type === document.type ? document : one)),
  };

export const checklistMachine = setup({
  types: {
    context: {} as ChecklistContext,
    events: {} as ChecklistEvent,
    input: {} as { loanId: string },
    tags: {} as 'busy',
  },
  actors: { readDocuments: placeholderActor<Outcome<LoanDocuments>, { loanId: string }>() },
  guards: {
    scanIsPending: ({ context }) =>
      context.loanDocuments?.documents.some(({ content }) => content?.scan === 'waiting') ?? false,
    succeeded,
    isInaccessible: (_, { outcome }: OutcomeParams) => [401, 404].includes(statusOf(outcome) ?? 0),
  },
  actions: {
    setLoanDocuments: assign(({ context }, { outcome }: OutcomeParams<LoanDocuments>) => ({
      loanDocuments: valueOf(outcome) ?? context.loanDocuments,
    })),
    setDocument: assign(({ context }, { document }: { document: LoanDocument }) => ({
      loanDocuments: replaceDocument(context.loanDocuments, document),
    })),
  },
  delays: { pollInterval: 3000 },
}).createMachine({
  id: 'checklist',
  context: ({ input }) => ({ loanId: input.loanId, loanDocuments: null }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readDocuments',
        src: 'readDocuments',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'loaded', actions: withOutcome('setLoanDocuments') },
          { guard: withOutcome('isInaccessible'), target: 'notFound' },
          { target: 'failed' },
        ],
      },
    },
    /** This device has no valid token of the loan, or there is no such loan. */
    notFound: {},
    failed: { on: { 'retry.requested': 'reading' } },
    loaded: {
      initial: 'idle',
      on: {
        'document.changed': { target: '.idle', actions: withEvent('setDocument') },
      },
      states: {
        idle: { always: { guard: 'scanIsPending', target: 'waiting' } },
        waiting: { after: { pollInterval: 'polling' } },
        // A failed poll is ignored: the next one follows.
        polling: {
          invoke: {
            id: 'pollDocuments',
            src: 'readDocuments',
            input: ({ context }) => ({ loanId: context.loanId }),
            onDone: { target: 'idle', actions: withOutcome('setLoanDocuments') },
          },
        },
      },
    },
  },
});
