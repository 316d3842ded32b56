import { describe, expect, it } from 'vitest';
import {
  heldReason,
  type Dispute,
  mergeReports,
  settleOrders,
  supersededOrders,
  type OrderTerms,
  type ReportedPayment,
} from './order-payments.ts';
import { after, order, payment } from './testing-order-payments.ts';

const settled = (orders: OrderTerms[], payments: ReportedPayment[], now = after(10)) => {
  const result = settleOrders(orders, payments, now);
  return { orders: Object.fromEntries(result.orders), payments: Object.fromEntries(result.payments) };
};

it.each<[string, Partial<ReportedPayment>, Partial<OrderTerms>, string, string]>([
  ['the right amount', {}, {}, 'paid', 'captured'],
  ['an attempt that failed', { state: 'failed' }, {}, 'open', 'failed'],
  ['a paisa too little', { amountPaise: 629_999 }, {}, 'open', 'held'],
  ['a paisa too much', { amountPaise: 630_001 }, {}, 'open', 'held'],
  ['another currency', { currency: 'USD' }, {}, 'open', 'held'],
  ['a payment that was refunded', { state: 'refunded' }, {}, 'open', 'refunded'],
  ['a late payment', { paidAt: after(31) }, {}, 'paid', 'captured'],
  ['a payment that is known before its order ends', {}, { endedAt: after(7) }, 'paid', 'captured'],
  ['a payment that is known only after its order has ended', {}, { endedAt: after(6) }, 'expired', 'held'],
  ['a late payment of a quote', { paidAt: after(31) }, { purpose: 'foreclosure' }, 'open', 'held'],
  ['a late payment of an exit', { paidAt: after(31) }, { purpose: 'cooling_off' }, 'open', 'held'],
  [
    'a payment at the last moment of a quote',
    { paidAt: after(30) },
    { purpose: 'cooling_off' },
    'paid',
    'captured',
  ],
])('settles an order and its payment: %s', (_, changes, terms, orderState, paymentState) => {
  expect(settled([order(terms)], [payment(changes)])).toEqual({
    orders: { first: orderState },
    payments: { pay_1: paymentState },
  });
});

it('counts the first of two payments, and the second once the first is refunded', () => {
  const [first, second] = [payment(), payment({ id: 'pay_2', paidAt: after(6) })];
  expect(settled([order()], [second, first]).payments).toEqual({ pay_1: 'captured', pay_2: 'held' });
  expect(settled([order()], [second, { ...first, state: 'refunded' }]).payments).toEqual({
    pay_1: 'refunded',
    pay_2: 'captured',
  });
});

it('does not count a payment whose refund is ordered', () => {
  const [returned, another] = [
    payment({ isRefundOrdered: true }),
    payment({ id: 'pay_2', paidAt: after(20) }),
  ];
  expect(settled([order()], [returned])).toEqual({ orders: { first: 'open' }, payments: { pay_1: 'held' } });
  expect(settled([order()], [returned, another]).payments).toEqual({ pay_1: 'held', pay_2: 'captured' });
});

it('does not count a payment to another account and counts the next one', () => {
  const payments = [payment({ isPaidElsewhere: true }), payment({ id: 'pay_2', paidAt: after(8) })];
  expect(settled([order()], payments)).toEqual({
    orders: { first: 'paid' },
    payments: { pay_1: 'held', pay_2: 'captured' },
  });
});

it('counts only one payment of two orders for the same instalment', () => {
  const orders = [order(), order({ id: 'second', expiresAt: after(90) })];
  const payments = [
    payment({ paidAt: after(45) }),
    payment({ id: 'pay_2', orderId: 'second', paidAt: after(40) }),
  ];
  expect(settled(orders, payments, after(50))).toEqual({
    orders: { first: 'expired', second: 'paid' },
    payments: { pay_1: 'held', pay_2: 'captured' },
  });
});

it('counts the payment of an order made after the first payment was known', () => {
  const again = order({ id: 'again', createdAt: after(7), expiresAt: after(37) });
  expect(settled([order(), again], [payment()]).orders).toEqual({ first: 'paid', again: 'open' });
  const payments = [
    payment(),
    payment({ id: 'pay_2', orderId: 'again', paidAt: after(8), receivedAt: after(9) }),
  ];
  expect(settled([order(), again], payments)).toEqual({
    orders: { first: 'paid', again: 'paid' },
    payments: { pay_1: 'captured', pay_2: 'captured' },
  });
});

