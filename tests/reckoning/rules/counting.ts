/** Tells which payments count, what has gone back, and what waits for the bank (decision 92). */
import type { Money, Waits } from './account.ts';
import type { Purpose, Told, ToldOf } from './agreed.ts';
import type { Day } from './calendar.ts';
import { sumOf } from './schedule.ts';

/** Money that came to the lender or went from it, above 0 when it came. */
export type Cash = { on: Day; amount: bigint };

type Dispute = {
  id: string;
  amount: bigint;
  takenOn: Day;
  state: 'open' | 'lost' | 'won';
  wonOn: Day | null;
  /** The moments at which it was taken, and given back. */
  takenAt: number;
  wonAt: number;
};

/** A payment of an order, with all that was told of it. */
type Payment = {
  id: string;
  order: string;
  debt: string;
  ordered: bigint;
  purpose: Purpose;
  amount: bigint;
  on: Day;
  isLate: boolean;
  orderedOn: Day;
  heardOn: Day;
  paidAt: number;
  refunds: bigint;
  refundedOn: Day | null;
  disputes: Dispute[];
  decision: { kind: 'count' | 'refund'; amount: bigint; towards: Purpose } | null;
};

export type Counting = {
  /** The money that counts, in the order in which it was paid. */
  money: Money[];
  /** The money that the lender has had of the borrower, whether it counts or not. */
  cash: Cash[];
  /** The days on which something that had counted was paid and went back. */
  gone: { on: Day; backOn: Day }[];
  waits: Waits;
  /** The amount that is left of each payment. */
  left: { id: string; amount: bigint; counts: boolean; openDispute: string | null }[];
};

/** A moment of a day; what is told later of the same day was later. */
const momentOf = (day: Day, place: number): number => day + place / 1000;

const isQuoted = (purpose: Purpose) => purpose !== 'advance' && purpose !== 'instalment';

const takenOf = ({ disputes }: Payment): bigint =>
  sumOf(disputes.filter(({ state }) => state !== 'won').map(({ amount }) => amount));

/** Returns what is left of a payment at the provider. */
const leftOf = (payment: Payment): bigint => payment.amount - payment.refunds - takenOf(payment);

export function countAll(told: readonly Told[]): Counting {
  const payments = paymentsOf(told);
  const counted = countedOf(payments);
  const collections = told.filter((one): one is ToldOf<'collected'> => one.what === 'collected');
  const reversedOn = new Map(
    told.flatMap((one) => (one.what === 'collection reversed' ? [[one.id, one.told] as const] : [])),
  );
  const money = [
    ...counted,
    ...collections
      .filter(({ id }) => !reversedOn.has(id))
      .map(({ id, on, amount }): Money => ({ id, on, amount, purpose: 'instalment' })),
  ];
  return {
    money,
    cash: [
      ...payments.flatMap(cashOf),
      ...collections.flatMap(({ id, on, amount }) => {
        const back = reversedOn.get(id);
        return [{ on, amount }, ...(back === undefined ? [] : [{ on: back, amount: -amount }])];
      }),
    ],
    gone: [
      ...payments.flatMap(goneOf),
      ...collections.flatMap(({ id, on }) => {
        const back = reversedOn.get(id);
        return back === undefined ? [] : [{ on, backOn: back }];
      }),
    ],
    waits: waitsOf(told),
    left: payments.map((one) => ({
      ...{ id: one.id, amount: leftOf(one), counts: counted.some(({ id }) => id === one.id) },
      openDispute: one.disputes.find(({ state }) => state !== 'won')?.id ?? null,
    })),
  };
}

