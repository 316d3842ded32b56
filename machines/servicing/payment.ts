/**
 * A payment: an order is created, its page is opened, and after the return the order is read until it is settled. A
 * repeated press is the same order, so that nothing is paid twice.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { PaymentOrder } from '../../domain/values/wire.ts';
import {
  type Failure,
  failureOf,
  type OutcomeParams,
  placeholderActor,
  refused,
  succeeded,
  withOutcome,
  withValue,
} from '../outcome.ts';

export interface PaymentInput {
  /** The id of an order that was created before the page was opened, or null. */
  orderId: string | null;
  /** Makes the key by which the server knows a repeated creation. */
  newKey: () => string;
}

export interface PaymentContext extends Pick<PaymentInput, 'newKey'> {
  /** The key of a creation that was not answered yet, or null. */
  key: string | null;
  orderId: string | null;
  /** Null until it is created or read. */
  order: PaymentOrder | null;
  /** The reason why no order was created, or null. */
  failure: Failure | null;
}

export type PaymentEvent =
  | { type: 'payment.requested' }
  /** The person is back from the payment page. */
  | { type: 'page.returned' }
  | { type: 'retry.requested' };

type OrderOutcome = OutcomeParams<PaymentOrder>;

const stateOf = (outcome: Outcome<PaymentOrder>) => (outcome.kind === 'ok' ? outcome.value.state : null);

export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as PaymentInput,
  },
  actors: {
    createOrder: placeholderActor<Outcome<PaymentOrder>, { key: string | null }>(),
    readOrder: placeholderActor<Outcome<PaymentOrder>, { orderId: string | null }>(),
  },
  guards: {
    hasOrder: ({ context }) => context.orderId !== null,
    pageIsOpen: ({ context }) => typeof context.order?.url === 'string',
    isPaid: (_, { outcome }: OrderOutcome) => stateOf(outcome) === 'paid',
    isExpired: (_, { outcome }: OrderOutcome) => stateOf(outcome) === 'expired',
    hasPage: (_, { outcome }: OrderOutcome) => outcome.kind === 'ok' && outcome.value.url !== null,
    succeeded,
    refused,
  },
  actions: {
    setKey: assign(({ context }) => ({ key: context.key ?? context.newKey(), failure: null })),
    clearOrder: assign({ orderId: null, order: null }),
    setOrder: assign((_, { value }: { value: PaymentOrder }) => ({
      order: value,
      orderId: value.order_id,
      key: null,
      failure: null,
    })),
    /** A request that the server refused is not repeated with the same key. */
    setRefusal: assign((_, { outcome }: OrderOutcome) => ({ failure: failureOf(outcome), key: null })),
    setFailure: assign((_, { outcome }: OrderOutcome) => ({ failure: failureOf(outcome) })),
    openPaymentPage: (_, _params: { url: string | null }) => {},
    notifyPaid: () => {},
  },
  delays: { pollInterval: 4000 },
}).createMachine({
  id: 'payment',
  context: ({ input: { orderId, newKey } }) => ({ newKey, key: null, orderId, order: null, failure: null }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasOrder', target: 'checking' }, { target: 'idle' }] },
    idle: { on: { 'payment.requested': { target: 'creating', actions: 'setKey' } } },
    creating: {
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: ({ context: { key } }) => ({ key }),
        onDone: [
          { guard: withOutcome('isPaid'), target: 'paid', actions: withValue('setOrder') },
          { guard: withOutcome('hasPage'), target: 'atProvider', actions: withValue('setOrder') },
          { guard: withOutcome('succeeded'), target: 'pending', actions: withValue('setOrder') },
          { guard: withOutcome('refused'), target: 'idle', actions: withOutcome('setRefusal') },
          { target: 'idle', actions: withOutcome('setFailure') },
        ],
      },
    },
    atProvider: {
      entry: {
        type: 'openPaymentPage',
        params: ({ context: { order } }) => ({ url: order?.url ?? null }),
      },
      on: { 'page.returned': 'checking', 'payment.requested': { target: 'atProvider', reenter: true } },
    },
    checking: {
      on: { 'payment.requested': { guard: 'pageIsOpen', target: 'atProvider' } },
      invoke: {
        id: 'readOrder',
        src: 'readOrder',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: [
          { guard: withOutcome('isPaid'), target: 'paid', actions: withValue('setOrder') },
          { guard: withOutcome('isExpired'), target: 'expired', actions: withValue('setOrder') },
          { guard: withOutcome('succeeded'), target: 'pending', actions: withValue('setOrder') },
          { target: 'unknown' },
        ],
      },
    },
    /** The payment is not confirmed: it may be pending, or it failed and can be made on the same page. */
    pending: {
      after: { pollInterval: 'checking' },
      on: {
        'page.returned': 'checking',
        'payment.requested': { guard: 'pageIsOpen', target: 'atProvider' },
      },
    },
    /** The order could not be read, so it is unknown whether it is paid. */
    unknown: {
      after: { pollInterval: 'checking' },
      on: { 'page.returned': 'checking', 'retry.requested': 'checking' },
    },
    expired: { on: { 'payment.requested': { target: 'creating', actions: ['clearOrder', 'setKey'] } } },
    paid: { entry: 'notifyPaid' },
  },
});
