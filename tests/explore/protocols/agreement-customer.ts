/** The customer's pages, which show the offers and make one call at a time. */
import { assign, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Answer, Beginning } from './agreement-rows.ts';

export type CustomerContext = {
  /** The latest revision of each lender that was shown; 0 where none was. */
  shown: number[];
  /** The offers that the customer has accepted, each as LENDER-REVISION. */
  accepted: string[];
  /** The revision whose agreement can be signed. */
  signs: number;
};

type CustomerEvent =
  | { type: 'look' }
  | { type: 'shown'; offers: number[] }
  | { type: 'accept'; lender: number; revision: number }
  | { type: 'decline'; lender: number; revision: number }
  | { type: 'sign'; revision: number }
  | { type: 'cancel' | 'pay exit' }
  | { type: 'withdraw consent'; lender: number }
  | { type: 'answered'; answer: Answer }
  | { type: 'time is up' };

const callDatabase = {
  target: 'waiting',
  actions: {
    type: 'send' as const,
    params: ({ event }: { event: CustomerEvent }) => ({ to: 'database', event }),
  },
};

/** @param offers are the latest revisions, in the order of the lenders */
export const customerMachine = (begin: Beginning, offers: number[]) =>
  setup({
    types: { context: {} as CustomerContext, events: {} as CustomerEvent },
    actions: sends,
  }).createMachine({
    id: 'customer',
    context:
      begin === 'signed'
        ? { shown: offers, accepted: ['0-1'], signs: 1 }
        : { shown: offers, accepted: [], signs: 0 },
    initial: 'reading',
    states: {
      reading: {
        on: {
          look: { actions: { type: 'call', params: { to: 'database', event: { type: 'look' } } } },
          shown: { actions: assign({ shown: ({ event }) => event.offers }) },
          accept: {
            target: 'waiting',
            actions: [
              assign({
                accepted: ({ context: { accepted }, event: { lender, revision } }) =>
                  [...new Set([...accepted, `${lender}-${revision}`])].toSorted(),
                signs: ({ event }) => event.revision,
              }),
              callDatabase.actions,
            ],
          },
          decline: callDatabase,
          sign: callDatabase,
          cancel: callDatabase,
          'withdraw consent': callDatabase,
          'pay exit': callDatabase,
        },
      },
      waiting: {
        on: {
          answered: 'reading',
          'time is up': { target: 'reading', actions: 'hangUp' },
        },
      },
    },
  });
