/** A payment, as its paths are made. */
import type { PaymentOrder } from '../../../domain/values/wire.ts';
import { type PaymentContext, paymentMachine } from '../../../machines/servicing/payment.ts';
import { subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const open: PaymentOrder = {
  order_id: 'O1',
  purpose: 'advance',
  instalment: null,
  amount_paise: 630_000,
  state: 'open',
  url: 'https://pay.example/O1',
  expires_at: '2026-06-01T05:00:00.000Z',
  held_paise: 0,
};
const withoutPage: PaymentOrder = { ...open, url: null };
const paid: PaymentOrder = { ...withoutPage, state: 'paid' };
const expired: PaymentOrder = { ...withoutPage, state: 'expired' };

const start = 'nothing was paid yet';
const created = 'an order was created before';
/** Another key at each press. */
const keys = () => {
  let count = 0;
  return () => `K${(count += 1)}`;
};
const atPage = ['payment.requested', 'createOrder answers: open'];
const returned = [...atPage, 'page.returned'];
const ends = atWith<PaymentContext>;

export const payment = subject<typeof paymentMachine>({
  name: 'payment',
  machine: paymentMachine,
  starts: {
    [start]: () => ({ orderId: null, newKey: keys() }),
    [created]: () => ({ orderId: 'O1', newKey: keys() }),
  },
  events: { 'payment.requested': nothing, 'page.returned': nothing, 'retry.requested': nothing },
  answers: {
    createOrder: {
      open: ok(open),
      'open, without a page': ok(withoutPage),
      'paid before': ok(paid),
      'nothing due': refused(409),
      unreachable,
    },
    readOrder: {
      open: ok(open),
      'open, without a page': ok(withoutPage),
      paid: ok(paid),
      expired: ok(expired),
      unreachable,
    },
  },
  // The key's value is checked by the journeys.
  stateKey: ({ context: { key, orderId, order, failure } }) => [
    key !== null,
    orderId,
    order?.state,
    order?.url,
    failure,
  ],
  invariants: {
    'an order is created with a key, by which the server knows a repeated call': (snapshot) =>
      !callsOf(snapshot).includes('createOrder') || snapshot.context.key !== null,
    'no second order is created beside an open one': (snapshot) =>
      !callsOf(snapshot).includes('createOrder') || snapshot.context.orderId === null,
    'only an order that exists is read': (snapshot) =>
      !callsOf(snapshot).includes('readOrder') || snapshot.context.orderId !== null,
    'what is paid is not paid again': (snapshot) =>
      snapshot.context.order?.state !== 'paid' ||
      (snapshot.matches('paid') && !snapshot.can({ type: 'payment.requested' })),
    'nobody pays while it is unknown whether the payment arrived': (snapshot) =>
      !snapshot.matches('unknown') || !snapshot.can({ type: 'payment.requested' }),
    'at most one request is in flight': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'a payment is made on its page, and found after the return',
      start,
      words: [...returned, 'readOrder answers: paid'],
      ends: ends('paid', { order: paid, key: null }),
    },
    {
      shows: 'a payment that is not confirmed at once is found later',
      start,
      words: [
        ...returned,
        'readOrder answers: open',
        'pollInterval (pending) passes',
        'readOrder answers: paid',
      ],
      ends: ends('paid', { order: paid }),
    },
    {
      shows: 'a payment whose confirmation was cut off is looked for until it is found',
      start,
      words: [
        ...returned,
        'readOrder answers: unreachable',
        'pollInterval (unknown) passes',
        'readOrder answers: unreachable',
        'retry.requested',
        'readOrder answers: paid',
      ],
      ends: ends('paid', { order: paid }),
    },
    {
      shows: 'a creation without an answer is repeated with the same key',
      start,
      words: ['payment.requested', 'createOrder answers: unreachable', 'payment.requested'],
      ends: ends('creating', { key: 'K1', failure: null }),
    },
    {
      shows: 'a payment that failed is made on the same page again',
      start,
      words: [...returned, 'readOrder answers: open', 'payment.requested'],
      ends: ends('atProvider', { orderId: 'O1' }),
    },
    {
      shows: 'an order that expired is replaced by a new one',
      start: created,
      words: ['readOrder answers: expired', 'payment.requested', 'createOrder answers: open'],
      ends: ends('atProvider', { order: open }),
    },
    {
      shows: 'on another device the payment is found by its order',
      start: created,
      words: ['readOrder answers: paid'],
      ends: ends('paid', { order: paid }),
    },
    {
      shows: 'what is no longer due is not paid',
      start,
      words: ['payment.requested', 'createOrder answers: nothing due'],
      ends: ends('idle', { orderId: null, key: null }),
    },
  ],
});
