/** The bills of a loan, and what of them is paid (specification, section 9: payments, late payment, debits). */
import type { Agreed, Purpose } from './agreed.ts';
import type { Day } from './calendar.ts';
import { chargesTaken, type Row, sizeOf, sumOf } from './schedule.ts';

export type Money = { id: string; on: Day; amount: bigint; purpose: Purpose };

export type Bill = {
  kind: 'up_front' | 'instalment' | 'late_payment' | 'prepayment';
  number: number;
  dueOn: Day;
  /** The day from which it can be paid by hand; null while a debit is awaited. */
  payableOn: Day | null;
  charges: bigint;
  interest: bigint;
  principal: bigint;
  prepaidBy: string | null;
  /** The shares that payments have paid of it. */
  shares: { on: Day; amount: bigint }[];
};

export const amountOf = ({ charges, interest, principal }: Bill): bigint => charges + interest + principal;

export const paidOf = ({ shares }: Bill, until = Infinity): bigint =>
  sumOf(shares.filter(({ on }) => on <= until).map(({ amount }) => amount));

export const unpaidOf = (bill: Bill): bigint => amountOf(bill) - paidOf(bill);

/** Splits what is paid of a bill: charges first, then interest, then principal. */
export function partsOf({ charges, interest }: Bill, paid: bigint) {
  const ofCharges = paid < charges ? paid : charges;
  const rest = paid - ofCharges;
  const ofInterest = rest < interest ? rest : interest;
  return { charges: ofCharges, interest: ofInterest, principal: rest - ofInterest };
}

/** The part of a bill that is not paid. */
export function openParts(bill: Bill) {
  const paid = partsOf(bill, paidOf(bill));
  return {
    charges: bill.charges - paid.charges,
    interest: bill.interest - paid.interest,
    principal: bill.principal - paid.principal,
  };
}

/** The day until which an instalment waits, by its number; null while nobody knows it. */
export type Waits = ReadonlyMap<number, Day | null>;

export type Account = { bills: readonly Bill[]; credit: bigint };

export function accountOf(
  agreed: Agreed,
  { rows, disbursedOn, waits }: { rows: readonly Row[]; disbursedOn: Day; waits: Waits },
  money: readonly Money[],
  today: Day,
): Account {
  const bills = billsOf(agreed, rows, disbursedOn, waits);
  const levied: Bill[] = [];
  // The days on which an instalment becomes late, the earliest first, and of one day the oldest instalment.
  const lateDays = bills
    .flatMap((bill) =>
      bill.kind === 'instalment' && bill.payableOn !== null && agreed.late
        ? [{ bill, on: bill.payableOn + agreed.late.graceDays + 1 }]
        : [],
    )
    .sort((a, b) => a.on - b.on);
  let credit = 0n;
  const levyUntil = (day: Day) => {
    for (let next = lateDays[0]; next && next.on <= day; next = lateDays[0]) {
      lateDays.shift();
      const unpaid = unpaidOf(next.bill);
      const charges = unpaid >= 100n && agreed.late ? sizeOf(agreed.late.size, unpaid) : 0n;
      if (charges === 0n) continue;
      levied.push({
        ...{ kind: 'late_payment', number: next.bill.number, dueOn: next.on, payableOn: next.on, charges },
        ...{ interest: 0n, principal: 0n, prepaidBy: null, shares: [] },
      });
    }
  };
  for (const { id, on, amount, purpose } of inOrder(money)) {
    levyUntil(on);
    const rank = ({ kind, dueOn }: Bill): number => {
      if (kind === 'up_front' && purpose === 'instalment') return 4;
      if (kind === 'late_payment') return 2;
      return dueOn <= on ? 1 : 3;
    };
    const others = [...bills, ...levied].filter(({ kind }) => kind !== 'prepayment');
    const own = bills.filter(({ prepaidBy }) => prepaidBy === id);
    let left = amount;
    for (const bill of [...own, ...others.toSorted((a, b) => rank(a) - rank(b))]) {
      const unpaid = unpaidOf(bill);
      const share = left < unpaid ? left : unpaid;
      if (share === 0n) continue;
      bill.shares.push({ on, amount: share });
      left -= share;
    }
    credit += left;
  }
  levyUntil(today);
  return { bills: [...bills, ...levied], credit };
}