function paymentsOf(told: readonly Told[]): Payment[] {
  const payments = new Map<string, Payment>();
  const none = { refunds: 0n, refundedOn: null, decision: null };
  for (const [place, one] of told.entries()) {
    if (one.what === 'paid') {
      const { id, purpose, number, ordered, amount, on, isLate } = one;
      const isPart = purpose === 'prepay_fewer' || purpose === 'prepay_smaller';
      const once = isQuoted(purpose) ? purpose : `${purpose} ${number} ${ordered}`;
      payments.set(id, {
        ...{ id, order: id, debt: isPart ? id : once, ordered, purpose, amount, on, isLate },
        paidAt: momentOf(on, place),
        // A quote is good on its day alone, so that a late payment is of an order of the day before.
        ...{ orderedOn: isLate ? on - 1 : on, heardOn: one.told, disputes: [], ...none },
      });
      continue;
    }
    const payment = 'id' in one ? payments.get(one.id) : undefined;
    if (one.what === 'paid again') {
      const first = payments.get(one.of);
      if (first)
        payments.set(one.id, {
          ...first,
          ...{ id: one.id, amount: first.ordered, on: one.on, isLate: one.on > first.on || first.isLate },
          ...{ paidAt: momentOf(one.on, place), heardOn: one.told, disputes: [], ...none },
        });
    }
    if (!payment) continue;
    if (one.what === 'refunded') {
      payment.refunds += one.amount;
      payment.refundedOn = one.told;
    }
    if (one.what === 'disputed')
      payment.disputes.push({
        ...{ id: one.dispute, amount: one.amount, takenOn: one.on, state: 'open', wonOn: null },
        ...{ takenAt: momentOf(one.on, place), wonAt: 0 },
      });
    if (one.what === 'dispute decided') {
      const dispute = payment.disputes.find(({ id }) => id === one.dispute);
      if (!dispute || dispute.state === 'won') continue;
      dispute.state = one.isWon ? 'won' : 'lost';
      if (!one.isWon) continue;
      dispute.wonOn = one.told;
      dispute.wonAt = momentOf(one.told, place);
      // Staff decide anew about money that has come again.
      if (payment.decision?.kind === 'count') payment.decision = null;
    }
    if (one.what === 'counted')
      payment.decision = { kind: 'count', amount: one.amount, towards: one.towards };
    if (one.what === 'refund ordered')
      payment.decision = { kind: 'refund', amount: one.amount, towards: payment.purpose };
  }
  return [...payments.values()];
}

const isByStaff = (payment: Payment): boolean =>
  payment.decision?.kind === 'count' && leftOf(payment) > 0n && payment.decision.amount === leftOf(payment);

/** Returns the payments that count: of those for one thing the first that could, and all that staff have counted. */
function countedOf(payments: readonly Payment[]): Money[] {
  const staff = payments.filter(isByStaff);
  const since = ({ paidAt, disputes }: Payment) => Math.max(paidAt, ...disputes.map(({ wonAt }) => wonAt));
  const able = payments
    .filter((one) => !staff.includes(one) && one.decision?.kind !== 'refund')
    .filter((one) => leftOf(one) === one.ordered && !(one.isLate && isQuoted(one.purpose)))
    .sort((a, b) => since(a) - since(b));
  const counted: Payment[] = [];
  for (const one of able) {
    const isPaid = counted.some(
      (other) => other.order === one.order || (other.debt === one.debt && one.orderedOn <= other.heardOn),
    );
    const won = one.disputes.filter(({ state }) => state === 'won');
    const takenAt = Math.min(...won.map((dispute) => dispute.takenAt));
    const isReplaced = won.length > 0 && (staff.length > 0 || counted.some(({ paidAt }) => paidAt > takenAt));
    if (!isPaid && !isReplaced) counted.push(one);
  }
  const byTime = payments.toSorted((a, b) => a.paidAt - b.paidAt);
  return byTime.flatMap((one): Money[] => {
    const { id, on, purpose, decision } = one;
    if (staff.includes(one)) return [{ id, on, amount: leftOf(one), purpose: decision?.towards ?? purpose }];
    return counted.includes(one) ? [{ id, on, amount: leftOf(one), purpose }] : [];
  });
}

/** The refunds of a payment are dated by the last word about them. */
const cashOf = ({ on, amount, refunds, refundedOn, disputes }: Payment): Cash[] => [
  { on, amount },
  ...(refundedOn === null ? [] : [{ on: refundedOn, amount: -refunds }]),
  ...disputes.flatMap(({ takenOn, wonOn, amount: taken }) => [
    { on: takenOn, amount: -taken },
    ...(wonOn === null ? [] : [{ on: wonOn, amount: taken }]),
  ]),
];

function goneOf({ on, refundedOn, disputes, decision }: Payment): { on: Day; backOn: Day }[] {
  const taken = disputes.find(({ state }) => state !== 'won');
  const backOn = taken ? taken.takenOn : refundedOn;
  // What staff gave back has not counted.
  return decision?.kind !== 'refund' && backOn !== null ? [{ on, backOn }] : [];
}

/** A debit is awaited from its announcement until the lender says what became of it, or staff release it. */
function waitsOf(told: readonly Told[]): Map<number, Day | null> {
  const waits = new Map<number, Day | null>();
  for (const one of told) if (one.what === 'debit announced') waits.set(one.number, null);
  const last = new Map<string, { number: number; on: Day }>();
  for (const one of told) {
    if (one.what === 'collected' || one.what === 'bounced')
      last.set(one.id, { number: one.number, on: one.told });
    if (one.what === 'collection reversed') {
      const said = last.get(one.id);
      if (said) last.set(one.id, { ...said, on: one.told });
    }
    if (one.what === 'debit released')
      last.set(`released ${one.number}`, { number: one.number, on: one.told });
  }
  for (const { number, on } of last.values()) {
    const until = waits.get(number);
    if (until === undefined) continue;
    waits.set(number, until === null || on > until ? on : until);
  }
  return waits;
}
