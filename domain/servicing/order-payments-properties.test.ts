/** Laws of orders and payments, checked with random reports. */
import { expect, it } from 'vitest';
import {
  type Dispute,
  mergeReports,
  lessDisputes,
  settleOrders,
  supersededOrders,
  type OrderTerms,
  type PaymentPurpose,
  type ProviderPayment,
  type ReportedPayment,
} from './order-payments.ts';
import { after, order, payment } from './testing-order-payments.ts';

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

/**
 * A dispute about all that is left, or its decision; a decided one is followed by another. An inquiry takes nothing until it
 * becomes a chargeback.
 */
function disputed(
  known: readonly Dispute[],
  amountPaise: number,
  at: Date,
  { isWon, isInquiry = false }: { isWon: boolean; isInquiry?: boolean },
): Dispute[] {
  const open = known.find(({ state }) => state === 'open');
  const others = known.filter((one) => one !== open);
  if (open?.amountPaise === 0 && !isInquiry) return [...others, { ...open, amountPaise }];
  if (open) return [...others, { ...open, state: isWon ? 'won' : 'lost', decidedAt: at.toISOString() }];
  if (others.some(({ state }) => state === 'lost')) return others;
  const id = `disp_${known.length}`;
  const taken = isInquiry ? 0 : amountPaise;
  return [...others, { id, state: 'open', amountPaise: taken, takenAt: at.toISOString(), decidedAt: null }];
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
  for (let step = 0; step < 1 + random(8); step += 1) {
    const orderId = random(2) === 0 ? 'first' : 'second';
    const book = books[orderId] ?? [];
    const index = random(3);
    const known = book[index];
    if (known?.state === 'failed') known.state = 'captured';
    else if (known && random(3) > 0)
      known.disputes = disputed(known.disputes ?? [], known.amountPaise, after(200 + step), {
        isWon: random(3) > 0,
        isInquiry: random(4) === 0,
      });
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

/** Returns amounts that staff have counted, by the payment's id: some of the reported ones. */
const decisionsOn = (snapshots: Snapshot[], random: (limit: number) => number): Map<string, number> =>
  new Map(
    snapshots
      .flatMap(({ payments }) => payments.map(lessDisputes<ProviderPayment>))
      .filter(() => random(8) === 0)
      .map(({ id, amountPaise }) => [id, amountPaise]),
  );

/** Returns the time from which a payment can count: where a dispute was won, that of its return. */
const since = ({ paidAt, disputes = [] }: ProviderPayment): number =>
  Math.max(
    paidAt.getTime(),
    ...disputes.map(({ state, amountPaise, decidedAt }) =>
      state === 'won' && amountPaise > 0 ? Date.parse(decidedAt ?? '') : 0,
    ),
  );

/**
 * Computes the expected result in another way: the payments that staff have counted, else the earliest valid one; a
 * payment reported again counts only if staff have counted none.
 */
function expectedCounts(
  orders: OrderTerms[],
  snapshots: Snapshot[],
  decisions: Map<string, number>,
  refundedByLender: ReadonlySet<string>,
): string[] {
  const decided: string[] = [];
  const right: { id: string; at: number; cameAgain: boolean }[] = [];
  for (const { id, amountPaise, purpose, expiresAt } of orders) {
    const last = snapshots.findLast(({ orderId }) => orderId === id);
    for (const one of (last?.payments ?? []).map(lessDisputes<ProviderPayment>)) {
      if (one.state !== 'captured') continue;
      if (decisions.get(one.id) === one.amountPaise) {
        decided.push(one.id);
        continue;
      }
      if (refundedByLender.has(one.id)) continue;
      if (one.currency !== 'INR' || one.amountPaise !== amountPaise) continue;
      if (purpose === 'foreclosure' && one.paidAt.getTime() > expiresAt.getTime()) continue;
      right.push({
        id: one.id,
        at: since({ ...one, state: 'captured' }),
        cameAgain: one.paidAt.getTime() < since({ ...one, state: 'captured' }),
      });
    }
  }
  const able = decided.length > 0 ? right.filter(({ cameAgain }) => !cameAgain) : right;
  const earliest = Math.min(...able.map(({ at }) => at));
  const [first] = able
    .filter(({ at }) => at === earliest)
    .map(({ id }) => id)
    .sort();
  return [...decided, ...(first === undefined ? [] : [first])].sort();
}

/** Returns the faults during and after one order of reports, and the number of payments that count. */
function tryOrder(seed: number): { faults: string[]; counted: number } {
  const random = randomOf(seed);
  const { orders, snapshots } = history(random);
  const decisions = decisionsOn(snapshots, random);
  const refundedByLender = new Set(
    snapshots.flatMap(({ payments }) => payments.filter(() => random(12) === 0).map(({ id }) => id)),
  );
  // The snapshots arrive in any order, repeatedly or never; the last one of an order always arrives.
  const arrived = Array.from({ length: random(12) }, () => pick(snapshots, random));
  for (const { id } of orders) {
    const last = snapshots.findLast(({ orderId }) => orderId === id);
    if (last) arrived.splice(random(arrived.length + 1), 0, last);
  }
  const faults: string[] = [];
  const stored = new Map<string, ReportedPayment>();
  const settle = () => {
    const result = settleOrders(orders, [...stored.values()], after(200));
    const counted = [...result.payments].filter(([, state]) => state === 'captured').map(([id]) => id);
    const leftOf = (id: string) =>
      stored.get(id) && lessDisputes(stored.get(id) as ReportedPayment).amountPaise;
    const byOrder = counted.filter((id) => decisions.get(id) !== leftOf(id));
    const paid = [...result.orders.values()].filter((state) => state === 'paid');
    if (byOrder.length > 1 || paid.length !== byOrder.length) faults.push(`seed ${seed}: ${counted.join()}`);
    return counted.sort();
  };
  for (const { orderId, payments } of arrived) {
    for (const one of payments) {
      const report = {
        ...one,
        orderId,
        receivedAt: after(130),
        countedPaise: decisions.get(one.id) ?? null,
        isRefundOrdered: false,
        isPaidElsewhere: false,
        isRefundedByLender: refundedByLender.has(one.id),
      };
      const before = stored.get(one.id);
      stored.set(one.id, before ? mergeReports(before, report) : report);
    }
    settle();
  }
  const counted = settle();
  if (counted.join() !== expectedCounts(orders, snapshots, decisions, refundedByLender).join())
    faults.push(`seed ${seed}: another end`);
  return { faults, counted: counted.length };
}

it('doubled, reordered, late, lost and repeated reports lead to the same result in 10,000 runs', () => {
  const tried = Array.from({ length: 10_000 }, (_, index) => tryOrder(index + 1));
  expect(tried.flatMap(({ faults }) => faults)).toEqual([]);
  expect(tried.filter(({ counted }) => counted === 1).length).toBeGreaterThan(1000);
});

/**
 * Simulates a loan of three instalments of 100 whose customer orders, pays, pays twice and is refunded on several
 * devices, while reports are late and staff count money; orders end as on the server.
 * @returns the amount counted beyond the 300 after each step, the number of orders that could not be paid from their
 *   beginning, and the purposes of the counted payments
 */
function tryLoan(seed: number): { excess: number; deadEnds: number; counted: PaymentPurpose[] } {
  const random = randomOf(seed);
  let orders: OrderTerms[] = [];
  let minute = 0;
  const atProvider: ReportedPayment[] = [];
  const stored = new Map<string, ReportedPayment>();
  const settle = () => settleOrders(orders, [...stored.values()], after(minute));
  const countedPayments = (): ReportedPayment[] => {
    const { payments } = settle();
    return [...stored.values()].filter(({ id }) => payments.get(id) === 'captured');
  };
  const left = (): number => 300 - countedPayments().reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const orderOf = ({ orderId }: ReportedPayment) => orders.find(({ id }) => id === orderId);
  const end = (purchase: Parameters<typeof supersededOrders>[2]) => {
    const ended = supersededOrders(orders, settle().orders, purchase);
    orders = orders.map((one) => (ended.includes(one) ? { ...one, endedAt: after(minute) } : one));
  };
  let deadEnds = 0;
  const store = (changed: ReportedPayment) => {
    const before = countedPayments().map(({ id }) => id);
    stored.set(changed.id, changed);
    for (const one of countedPayments().filter(({ id }) => !before.includes(id)))
      end(one.countedPaise === null ? { ...(orderOf(one) as OrderTerms), receivedAt: one.receivedAt } : null);
  };
  const steps = {
    order: () => {
      const purpose = pick(['instalment', 'foreclosure', 'cooling_off'] as const, random);
      const rest = left();
      if (rest <= 0) return;
      const due =
        purpose === 'instalment'
          ? { purpose, instalment: 4 - Math.ceil(rest / 100), amountPaise: rest % 100 || 100 }
          : { purpose, instalment: null, amountPaise: rest };
      end(due);
      const [createdAt, expiresAt] = [after(minute), after(minute + 30)];
      const id = `order_${orders.length}`;
      orders.push(order({ id, ...due, createdAt, expiresAt }));
      if (settle().orders.get(id) !== 'open') deadEnds += 1;
    },
    pay: () => {
      if (orders.length === 0) return;
      const { id: orderId, amountPaise } = pick(orders, random);
      const paid = { orderId, amountPaise: amountPaise - pick([0, 0, 0, 10], random), paidAt: after(minute) };
      atProvider.push(payment({ id: `pay_${atProvider.length}`, ...paid }));
    },
    report: () => {
      const reported = atProvider[random(atProvider.length || 1)];
      if (reported && !stored.has(reported.id)) store({ ...reported, receivedAt: after(minute) });
    },
    count: () => {
      const { payments } = settle();
      const held = [...stored.values()].find(
        ({ id, amountPaise }) => payments.get(id) === 'held' && amountPaise <= left(),
      );
      if (held) store({ ...held, countedPaise: held.amountPaise });
    },
    refund: () => {
      const one = stored.get(`pay_${random(4)}`);
      if (one) store({ ...one, state: 'refunded' });
    },
    dispute: () => {
      const one = stored.get(`pay_${random(4)}`);
      if (!one) return;
      const disputes = disputed(one.disputes ?? [], one.amountPaise, after(minute), {
        isWon: random(3) > 0,
      });
      // Staff decide again about a payment that they have counted, once it is reported again.
      const isBack = disputes.some(
        ({ state }, at) => state === 'won' && one.disputes?.[at]?.state === 'open',
      );
      store({ ...one, disputes, ...(isBack && { countedPaise: null }) });
    },
  };
  const likely = [
    ...(['order', 'order', 'pay', 'pay', 'report', 'report', 'report'] as const),
    ...(['count', 'refund', 'dispute'] as const),
  ];
  let excess = 0;
  for (let step = 0; step < 60; step += 1) {
    minute += 1 + random(8);
    steps[pick(likely, random)]();
    excess = Math.max(excess, -left());
  }
  return { excess, deadEnds, counted: countedPayments().map((one) => orderOf(one)?.purpose ?? 'advance') };
}

it('counted payments never exceed the amount due in 2,000 loans with concurrent orders', () => {
  const tried = Array.from({ length: 2_000 }, (_, index) => tryLoan(index + 1));
  expect(tried.flatMap(({ excess }, index) => (excess > 0 ? [`seed ${index + 1}: ${excess}`] : []))).toEqual(
    [],
  );
  expect(
    tried.flatMap(({ deadEnds }, index) => (deadEnds > 0 ? [`seed ${index + 1}: ${deadEnds}`] : [])),
  ).toEqual([]);
  for (const purpose of ['instalment', 'foreclosure', 'cooling_off'] as const)
    expect(tried.filter(({ counted }) => counted.includes(purpose)).length).toBeGreaterThan(200);
  expect(tried.filter(({ counted }) => counted.length > 2).length).toBeGreaterThan(50);
});
