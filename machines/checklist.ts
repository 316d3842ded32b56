/**
 * The documents of a loan: required, uploaded, missing (specification, section 3). The list is polled while a document
 * is scanned for harmful content. The lender is asked again when the document that a pending verdict asks for is
 * uploaded (decision 27).
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import { bankStatementFor } from '../domain/loan/requested-document.ts';
import { verdictOf } from '../domain/lending/lender.ts';
import { lockOf } from '../domain/loan/lock.ts';
import { isContentViewable } from '../domain/loan/documents.ts';
import type { LenderResult, Loan, LoanDocument } from '../domain/values/wire.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  valueOf,
  withEvent,
  withOutcome,
  withValue,
} from './outcome.ts';

export interface LoanDocuments {
  loan: Loan;
  documents: LoanDocument[];
}

export interface ChecklistContext {
  loanId: string;
  /** Null until they are read. */
  loanDocuments: LoanDocuments | null;
  /** The e_tag of the requested document about which the lender was asked last. */
  refreshedFor: string | null;
}

export type ChecklistEvent =
  { type: 'retry.requested' } | { type: 'document.changed'; document: LoanDocument };

const replaceDocument = (loanDocuments: LoanDocuments | null, document: LoanDocument): LoanDocuments | null =>
  loanDocuments && {
    ...loanDocuments,
    documents: loanDocuments.documents.map((one) => (one.type === document.type ? document : one)),
  };

/** Returns the document that the lender waits for; null where it waits for none, or a reviewer does. */
export function requestedDocumentOf({ loan, documents }: LoanDocuments): LoanDocument | null {
  if (loan.status !== 'pending' || lockOf(loan).mode !== 'locked') return null;
  return documents.find(({ type }) => type === bankStatementFor(loan)) ?? null;
}

/** Returns the e_tag of that document, once it is there and may be opened. */
const requestedContentOf = (loanDocuments: LoanDocuments | null): string | null => {
  const content = loanDocuments && requestedDocumentOf(loanDocuments)?.content;
  return content && isContentViewable(content) ? content.e_tag : null;
};

export const checklistMachine = setup({
  types: {
    context: {} as ChecklistContext,
    events: {} as ChecklistEvent,
    input: {} as { loanId: string },
    tags: {} as 'busy',
  },
  actors: {
    readDocuments: placeholderActor<Outcome<LoanDocuments>, { loanId: string }>(),
    refreshVerdict: placeholderActor<Outcome<LenderResult>, { loanId: string }>(),
  },
  guards: {
    scanIsPending: ({ context }) =>
      context.loanDocuments?.documents.some(({ content }) => content?.scan === 'waiting') ?? false,
    requestedDocumentIsNew: ({ context }) => {
      const content = requestedContentOf(context.loanDocuments);
      return content !== null && content !== context.refreshedFor;
    },
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
    setVerdict: assign(({ context: { loanDocuments } }, { value: result }: { value: LenderResult }) => {
      if (!loanDocuments) return {};
      const loan = { ...loanDocuments.loan, status: verdictOf(result), lender_result: result };
      return { loanDocuments: { ...loanDocuments, loan } };
    }),
    setRefreshedFor: assign(({ context }) => ({ refreshedFor: requestedContentOf(context.loanDocuments) })),
  },
  delays: { pollInterval: 3000 },
}).createMachine({
  id: 'checklist',
  context: ({ input }) => ({ loanId: input.loanId, loanDocuments: null, refreshedFor: null }),
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
        idle: {
          always: [
            { guard: 'scanIsPending', target: 'waiting' },
            { guard: 'requestedDocumentIsNew', target: 'refreshingVerdict' },
          ],
        },
        refreshingVerdict: {
          entry: 'setRefreshedFor',
          invoke: {
            id: 'refreshVerdict',
            src: 'refreshVerdict',
            input: ({ context }) => ({ loanId: context.loanId }),
            onDone: [
              { guard: withOutcome('succeeded'), target: 'idle', actions: withValue('setVerdict') },
              // The status screen asks again when it is opened.
              { target: 'idle' },
            ],
          },
        },
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
