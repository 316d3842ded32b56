/** The balances of a loan at its lender at the end of a day (decision 92: the book). What is owed to the lender is above 0. */
import {
  type Account,
  amountOf,
  type Bill,
  type Money,
  paidOf,
  paidOn,
  partsOf,
  unpaidOf,
} from './account.ts';
import type { Agreed } from './agreed.ts';
import type { Day } from './calendar.ts';
import type { Cash } from './counting.ts';
import { chargesTaken, sumOf } from './schedule.ts';

export type Balances = {
  money: bigint;
  principal: bigint;
  interest: bigint;
  charges: bigint;
  credit: bigint;
  held: bigint;
  income: bigint;
  difference: bigint;
};

export type Books = {
  agreed: Agreed;
  account: Account;
  /** Null before it. */
  disbursal: { on: Day; paidOut: bigint } | null;
  money: readonly Money[];
  cash: readonly Cash[];
  /** The day on which the loan was left, and what the lender keeps. */
  exit: { on: Day; kept: bigint } | null;
};

/** The days on which something is posted. */
export const daysOf = ({ account, disbursal, cash, exit }: Books, today: Day): Day[] => {
  const days = [
    ...(disbursal ? [disbursal.on, ...billed(account, disbursal.on).map((one) => one.on)] : []),
    ...cash.map(({ on }) => on),
    ...(exit ? [exit.on] : []),
  ];
  return [...new Set(days)].filter((day) => day <= today).sort((a, b) => a - b);
};

export function balancesOn(books: Books, day: Day): Balances {
  const { agreed, disbursal, money, cash, exit } = books;
  const isOut = disbursal !== null && disbursal.on <= day;
  const isLeft = exit !== null && exit.on <= day;
  const until = isLeft ? exit.on : day;
  const bills = disbursal === null ? [] : billed(books.account, disbursal.on);
  const shown = bills.filter(({ on }) => on <= until).map(({ bill }) => bill);
  const paid = shown.map((bill) => partsOf(bill, paidOf(bill, until)));
  const counted = sumOf(money.filter(({ on }) => on <= day).map(({ amount }) => amount));
  const inTime = sumOf(money.filter(({ on }) => on <= until).map(({ amount }) => amount));
  const came = sumOf(cash.filter(({ on }) => on <= day).map(({ amount }) => amount));
  const deducted = isOut ? chargesTaken(agreed, 'deducted') : 0n;
  const sanctioned = isOut ? agreed.sum : 0n;
  const paidOut = isOut ? disbursal.paidOut : 0n;
  const all = (of: 'principal' | 'interest' | 'charges') => sumOf(shown.map((bill) => bill[of]));
  const part = (of: 'principal' | 'interest' | 'charges') => sumOf(paid.map((one) => one[of]));
  const running: Balances = {
    money: came - paidOut,
    held: counted - came,
    difference: paidOut + deducted - sanctioned,
    income: -deducted - all('interest') - all('charges'),
    principal: sanctioned - part('principal'),
    interest: all('interest') - part('interest'),
    charges: all('charges') - part('charges'),
    credit: part('principal') + part('interest') + part('charges') - counted,
  };
  if (!isLeft) return running;
  // The lender has earned what it keeps; what is paid beyond that is owed to the borrower.
  const left = sanctioned - deducted + exit.kept - inTime;
  return {
    ...running,
    ...{ income: -exit.kept, interest: 0n, charges: 0n },
    principal: left > 0n ? left : 0n,
    credit: (left < 0n ? left : 0n) - (counted - inTime),
  };
}

/** A loan that is repaid early is billed whole on the day of the last payment. */
function billed({ bills }: Account, disbursedOn: Day): { bill: Bill; on: Day }[] {
  const isRepaid = bills.every((bill) => unpaidOf(bill) === 0n);
  const last = Math.max(disbursedOn, ...bills.map((bill) => paidOn(bill) ?? disbursedOn));
  return bills
    .filter((bill) => amountOf(bill) > 0n)
    .map((bill) => ({ bill, on: isRepaid ? Math.min(bill.dueOn, last) : bill.dueOn }));
}
