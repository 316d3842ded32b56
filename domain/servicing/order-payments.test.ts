import { expect, it } from 'vitest';
import {
  heldReason,
  laterReport,
  type OrderPayment,
  type OrderTerms,
  type ProviderPayment,
  settleOrders,
} from './order-payments.ts';

const minuteMs = 60_000;
const start = new Date('2026-07-20T06:30:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);

const order = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  id: 'first',
  purpose: 'instalment',
  instalment: 3,
  amountPaise: 630_000,
  currency: 'INR',
  expiresAt: after(30),
  ...changes,
});

const payment = (changes: Partial<OrderPayment> = {}): OrderPayment => ({
  id: 'pay_1',
  orderId: 'first',
  amountPaise: 630_000,
  currency: 'INR',
  state: 'captured',
  method: 'upi',
  paidAt: after(5),
  countedPaise: null,
  isRefundedByLender: false,
  ...changes,
});

const settled = (orders: OrderTerms[], payments: OrderPayment[], now = after(10)) => {
  const result = settleOrders(orders, payments, now);
  return { orders: Object.fromEntries(result.orders), payments: Object.fromEntries(result.payments) };
};

it.each<[string, Partial<OrderPayment>, Partial<OrderTerms>, string, string]>([
  ['the right amount', {}, {}, 'paid', 'captured'],
  ['an attempt that failed', { state: 'failed' }, {}, 'open', 'failed'],
  ['a paisa too little', { amountPaise: 629_999 }, {}, 'open', 'held'],
  ['a paisa too much', { amountPaise: 630_001 }, {}, 'open', 'held'],
  ['another currency', { currency: 'USD' }, {}, 'open', 'held'],
  ['a payment that was refunded', { state: 'refunded' }, {}, 'open', 'refunded'],
  ['a late payment', { paidAt: after(31) }, {}, 'paid', 'captured'],
  ['a late payment of a quote', { paidAt: after(31) }, { purpose: 'foreclosure' }, 'open', 'held'],
  [
    'a payment at the last moment of a quote',
    { paidAt: after(30) },
    { purpose: 'cooling_off' },
    'paid',
    'captured',
  ],
])('%s', (_, changes, terms, orderState, paymentState) => {
  expect(settled([order(terms)], [payment(changes)])).toEqual({
    orders: { first: orderState },
    payments: { pay_1: paymentState },
  });
});

it('counts the first of two payments, and the other one once the first is refunded', () => {
  const [first, second] = [payment(), payment({ id: 'pay_2', paidAt: after(6) })];
  expect(settled([order()], [second, first]).payments).toEqual({ pay_1: 'captured', pay_2: 'held' });
  expect(settled([order()], [second, { ...first, state: 'refunded' }]).payments).toEqual({
    pay_1: 'refunded',
    pay_2: 'captured',
  });
});

