/** A payment provider, as server/adapters/payments.ts promises it, and what customers and banks do there. */
import { enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Report } from './payment-rows.ts';

export type ProviderContext = {
  /** The payments by number, from 1; null where the provider has never heard of one. */
  orders: ({ amountPaise: number; isOpen: boolean } | null)[];
  payments: Report[];
  refusesRefunds: boolean;
};

/** The provider's reading of an order. */
export type Reading = { url: string | null; payments: Report[] };

type ProviderEvent =
  | { type: 'create order'; order: number; amountPaise: number }
  | { type: 'read order'; order: number }
  | { type: 'refund'; payment: number }
  | { type: 'pay'; order: number; at: number; state: Report['state'] }
  | { type: 'capture' | 'charge back' | 'dispute won'; payment: number; at: number }
  | { type: 'page closes'; order: number }
  | { type: 'refuse refunds' };

export const isTaken = (payment: Report | undefined): boolean => payment?.dispute?.wonAt === null;

function after(context: ProviderContext, event: ProviderEvent): ProviderContext {
  const { orders, payments } = context;
  const changed = (id: number, changes: Partial<Report>): ProviderContext => ({
    ...context,
    payments: payments.map((one) => (one.id === id ? { ...one, ...changes } : one)),
  });
  const withOrder = (number: number, order: ProviderContext['orders'][number]): ProviderContext => ({
    ...context,
    orders: Array.from({ length: Math.max(orders.length, number) }, (_, index) =>
      index === number - 1 ? order : (orders[index] ?? null),
    ),
  });
  switch (event.type) {
    case 'create order': {
      const known = orders[event.order - 1];
      return withOrder(event.order, known ?? { amountPaise: event.amountPaise, isOpen: true });
    }
    case 'page closes': {
      const known = orders[event.order - 1];
      return known ? withOrder(event.order, { ...known, isOpen: false }) : context;
    }
    case 'pay': {
      const { order, at: paidAt, state } = event;
      const amountPaise = orders[order - 1]?.amountPaise ?? 0;
      return {
        ...context,
        payments: [
          ...payments,
          { id: payments.length + 1, order, amountPaise, state, paidAt, dispute: null },
        ],
      };
    }
    case 'capture':
      return changed(event.payment, { state: 'captured', paidAt: event.at });
    case 'charge back':
      return changed(event.payment, { dispute: { takenAt: event.at, wonAt: null } });
    case 'dispute won': {
      const known = payments.find(({ id }) => id === event.payment)?.dispute;
      return known ? changed(event.payment, { dispute: { ...known, wonAt: event.at } }) : context;
    }
    // An amount that its bank has taken back cannot be refunded.
    case 'refund':
      return context.refusesRefunds || isTaken(payments.find(({ id }) => id === event.payment))
        ? context
        : changed(event.payment, { state: 'refunded' });
    case 'refuse refunds':
      return { ...context, refusesRefunds: true };
    case 'read order':
      return context;
  }
}

function replyTo({ orders, payments, refusesRefunds }: ProviderContext, event: ProviderEvent) {
  if (event.type === 'refund') {
    const isMade = payments.find(({ id }) => id === event.payment)?.state === 'refunded';
    return { type: 'refund ends', isRefused: refusesRefunds && !isMade };
  }
  if (event.type !== 'create order' && event.type !== 'read order') return null;
  const known = orders[event.order - 1];
  if (!known) return { type: 'reading', reading: null };
  const reading: Reading = {
    url: known.isOpen ? 'page' : null,
    payments: payments.filter(({ order }) => order === event.order),
  };
  return { type: 'reading', reading };
}

export const providerMachine = setup({
  types: { context: {} as ProviderContext, events: {} as ProviderEvent },
  actions: sends,
}).createMachine({
  id: 'provider',
  context: { orders: [], payments: [], refusesRefunds: false },
  initial: 'open',
  states: {
    open: {
      on: {
        '*': {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const next = after(context, event);
            enqueue.assign(next);
            const reply = replyTo(next, event);
            if (reply) enqueue({ type: 'send', params: { to: 'sender', event: reply } });
            if (!('at' in event)) return;
            const passes = { type: 'time passes', at: event.at } as { type: string };
            enqueue({ type: 'call', params: { to: 'database', event: passes } });
          }),
        },
      },
    },
  },
});
