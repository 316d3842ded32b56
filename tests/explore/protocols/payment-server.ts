/** A server that creates, reads and checks orders (server/servicing/payment-orders.ts), one at a time. */
import { assign, enqueueActions, setup } from 'xstate';
import type { PaymentPurpose } from '../../../domain/servicing/order-payments.ts';
import { sends } from '../party.ts';
import type { Reading } from './payment-provider.ts';
import type { PaymentRules } from './payment-rows.ts';

export type ServerContext = {
  /** The page that waits for the answer; null for a job, or once the page has left. */
  page: string | null;
  call: 'createOrder' | 'readOrder' | null;
  purpose: PaymentPurpose;
  key: string;
  order: number;
  url: string | null;
  /** Orders for something else that are read first; then the payments that are to be given back. */
  others: number[];
  refunds: number[];
};

type OrderOnWire = { order_id: number; state: string; url: string | null };

type ServerEvent =
  | { type: 'create order'; page: string | null; purpose: PaymentPurpose; key: string }
  | { type: 'read order'; page: string | null; order: number }
  | { type: 'check'; order: number }
  | { type: 'others'; others: number[] }
  | { type: 'opened'; order: number; state: string; amountPaise: number }
  | { type: 'not due' }
  | { type: 'refunds'; refunds: number[] }
  | { type: 'reading'; reading: Reading | null }
  | { type: 'recorded'; state: string }
  /** `isRefused` also where the last attempt fails. */
  | { type: 'refund ends'; isRefused: boolean }
  | { type: 'time is up' | 'crash' }
  | { type: 'caller hangs up'; page: string };

const idle: ServerContext = {
  ...{ page: null, call: null, purpose: 'instalment', key: '', order: 0, url: null },
  ...{ others: [], refunds: [] },
};

type Outgoing = { type: 'send' | 'call'; params: { to: string; event: { type: string }; isReply?: true } };
type Values = { type: string } & Record<string, unknown>;
const call = (event: Values): Outgoing => ({ type: 'call', params: { to: 'database', event } });
const ask = (event: Values): Outgoing => ({ type: 'send', params: { to: 'provider', event } });

/** Answers the page, where it still waits. */
function answer({ page, call: of }: ServerContext, output: object): Outgoing[] {
  if (page === null) return [];
  const event = { type: `xstate.done.actor.${of}`, output } as { type: string };
  return [{ type: 'send', params: { to: page, event, isReply: true } }];
}

const answered = (context: ServerContext, state: string, url: string | null): Outgoing[] => {
  const value: OrderOnWire = { order_id: context.order, state, url: state === 'open' ? url : null };
  return answer(context, { kind: 'ok', value });
};

const record = (order: number, reading: Reading | null): Outgoing =>
  call({ type: 'record', order, payments: reading?.payments ?? [] });

const refusal = { kind: 'refused', status: 409, code: 'servicing.payment.notDue', errors: [] };

/** Returns the request after another order was read, or could not be read: the next of them, else the order itself. */
const afterOther = (others: readonly number[], { purpose, key }: ServerContext): Outgoing =>
  others.length > 0
    ? ask({ type: 'read order', order: others[0] })
    : call({ type: 'open order', purpose, key });

const afterRefund = (refunds: readonly number[], { order }: ServerContext): Outgoing =>
  refunds.length > 0 ? ask({ type: 'refund', payment: refunds[0] }) : ask({ type: 'read order', order });

