/** Reckons what follows for a loan on a day from what was agreed on and what was told until then. */
import {
  type Account,
  accountOf,
  amountOf,
  awaitsDebit,
  dueBy,
  type Money,
  nextToPay,
  paidOf,
  paidOn,
  stateOf,
  unpaidOf,
  type Waits,
} from './account.ts';
import type { Agreed, Told, ToldOf } from './agreed.ts';
import { balancesOn, type Books, daysOf } from './balances.ts';
import { type Day, textOf } from './calendar.ts';
import { type Cost, costOf } from './cost.ts';
import { type Counting, countAll } from './counting.ts';
import { type Exit, exitOf, isLast, optionOf, prepayable, type Quote, quoteOf } from './early.ts';
import { foreclosedPlan, planAfter } from './prepaid.ts';
import { agreedPlan, type Plan, sumOf } from './schedule.ts';

/** The facts of a loan that do not change with what is told. */
export type Base = { agreed: Agreed; cost: Cost };

export const baseOf = (agreed: Agreed): Base => ({
  agreed,
  cost: costOf(agreed, agreedPlan(agreed, agreed.plannedOn)),
});

export type Reckoning = {
  today: Day;
  disbursal: ToldOf<'disbursed'> | null;
  disbursedOn: Day;
  plan: Plan;
  counting: Counting;
  account: Account;
  quote: Quote;
  exit: Exit | null;
  lastExitDay: Day;
  leftOn: Day | null;
  prepayable: { least: bigint; most: bigint } | string;
  books: Books;
};

export function reckon({ agreed, cost }: Base, told: readonly Told[], today: Day): Reckoning {
  const disbursal = told.find((one): one is ToldOf<'disbursed'> => one.what === 'disbursed') ?? null;
  const disbursedOn = disbursal?.on ?? agreed.plannedOn;
  const counting = countAll(told);
  const lastExitDay =
    disbursedOn + Math.max(agreed.coolingOffDays, disbursal ? disbursal.told - disbursedOn + 1 : 0);
  /** Leaves out what is paid after a day. */
  const on = (day: Day) => {
    const money = counting.money.filter((one) => one.on <= day);
    const plan = planOf(agreed, disbursedOn, money);
    const waits = waitsOf(counting, plan, disbursal);
    const of = (paid: readonly Money[]) =>
      accountOf(agreed, { rows: plan.rows, disbursedOn, waits }, paid, day);
    const account = of(money.filter(({ purpose }) => purpose !== 'cooling_off'));
    const quote = quoteOf(of(money), plan, disbursedOn, day);
    const exit = disbursal
      ? exitOf(cost, { disbursedOn, lastDay: lastExitDay }, money, { on: day, quoteTotal: quote.total })
      : null;
    return { money, plan, account, quote, exit };
  };
  const now = on(today);
  const leftOn = disbursal ? exitDay(told, counting.money, (day) => on(day).exit) : null;
  const exit = leftOn === null ? null : on(leftOn).exit;
  return {
    ...{ today, disbursal, disbursedOn, counting, lastExitDay, leftOn },
    ...{ plan: now.plan, account: now.account, quote: now.quote, exit: now.exit },
    prepayable: prepayable(now.account, now.quote, today),
    books: {
      ...{ agreed, account: now.account, money: counting.money, cash: counting.cash },
      disbursal: disbursal && { on: disbursal.on, paidOut: disbursal.paidOut },
      exit: leftOn !== null && exit ? { on: leftOn, kept: exit.interest + cost.keptFee } : null,
    },
  };
}

function planOf(agreed: Agreed, disbursedOn: Day, money: readonly Money[]): Plan {
  let plan = agreedPlan(agreed, disbursedOn);
  for (const { id, on, amount, purpose } of money.toSorted((a, b) => a.on - b.on)) {
    if (purpose === 'prepay_fewer')
      plan = planAfter(agreed, plan, disbursedOn, { id, on, amount, keeps: 'instalment' });
    if (purpose === 'prepay_smaller')
      plan = planAfter(agreed, plan, disbursedOn, { id, on, amount, keeps: 'number' });
  }
  const closed = money.find(({ purpose }) => purpose === 'foreclosure');
  return closed ? foreclosedPlan(plan, disbursedOn, closed.on) : plan;
}

/** An instalment that fell due while nobody could pay it is payable from the day on which somebody could. */
function waitsOf(counting: Counting, { rows }: Plan, disbursal: ToldOf<'disbursed'> | null): Waits {
  const waits = new Map(counting.waits);
  const gaps = [...(disbursal ? [{ on: disbursal.on, backOn: disbursal.told + 1 }] : []), ...counting.gone];
  for (const { number, dueOn, prepaidBy } of rows) {
    if (prepaidBy !== null || waits.get(number) === null) continue;
    const ends = gaps.filter(({ on, backOn }) => on <= dueOn && dueOn <= backOn).map(({ backOn }) => backOn);
    if (ends.length > 0) waits.set(number, Math.max(waits.get(number) ?? 0, ...ends));
  }
  return waits;
}