it('ends the later order when the first payment counts again', () => {
  const again = order({ id: 'again', createdAt: after(7) });
  const attempt = order({ id: 'attempt', createdAt: after(6) });
  const orders = [order(), again, attempt];
  const states = settleOrders(orders, [payment()], after(10)).orders;
  const paid = { ...order(), receivedAt: after(6) };
  expect(supersededOrders(orders, states, paid).map(({ id }) => id)).toEqual(['again']);
});

it('counts a payment for each instalment and for the rest of one', () => {
  const orders = [
    order(),
    order({ id: 'rest', amountPaise: 20_000 }),
    order({ id: 'next', instalment: 4 }),
    order({ id: 'quoted', purpose: 'foreclosure', instalment: null }),
    order({ id: 'quoted again', purpose: 'foreclosure', instalment: null, amountPaise: 640_000 }),
  ];
  const payments = [
    payment(),
    payment({ id: 'pay_2', orderId: 'rest', amountPaise: 20_000 }),
    payment({ id: 'pay_3', orderId: 'next' }),
    payment({ id: 'pay_4', orderId: 'quoted' }),
    payment({ id: 'pay_5', orderId: 'quoted again', amountPaise: 640_000 }),
  ];
  expect(settled(orders, payments).payments).toEqual({
    pay_1: 'captured',
    pay_2: 'captured',
    pay_3: 'captured',
    pay_4: 'captured',
    pay_5: 'held',
  });
});

it('counts the late charge of an instalment in addition to the rest of that instalment', () => {
  const orders = [order(), order({ id: 'late', isLateCharge: true })];
  const paidRest = payment();
  expect(settled(orders, [paidRest]).orders).toEqual({ first: 'paid', late: 'open' });
  expect(settled(orders, [paidRest, payment({ id: 'pay_2', orderId: 'late' })])).toEqual({
    orders: { first: 'paid', late: 'paid' },
    payments: { pay_1: 'captured', pay_2: 'captured' },
  });
});

it('counts a payment that staff accepted, only in that amount, beside the payment of the order', () => {
  const short = payment({ amountPaise: 500_000, countedPaise: 500_000 });
  expect(settled([order()], [short, payment({ id: 'pay_2' })])).toEqual({
    orders: { first: 'paid' },
    payments: { pay_1: 'captured', pay_2: 'captured' },
  });
  expect(settled([order()], [payment({ ...short, amountPaise: 400_000 })]).payments).toEqual({
    pay_1: 'held',
  });
  expect(settled([order()], [payment({ ...short, state: 'refunded' })]).payments).toEqual({
    pay_1: 'refunded',
  });
});

it.each<[string, Partial<ReportedPayment>, Partial<OrderTerms>]>([
  ['payee', { isPaidElsewhere: true, currency: 'USD' }, {}],
  ['currency', { currency: 'USD', amountPaise: 1 }, {}],
  ['less', { amountPaise: 629_999 }, {}],
  ['more', { amountPaise: 630_001 }, {}],
  ['late', { paidAt: after(31) }, { purpose: 'foreclosure' }],
  ['ended', { paidAt: after(31) }, { purpose: 'foreclosure', endedAt: after(6) }],
  ['repeated', { paidAt: after(31) }, {}],
])('gives the reason for a held payment: %s', (reason, changes, terms) => {
  expect(heldReason(order(terms), payment(changes))).toBe(reason);
});

it('ends unpaid orders for anything else, and no paid or equal order', () => {
  const orders = [
    order(),
    order({ id: 'again' }),
    order({ id: 'rest', amountPaise: 20_000 }),
    order({ id: 'quoted', purpose: 'foreclosure', instalment: null }),
    order({ id: 'paid', instalment: 2 }),
    order({ id: 'ended', instalment: 1, endedAt: after(1) }),
  ];
  const { orders: states } = settleOrders(orders, [payment({ orderId: 'paid' })], after(2));
  const ended = (purchase: OrderTerms | null) =>
    supersededOrders(orders, states, purchase).map(({ id }) => id);
  expect(ended(order())).toEqual(['rest', 'quoted']);
  expect(ended(order({ purpose: 'foreclosure', instalment: null, amountPaise: 1 }))).toEqual([
    'first',
    'again',
    'rest',
    'quoted',
  ]);
  expect(ended(null)).toEqual(['first', 'again', 'rest', 'quoted']);
});

it('expires an unpaid order at the end of its time', () => {
  expect(settled([order()], [], after(29)).orders).toEqual({ first: 'open' });
  expect(settled([order()], [], after(30)).orders).toEqual({ first: 'expired' });
});

