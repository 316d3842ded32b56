/** The ways to repay a loan early: foreclosure, part-prepayment, leaving in the cooling-off period. */
import { type Account, type Money, openParts, paidOf, unpaidOf, awaitsDebit, dueBy } from './account.ts';
import type { Agreed } from './agreed.ts';
import type { Day } from './calendar.ts';
import { type Cost, exitInterest } from './cost.ts';
import { cutAt, planAfter } from './prepaid.ts';
import { Rational } from './rational.ts';
import { chargesTaken, type Plan, sumOf } from './schedule.ts';

export type Quote = {
  principal: bigint;
  interest: bigint;
  due: bigint;
  credit: bigint;
  total: bigint;
  parts: { principal: bigint; interest: bigint; charges: bigint; lateCharges: bigint };
};

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** @param account of the same day, without what is paid later */
export function quoteOf(account: Account, plan: Plan, disbursedOn: Day, on: Day): Quote {
  const { principal, accrued: interest } = cutAt(plan, disbursedOn, on);
  const due = account.bills.filter((bill) => bill.dueOn <= on);
  const early = account.bills.filter((bill) => bill.dueOn > on).map((bill) => paidOf(bill));
  const credit = account.credit + sumOf(early);
  const open = due.map((bill) => ({ ...openParts(bill), isLate: bill.kind === 'late_payment' }));
  const part = (of: 'principal' | 'interest' | 'charges', isLate: boolean) =>
    sumOf(open.filter((one) => one.isLate === isLate).map((one) => one[of]));
  let left = credit;
  const lessCredit = (amount: bigint) => {
    const rest = atLeastZero(amount - left);
    left -= amount - rest;
    return rest;
  };
  const unpaid = sumOf(due.map(unpaidOf));
  return {
    ...{ principal, interest, due: unpaid, credit },
    total: atLeastZero(principal + interest + unpaid - credit),
    parts: {
      principal: lessCredit(principal + part('principal', false)),
      interest: lessCredit(interest + part('interest', false)),
      charges: lessCredit(part('charges', false)),
      lateCharges: lessCredit(part('charges', true)),
    },
  };
}

export type Exit = { interest: bigint; paid: bigint; total: bigint; refund: bigint };

/**
 * Returns the exit on a day of the period; null outside of it. It is what the lender has paid out, the interest, and
 * the fee that it keeps, less all that was paid by then.
 * @param quoteTotal of a foreclosure on that day
 */
export function exitOf(
  cost: Cost,
  { disbursedOn, lastDay }: { disbursedOn: Day; lastDay: Day },
  money: readonly Money[],
  { on, quoteTotal }: { on: Day; quoteTotal: bigint },
): Exit | null {
  if (on < disbursedOn || on > lastDay) return null;
  const paid = sumOf(money.filter((one) => one.on <= on).map(({ amount }) => amount));
  const full = exitInterest(cost, on - disbursedOn);
  const owed = cost.paidOut + full + cost.keptFee - paid;
  const dearer = atLeastZero(atLeastZero(owed) - quoteTotal);
  const less = dearer < full ? dearer : full;
  return {
    interest: full - less,
    paid,
    total: atLeastZero(owed - less),
    refund: atLeastZero(-owed),
  };
}

const leastPrincipal = 100_000n;

/** Returns what can be prepaid on a day in whole rupees, or why nothing can be. */
export function prepayable(
  account: Account,
  quote: Quote,
  on: Day,
): { least: bigint; most: bigint } | string {
  if (account.bills.some(awaitsDebit)) return 'debit';
  if (dueBy(account, on).total > 0n) return 'due';
  const rupees = (amount: bigint) => Rational.of(amount, 100n).down();
  const least = -rupees(-(quote.interest + leastPrincipal)) * 100n;
  const most = rupees(quote.total - leastPrincipal) * 100n;
  return least <= most ? { least, most } : 'small';
}

/** Returns what a part-prepayment would save, and the equal instalment after it, with the charges that come with it. */
export function optionOf(
  agreed: Agreed,
  plan: Plan,
  disbursedOn: Day,
  paid: { on: Day; amount: bigint; keeps: 'instalment' | 'number' },
) {
  const after = planAfter(agreed, plan, disbursedOn, { ...paid, id: 'asked' });
  const borne = ({ rows }: Plan) => sumOf(rows.map(({ interest, charges }) => interest + charges));
  const row = after.rows.find(({ prepaidBy }) => prepaidBy === 'asked');
  return {
    principal: row?.principal ?? 0n,
    interest: row?.interest ?? 0n,
    saved: borne(plan) - borne(after),
    // A single instalment is what is left to pay.
    instalment: isLast(after, paid.on) ? null : after.equal + chargesTaken(agreed, 'with_instalments'),
  };
}

export const isLast = ({ rows }: Plan, on: Day): boolean =>
  rows.filter(({ dueOn }) => dueOn > on).length <= 1;