/** The day of the exit's payment, or the first one, since it was asked for, on which nothing of the exit is left to pay. */
function exitDay(
  told: readonly Told[],
  money: readonly Money[],
  exitOn: (day: Day) => Exit | null,
): Day | null {
  const paid = money.find(({ purpose }) => purpose === 'cooling_off');
  if (paid) return paid.on;
  const asked = told.find(({ what }) => what === 'leaving')?.told;
  if (asked === undefined) return null;
  const days = [asked, ...money.map(({ on }) => on).filter((day) => day > asked)].sort((a, b) => a - b);
  return days.find((day) => exitOn(day)?.total === 0n) ?? null;
}

/** Returns an amount that can be prepaid on the day; null where nothing can be. */
export const somePrepayable = (
  { disbursal, leftOn, prepayable: limits }: Reckoning,
  wish: bigint,
): bigint | null => {
  if (!disbursal || leftOn !== null || typeof limits === 'string') return null;
  if (wish < limits.least) return limits.least;
  return wish < limits.most ? wish : limits.most;
};

/** The answer in plain values, by name: paise as numbers, days as ISO text. */
export type Answer = Record<string, unknown>;

const day = (value: Day | null) => (value === null ? null : textOf(value));

/** @param prepaid the amount of a part-prepayment that is asked about */
export function answerOf({ agreed, cost }: Base, reckoning: Reckoning, prepaid: bigint | null): Answer {
  const { account, plan, today, disbursal, quote, exit, counting, books, disbursedOn } = reckoning;
  const isRepaid = account.bills.every((bill) => unpaidOf(bill) === 0n);
  const balances = balancesOn(books, today);
  const next = disbursal ? nextToPay(account, today) : null;
  const upFront = account.bills.find(({ kind }) => kind === 'up_front');
  const advancePaid = sumOf(
    counting.money.filter(({ purpose }) => purpose === 'advance').map(({ amount }) => amount),
  );
  const owedBefore = disbursal ? (upFront ? unpaidOf(upFront) : 0n) : cost.before - advancePaid;
  const principal = balances.principal + balances.credit;
  const isClosable = disbursal !== null && !isRepaid;
  const option = (keeps: 'instalment' | 'number') =>
    optionOf(agreed, plan, disbursedOn, { on: today, amount: prepaid ?? 0n, keeps });
  return plain({
    cost: { apr: cost.apr, paidOut: cost.paidOut, before: cost.before, interest: cost.totalInterest },
    schedule: plan.rows.map(({ number, dueOn, principal, interest, charges, prepaidBy }) => ({
      ...{ number, dueOn: day(dueOn), principal, interest, charges, isPrepaid: prepaidBy !== null },
    })),
    instalment: isLast(plan, today) ? null : plan.equal,
    lines: linesOf(reckoning),
    counted: counting.money.map(({ id, amount, purpose }) => `${id} ${amount} ${purpose}`).sort(),
    received: sumOf(counting.money.map(({ amount }) => amount)),
    credit: account.credit,
    due: dueBy(account, today),
    owed: {
      advance: owedBefore > 0n ? owedBefore : null,
      instalment: next && next.amount > 0n ? next : null,
      foreclosure: isClosable && !account.bills.some(awaitsDebit) && quote.total > 0n ? quote.total : null,
      coolingOff: exit && exit.total > 0n ? exit.total : null,
    },
    quote: isClosable ? quote : null,
    exit,
    leftOn: day(reckoning.leftOn),
    lastExitDay: disbursal ? day(reckoning.lastExitDay) : null,
    outstandingPrincipal: principal > 0n ? principal : 0n,
    prepayable: disbursal && reckoning.leftOn === null ? reckoning.prepayable : null,
    prepaid: prepaid === null ? null : { fewer: option('instalment'), smaller: option('number') },
    book: daysOf(books, today).map((on) => ({ on: day(on), ...balancesOn(books, on) })),
  });
}

/** The lines of the statement: of a loan that was left, what was due and paid by then. */
function linesOf({ account, today, leftOn }: Reckoning) {
  const lines = account.bills
    .map((bill) => ({
      ...{ kind: bill.kind, number: bill.number, dueOn: day(bill.dueOn) },
      ...{ principal: bill.principal, interest: bill.interest, charges: bill.charges },
      ...{ amount: amountOf(bill), paid: paidOf(bill), paidOn: day(paidOn(bill)) },
      ...{ state: stateOf(bill, today), awaitsDebit: awaitsDebit(bill) },
      isShown: leftOn === null || (bill.dueOn <= leftOn && (paidOn(bill) ?? Infinity) <= leftOn),
    }))
    .sort((a, b) => (`${a.dueOn} ${a.kind} ${a.number}` < `${b.dueOn} ${b.kind} ${b.number}` ? -1 : 1));
  return lines.map((line) => ({ ...line, state: line.amount === 0n ? 'paid' : line.state }));
}

/** Replaces whole paise by numbers, at any depth. */
function plain<Value>(value: Value): Answer {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)),
  ) as Answer;
}