/** Sorts money by day, and that of one day by id. */
const inOrder = (money: readonly Money[]): Money[] =>
  money.filter(({ amount }) => amount > 0n).sort((a, b) => a.on - b.on || (a.id < b.id ? -1 : 1));

function billsOf(agreed: Agreed, rows: readonly Row[], disbursedOn: Day, waits: Waits): Bill[] {
  const advance = rows.slice(0, agreed.advance);
  const upFront: Bill = {
    ...{ kind: 'up_front', number: 0, dueOn: disbursedOn, payableOn: disbursedOn, shares: [] },
    charges: chargesTaken(agreed, 'up_front'),
    interest: sumOf(advance.map(({ interest }) => interest)),
    principal: sumOf(advance.map(({ principal }) => principal)),
    prepaidBy: null,
  };
  const others = rows.slice(agreed.advance).map((row): Bill => {
    const { number, dueOn, charges, interest, principal, prepaidBy } = row;
    const waitsUntil = waits.get(number);
    const payableOn = waitsUntil === null ? null : Math.max(dueOn, waitsUntil ?? dueOn);
    return {
      ...{ kind: prepaidBy === null ? 'instalment' : 'prepayment', number, dueOn, shares: [] },
      ...{ payableOn: prepaidBy === null ? payableOn : dueOn, charges, interest, principal, prepaidBy },
    };
  });
  return amountOf(upFront) > 0n ? [upFront, ...others] : others;
}

export type BillState = 'unpaid' | 'part_paid' | 'paid' | 'overdue';

export function stateOf(bill: Bill, today: Day): BillState {
  if (unpaidOf(bill) === 0n) return 'paid';
  if (bill.payableOn !== null && bill.payableOn < today) return 'overdue';
  return paidOf(bill) > 0n ? 'part_paid' : 'unpaid';
}

export const awaitsDebit = (bill: Bill): boolean => bill.payableOn === null && unpaidOf(bill) > 0n;

/** Returns the day on which the last paisa of a bill was paid. */
export const paidOn = (bill: Bill): Day | null =>
  unpaidOf(bill) === 0n ? (bill.shares.at(-1)?.on ?? null) : null;

/**
 * Returns what is ordered by the next payment for an instalment: the oldest that is due, the last of them with all
 * charges for late payment; these alone where none is due; else the next one that is not due yet.
 */
export function nextToPay({ bills }: Account, today: Day): { number: number; amount: bigint } | null {
  const open = bills
    .filter((bill) => bill.kind !== 'up_front' && unpaidOf(bill) > 0n)
    .sort((a, b) => a.dueOn - b.dueOn);
  const late = open.filter(({ kind }) => kind === 'late_payment');
  const lateSum = sumOf(late.map(unpaidOf));
  const others = open.filter(({ kind }) => kind !== 'late_payment');
  const due = others.filter(({ dueOn }) => dueOn <= today);
  const [oldest] = due;
  if (oldest)
    return awaitsDebit(oldest)
      ? null
      : { number: oldest.number, amount: unpaidOf(oldest) + (due.length === 1 ? lateSum : 0n) };
  if (late[0]) return { number: late[0].number, amount: lateSum };
  const [next] = others;
  return next && !awaitsDebit(next) ? { number: next.number, amount: unpaidOf(next) } : null;
}

/** Returns what is due and can be paid by a day. */
export function dueBy({ bills }: Account, day: Day): { total: bigint; lateCharges: bigint } {
  const due = bills.filter(
    (bill) => !awaitsDebit(bill) && (bill.dueOn <= day || bill.kind === 'late_payment'),
  );
  const late = due.filter(({ kind }) => kind === 'late_payment');
  return { total: sumOf(due.map(unpaidOf)), lateCharges: sumOf(late.map(unpaidOf)) };
}