it('takes the later state of two reports, in either order of arrival', () => {
  const reports = [
    payment({ state: 'failed' }),
    payment(),
    payment({ amountPaise: 600_000 }),
    payment({ state: 'refunded' }),
  ];
  reports.forEach((later, index) => {
    for (const earlier of reports.slice(0, index + 1)) {
      expect(mergeReports(earlier, later)).toEqual(later);
      expect(mergeReports(later, earlier)).toEqual(later);
    }
  });
});

describe('a dispute', () => {
  const dispute = (changes: Partial<Dispute> = {}): Dispute => ({
    ...{ id: 'disp_1', state: 'open', amountPaise: 630_000, decidedAt: null },
    takenAt: after(60).toISOString(),
    ...changes,
  });
  const won = dispute({ state: 'won', decidedAt: after(90).toISOString() });
  const lost = dispute({ state: 'lost', decidedAt: after(90).toISOString() });
  const statesOf = (disputes: Dispute[], ...others: ReportedPayment[]) =>
    settled([order()], [payment({ disputes }), ...others], after(200)).payments;
  const anew = (changes: Partial<ReportedPayment> = {}) =>
    payment({ id: 'pay_2', paidAt: after(70), receivedAt: after(71), ...changes });

  it('takes a payment back while it is open, and finally when it is lost', () => {
    expect([statesOf([dispute()]), statesOf([lost])]).toEqual([{ pay_1: 'disputed' }, { pay_1: 'disputed' }]);
    expect(statesOf([dispute({ amountPaise: 100 })])).toEqual({ pay_1: 'held' });
    expect(statesOf([dispute({ amountPaise: 0 })])).toEqual({ pay_1: 'captured' });
  });

  it('that is won lets the payment count again unless it is refunded or disputed again', () => {
    expect(statesOf([won])).toEqual({ pay_1: 'captured' });
    expect(statesOf([won, dispute({ id: 'disp_2' })])).toEqual({ pay_1: 'disputed' });
    expect(settled([order()], [payment({ state: 'refunded', disputes: [won] })]).payments).toEqual({
      pay_1: 'refunded',
    });
  });

  it('that is won leaves the payment held while a newer payment counts', () => {
    const count = { pay_1: 'held', pay_2: 'captured' };
    expect(statesOf([won], anew())).toEqual(count);
    expect(statesOf([won], anew({ state: 'refunded' }))).toEqual({ pay_1: 'captured', pay_2: 'refunded' });
    const all = order({ id: 'all', purpose: 'foreclosure', instalment: null, expiresAt: after(100) });
    expect(
      settled([order(), all], [payment({ disputes: [won] }), anew({ orderId: 'all' })]).payments,
    ).toEqual(count);
    const byStaff = anew({ paidAt: after(1), amountPaise: 5, countedPaise: 5 });
    expect(statesOf([won], byStaff)).toEqual(count);
    expect(statesOf([won], anew({ orderId: 'all', paidAt: after(50) }))).toEqual({
      pay_1: 'captured',
      pay_2: 'held',
    });
  });

  it('that is won leaves the payment held where a later order is paid', () => {
    const orders = [order(), order({ id: 'again', createdAt: after(65), expiresAt: after(95) })];
    const payments = [payment({ disputes: [won] }), anew({ orderId: 'again' })];
    expect(settled(orders, payments, after(200)).payments).toEqual({ pay_1: 'held', pay_2: 'captured' });
  });

  it('that becomes a chargeback takes the payment back, in either order of arrival', () => {
    const [inquiry, taken] = [
      payment({ disputes: [dispute({ amountPaise: 0 })] }),
      payment({ disputes: [dispute()] }),
    ];
    for (const report of [mergeReports(inquiry, taken), mergeReports(taken, inquiry)])
      expect(settled([order()], [report]).payments).toEqual({ pay_1: 'disputed' });
    expect(mergeReports(taken, inquiry)).toBe(taken);
  });

  it('that is won at an unknown time also leaves the payment held while a newer one counts', () => {
    const undated = { ...won, decidedAt: null };
    expect(statesOf([undated], anew())).toEqual(statesOf([won], anew()));
  });

  it('is identified by its id, so that late and doubled reports change nothing', () => {
    const [open, back] = [payment({ disputes: [dispute()] }), payment({ disputes: [won] })];
    expect(mergeReports(open, back)).toEqual(back);
    expect(mergeReports(back, open)).toBe(back);
    expect(mergeReports(back, payment())).toBe(back);
    expect(mergeReports(payment({ disputes: [lost] }), back)).toEqual(back);
    expect(mergeReports(payment(), back).disputes).toEqual([won]);
    expect(mergeReports(back, payment({ state: 'refunded' }))).toMatchObject({
      state: 'refunded',
      disputes: [won],
    });
  });
});