export function serverMachine(rules: PaymentRules) {
  return setup({
    types: { context: {} as ServerContext, events: {} as ServerEvent },
    actions: sends,
    guards: {
      isCaller: ({ context }, page: string) => context.page === page,
      hasReadOthers: ({ context }) => context.others.length === 0,
      hasMadeRefunds: ({ context }) => context.refunds.length === 0,
      isOpen: (_, state: string) => state === 'open',
    },
  }).createMachine({
    id: 'server',
    context: idle,
    initial: 'idle',
    on: {
      'caller hangs up': {
        guard: { type: 'isCaller', params: ({ event }) => event.page },
        actions: assign({ page: null }),
      },
      crash: { target: '.idle', actions: ['hangUp', assign(idle)] },
    },
    states: {
      idle: {
        on: {
          'create order': {
            target: 'finding',
            actions: enqueueActions(({ event: { page, purpose, key }, enqueue }) => {
              enqueue.assign({ page, call: 'createOrder' as const, purpose, key });
              enqueue(call({ type: 'find others', purpose }));
            }),
          },
          'read order': {
            target: 'looking',
            actions: enqueueActions(({ event: { page, order }, enqueue }) => {
              enqueue.assign({ page, call: 'readOrder' as const, order });
              enqueue(call({ type: 'look', order }));
            }),
          },
          check: {
            target: 'finding refunds',
            actions: enqueueActions(({ event: { order }, enqueue }) => {
              enqueue.assign({ order });
              enqueue(call({ type: 'find refunds', order }));
            }),
          },
        },
      },
      /** `readOtherOrders`: their paid amounts are not due again. */
      finding: {
        on: {
          others: {
            target: 'reading others',
            actions: enqueueActions(({ context, event: { others }, enqueue }) => {
              enqueue.assign({ others });
              enqueue(afterOther(others, context));
            }),
          },
        },
      },
      'reading others': {
        always: { guard: 'hasReadOthers', target: 'opening' },
        on: {
          reading: {
            target: 'recording others',
            actions: enqueueActions(({ context, event, enqueue }) =>
              enqueue(record(context.others[0] ?? 0, event.reading)),
            ),
          },
          'time is up': {
            actions: enqueueActions(({ context, enqueue }) => {
              const others = context.others.slice(1);
              enqueue('hangUp');
              enqueue.assign({ others });
              enqueue(afterOther(others, context));
            }),
          },
        },
      },
      'recording others': {
        on: {
          recorded: {
            target: 'reading others',
            actions: enqueueActions(({ context, enqueue }) => {
              const others = context.others.slice(1);
              enqueue.assign({ others });
              enqueue(afterOther(others, context));
            }),
          },
        },
      },
      opening: {
        on: {
          'not due': {
            target: 'idle',
            actions: enqueueActions(({ context, enqueue }) => {
              for (const one of answer(context, refusal)) enqueue(one);
              enqueue.assign(idle);
            }),
          },
          opened: [
            {
              guard: { type: 'isOpen', params: ({ event }) => event.state },
              target: 'reading',
              actions: enqueueActions(({ event: { order, amountPaise }, enqueue }) => {
                enqueue.assign({ order });
                enqueue(ask({ type: 'create order', order, amountPaise }));
              }),
            },
            {
              target: 'idle',
              actions: enqueueActions(({ context, event: { order, state }, enqueue }) => {
                for (const one of answered({ ...context, order }, state, null)) enqueue(one);
                enqueue.assign(idle);
              }),
            },
          ],
        },
      },
      /** An order that never reached the provider is created now. */
      looking: {
        on: {
          opened: [
            {
              guard: { type: 'isOpen', params: ({ event }) => event.state },
              target: 'reading',
              actions: enqueueActions(({ event: { order, amountPaise }, enqueue }) =>
                enqueue(ask({ type: 'create order', order, amountPaise })),
              ),
            },
            {
              target: 'idle',
              actions: enqueueActions(({ context, event: { state }, enqueue }) => {
                for (const one of answered(context, state, null)) enqueue(one);
                enqueue.assign(idle);
              }),
            },
          ],
        },
      },
      'finding refunds': {
        on: {
          refunds: {
            target: 'refunding',
            actions: enqueueActions(({ context, event: { refunds }, enqueue }) => {
              enqueue.assign({ refunds });
              enqueue(afterRefund(refunds, context));
            }),
          },
        },
      },
      refunding: {
        always: { guard: 'hasMadeRefunds', target: 'reading' },
        on: {
          'refund ends': {
            actions: enqueueActions(({ context, event, enqueue }) => {
              const refunds = context.refunds.slice(1);
              enqueue('hangUp');
              if (event.isRefused && rules.returnsRefusedRefund)
                enqueue(call({ type: 'refuse refund', payment: context.refunds[0] }));
              enqueue.assign({ refunds });
              enqueue(afterRefund(refunds, context));
            }),
          },
        },
      },

      reading: {
        on: {
          reading: {
            target: 'recording',
            actions: enqueueActions(({ context, event, enqueue }) => {
              enqueue.assign({ url: event.reading?.url ?? null });
              enqueue(record(context.order, event.reading));
            }),
          },
          'time is up': {
            target: 'idle',
            actions: enqueueActions(({ context, enqueue }) => {
              enqueue('hangUp');
              const isRead = context.call === 'readOrder';
              const replies = isRead
                ? answered(context, 'open', null)
                : answer(context, { kind: 'gatewayTimedOut' });
              for (const one of replies) enqueue(one);
              enqueue.assign(idle);
            }),
          },
        },
      },
      recording: {
        on: {
          recorded: {
            target: 'idle',
            actions: enqueueActions(({ context, event, enqueue }) => {
              for (const one of answered(context, event.state, context.url)) enqueue(one);
              enqueue.assign(idle);
            }),
          },
        },
      },
    },
  });
}