it('counts one payment of two orders for the same thing', () => {
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

it('counts a payment for each instalment, and for what is left of one', () => {
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

it('counts what staff have counted, in that amount alone and besides what pays the order', () => {
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

it.each<[string, Partial<OrderPayment>, Partial<OrderTerms>]>([
  ['currency', { currency: 'USD', amountPaise: 1 }, {}],
  ['less', { amountPaise: 629_999 }, {}],
  ['more', { amountPaise: 630_001 }, {}],
  ['late', { paidAt: after(31) }, { purpose: 'foreclosure' }],
  ['repeated', { paidAt: after(31) }, {}],
])('says of a held payment: %s', (reason, changes, terms) => {
  expect(heldReason(order(terms), payment(changes))).toBe(reason);
});

it('expires an order that nobody has paid, and opens it to another one', () => {
  expect(settled([order()], [], after(29)).orders).toEqual({ first: 'open' });
  expect(settled([order()], [], after(30)).orders).toEqual({ first: 'expired' });
});

it('knows the later one of two reports, whichever came first', () => {
  const reports = [
    payment({ state: 'failed' }),
    payment(),
    payment({ amountPaise: 600_000 }),
    payment({ state: 'refunded' }),
  ];
  reports.forEach((later, index) => {
    for (const earlier of reports.slice(0, index + 1)) {
      expect(laterReport(earlier, later)).toEqual(later);
      expect(laterReport(later, earlier)).toEqual(later);
    }
  });
});

/** Whole numbers below `limit`, the same for the same seed (mulberry32). */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const pick = <Item>(items: readonly Item[], random: (limit: number) => number): Item =>
  items[random(items.length)] as Item;

type Snapshot = { orderId: string; payments: ProviderPayment[] };

/** A provider's books of two orders, which people pay, pay again, pay wrongly and get back, with each state of them. */
function history(random: (limit: number) => number): { orders: OrderTerms[]; snapshots: Snapshot[] } {
  const terms: Partial<OrderTerms> = random(4) === 0 ? { purpose: 'foreclosure', instalment: null } : {};
  const orders = [order(terms), order({ ...terms, id: 'second', expiresAt: after(90) })];
  const books: Record<string, ProviderPayment[]> = { first: [], second: [] };
  const snapshots: Snapshot[] = [];
  for (let step = 0; step < 1 + random(6); step += 1) {
    const orderId = random(2) === 0 ? 'first' : 'second';
    const book = books[orderId] ?? [];
    const index = random(3);
    const known = book[index];
    if (known?.state === 'failed') known.state = 'captured';
    else if (known && random(2) === 0) known.state = 'refunded';
    else if (known) known.amountPaise -= 1 + random(1000);
    else {
      book.push({
        id: `pay_${orderId}_${book.length}`,
        amountPaise: 630_000 + pick([0, 0, 0, -100, 100], random),
        currency: random(8) === 0 ? 'USD' : 'INR',
        state: random(4) === 0 ? 'failed' : 'captured',
        method: 'upi',
        paidAt: after(random(120)),
      });
    }
    snapshots.push({ orderId, payments: structuredClone(book) });
  }
  return { orders, snapshots };
}

/** Amounts that staff have counted, by the payment's id: some of what was ever reported. */
const decisionsOn = (snapshots: Snapshot[], random: (limit: number) => number): Map<string, number> =>
  new Map(
    snapshots
      .flatMap(({ payments }) => payments)
      .filter(() => random(8) === 0)
      .map(({ id, amountPaise }) => [id, amountPaise]),
  );

/**
 * What is to come out, said in another way: what staff have counted, and of the others that are right the earliest.
 */
function expectedCounts(
  orders: OrderTerms[],
  snapshots: Snapshot[],
  decisions: Map<string, number>,
  refundedByLender: ReadonlySet<string>,
): string[] {
  const decided: string[] = [];
  const right: { id: string; at: number }[] = [];
  for (const { id, amountPaise, purpose, expiresAt } of orders) {
    const last = snapshots.findLast(({ orderId }) => orderId === id);
    for (const one of last?.payments ?? []) {
      if (one.state !== 'captured') continue;
      if (decisions.get(one.id) === one.amountPaise) {
        decided.push(one.id);
        continue;
      }
      if (refundedByLender.has(one.id)) continue;
      if (one.currency !== 'INR' || one.amountPaise !== amountPaise) continue;
      if (purpose === 'foreclosure' && one.paidAt.getTime() > expiresAt.getTime()) continue;
      right.push({ id: one.id, at: one.paidAt.getTime() });
    }
  }
  const earliest = Math.min(...right.map(({ at }) => at));
  const [first] = right
    .filter(({ at }) => at === earliest)
    .map(({ id }) => id)
    .sort();
  return [...decided, ...(first === undefined ? [] : [first])].sort();
}

/** What is wrong with the end of one order of reports, or on the way there; and how many payments count. */
function tryOrder(seed: number): { faults: string[]; counted: number } {
  const random = randomOf(seed);
  const { orders, snapshots } = history(random);
  const decisions = decisionsOn(snapshots, random);
  const refundedByLender = new Set(
    snapshots.flatMap(({ payments }) => payments.filter(() => random(12) === 0).map(({ id }) => id)),
  );
  // What was asked for at some time arrives at another, or never; both orders are asked about in the end.
  const arrived = Array.from({ length: random(12) }, () => pick(snapshots, random));
  for (const { id } of orders) {
    const last = snapshots.findLast(({ orderId }) => orderId === id);
    if (last) arrived.splice(random(arrived.length + 1), 0, last);
  }
  const faults: string[] = [];
  const stored = new Map<string, OrderPayment>();
  const settle = () => {
    const result = settleOrders(orders, [...stored.values()], after(200));
    const counted = [...result.payments].filter(([, state]) => state === 'captured').map(([id]) => id);
    const byOrder = counted.filter((id) => decisions.get(id) !== stored.get(id)?.amountPaise);
    const paid = [...result.orders.values()].filter((state) => state === 'paid');
    if (byOrder.length > 1 || paid.length !== byOrder.length) faults.push(`seed ${seed}: ${counted.join()}`);
    return counted.sort();
  };
  for (const { orderId, payments } of arrived) {
    for (const one of payments) {
      const report = {
        ...one,
        orderId,
        countedPaise: decisions.get(one.id) ?? null,
        isRefundedByLender: refundedByLender.has(one.id),
      };
      const before = stored.get(one.id);
      stored.set(one.id, before ? laterReport(before, report) : report);
    }
    settle();
  }
  const counted = settle();
  if (counted.join() !== expectedCounts(orders, snapshots, decisions, refundedByLender).join())
    faults.push(`seed ${seed}: another end`);
  return { faults, counted: counted.length };
}

it('comes to the same end in 10,000 orders of reports: doubled, reordered, late, lost and asked again', () => {
  const tried = Array.from({ length: 10_000 }, (_, index) => tryOrder(index + 1));
  expect(tried.flatMap(({ faults }) => faults)).toEqual([]);
  expect(tried.filter(({ counted }) => counted === 1).length).toBeGreaterThan(1000);
});
