/** A lender after its approval, as docs/webhooks.md requires, with its spontaneous acts. */
import { enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Day, Payout } from './agreement-loan.ts';
import type { Said, Steps } from './agreement-rows.ts';

export type LenderContext = {
  /** The customer's steps, as last reported by the server. */
  steps: Steps;
  /** The days on which it has made its offers, from the first on. */
  offers: Day[];
  countersigned: number | null;
  payout: Payout | null;
  isCancelled: boolean;
  isRefused: boolean;
};

type LenderEvent =
  | { type: 'put'; steps: Steps }
  | { type: 'revise'; day: Day }
  | { type: 'countersign' }
  | { type: 'pay out'; revision: number; day: Day }
  | { type: 'pay out again' }
  | { type: 'confirm cancellation' }
  | { type: 'refuse' };

function after(context: LenderContext, event: LenderEvent): Partial<LenderContext> {
  switch (event.type) {
    case 'put':
      return { steps: event.steps };
    case 'revise':
      return { offers: [...context.offers, event.day] };
    case 'countersign':
      return { countersigned: context.steps.signed };
    case 'pay out':
      return { payout: { revision: event.revision, on: event.day, transfer: 1 } };
    case 'pay out again':
      return { payout: context.payout && { ...context.payout, transfer: 2 } };
    case 'confirm cancellation':
      return { isCancelled: true };
    case 'refuse':
      return { isRefused: true };
  }
}

const saidBy = ({ offers, countersigned, payout, isCancelled, isRefused }: LenderContext): Said => ({
  offer: isRefused ? null : { revision: offers.length, madeOn: offers.at(-1) ?? 0 },
  ...{ countersigned, payout, isCancelled, isRefused },
});

/** @param isSigned says whether its agreement has both signatures */
export const lenderMachine = (lender: number, isSigned: boolean) =>
  setup({
    types: { context: {} as LenderContext, events: {} as LenderEvent },
    actions: sends,
  }).createMachine({
    id: 'lender',
    context: {
      steps: { accepted: isSigned ? 1 : null, declined: 0, signed: isSigned ? 1 : null, isCancelled: false },
      ...{ offers: [0], countersigned: isSigned ? 1 : null },
      ...{ payout: null, isCancelled: false, isRefused: false },
    },
    initial: 'open',
    states: {
      open: {
        on: {
          '*': {
            actions: enqueueActions(({ context, event, enqueue }) => {
              const next = { ...context, ...after(context, event) };
              enqueue.assign(next);
              const isAsked = event.type === 'put';
              const sent = isAsked ? { type: 'said', said: saidBy(next) } : { type: 'ask', lender };
              enqueue({ type: 'send', params: { to: isAsked ? 'sender' : 'jobs', event: sent } });
            }),
          },
        },
      },
    },
  });
