/** Draws what the world tells next of a loan, from what the second reckoning says of it. */
import type { Random } from '../fuzz/random.ts';
import { nextToPay, unpaidOf } from './rules/account.ts';
import type { Agreed, Purpose, Told } from './rules/agreed.ts';
import type { Day } from './rules/calendar.ts';
import type { Cost } from './rules/cost.ts';
import type { Reckoning } from './rules/reckon.ts';
import { sumOf } from './rules/schedule.ts';

export type Scene = {
  random: Random;
  agreed: Agreed;
  cost: Cost;
  reckoning: Reckoning;
  told: readonly Told[];
  today: Day;
};

type Maker = (scene: Scene) => Told | null;

/** A whole number of paise from 1 to `most`. */
const part = ({ whole }: Random, most: bigint): bigint =>
  most <= 1n ? 1n : 1n + BigInt(whole(Number(most)));

/** A day of the past that is heard of today: mostly today itself. */
const pastDay = ({ random, reckoning, today }: Scene): Day =>
  random.percent(75) ? today : Math.max(Math.min(today, reckoning.disbursedOn), today - 1 - random.whole(40));

const idOf = (letter: string, { told }: Scene): string => `${letter}${String(told.length).padStart(3, '0')}`;

function payment(
  scene: Scene,
  { purpose, number = null, owed }: { purpose: Purpose; number?: number | null; owed: bigint },
): Told {
  const { random, today } = scene;
  const isQuoted = purpose !== 'advance' && purpose !== 'instalment';
  // An order for closing the loan ends with the next part-prepayment.
  const rows = scene.reckoning.plan.rows.filter(({ prepaidBy }) => prepaidBy !== null);
  const prepaidOn = isQuoted ? (rows.at(-1)?.dueOn ?? 0) : 0;
  const isWrong = random.percent(15);
  const other = random.percent(50) ? part(random, owed) : owed + part(random, owed);
  return {
    ...{ what: 'paid', told: today, id: idOf('p', scene), purpose, number, ordered: owed },
    amount: isWrong ? other : owed,
    on: isQuoted && random.percent(80) ? today : Math.max(pastDay(scene), prepaidOn),
    isLate: isQuoted && random.percent(10),
  };
}

const payAdvance: Maker = (scene) => {
  const { reckoning, cost } = scene;
  const bill = reckoning.account.bills.find(({ kind }) => kind === 'up_front');
  const paid = sumOf(
    reckoning.counting.money.filter(({ purpose }) => purpose === 'advance').map(({ amount }) => amount),
  );
  const owed = reckoning.disbursal ? (bill ? unpaidOf(bill) : 0n) : cost.before - paid;
  return owed > 0n ? payment(scene, { purpose: 'advance', owed }) : null;
};

const payInstalment: Maker = (scene) => {
  const next = scene.reckoning.disbursal && nextToPay(scene.reckoning.account, scene.today);
  if (!next || next.amount === 0n) return null;
  return payment(scene, { purpose: 'instalment', number: next.number, owed: next.amount });
};

const prepay: Maker = (scene) => {
  const { random, reckoning } = scene;
  const limits = reckoning.prepayable;
  if (!reckoning.disbursal || reckoning.leftOn !== null || typeof limits === 'string') return null;
  const { least, most } = limits;
  const between = least + BigInt(random.whole(Number((most - least) / 100n) + 1)) * 100n;
  const owed = random.pick([least, most, between, between, between]);
  const paid = payment(scene, { purpose: random.pick(['prepay_fewer', 'prepay_smaller']), owed });
  return paid.what === 'paid' ? { ...paid, on: scene.today } : null;
};

const foreclose: Maker = (scene) => {
  const { disbursal, quote, leftOn } = scene.reckoning;
  if (!disbursal || leftOn !== null || quote.total === 0n) return null;
  return payment(scene, { purpose: 'foreclosure', owed: quote.total });
};

const payExit: Maker = (scene) => {
  const { exit } = scene.reckoning;
  const isAsked = scene.told.some(({ what }) => what === 'leaving');
  if (!exit || exit.total === 0n || !isAsked) return null;
  return payment(scene, { purpose: 'cooling_off', owed: exit.total });
};

const leave: Maker = ({ reckoning, told, today }) =>
  reckoning.exit && !told.some(({ what }) => what === 'leaving') ? { what: 'leaving', told: today } : null;

const payAgain: Maker = (scene) => {
  const { random, told, today } = scene;
  const paid = told.filter((one) => one.what === 'paid');
  if (paid.length === 0) return null;
  const first = random.pick(paid);
  const on = Math.max(first.on, pastDay(scene));
  return { what: 'paid again', told: today, id: idOf('p', scene), of: first.id, on };
};

const refund: Maker = ({ random, reckoning, today }) => {
  const able = reckoning.counting.left.filter(
    ({ amount, openDispute }) => amount > 0n && openDispute === null,
  );
  if (able.length === 0) return null;
  const { id, amount } = random.pick(able);
  return { what: 'refunded', told: today, id, amount: random.percent(70) ? amount : part(random, amount) };
};

const dispute: Maker = (scene) => {
  const { random, reckoning, today } = scene;
  const able = reckoning.counting.left.filter(
    ({ amount, openDispute }) => amount > 0n && openDispute === null,
  );
  if (able.length === 0) return null;
  const { id, amount } = random.pick(able);
  const paid = scene.told.find((one) => (one.what === 'paid' || one.what === 'paid again') && one.id === id);
  const paidOn = paid?.what === 'paid' || paid?.what === 'paid again' ? paid.on : today;
  const on = random.percent(70) ? today : Math.max(paidOn, today - random.whole(20));
  const taken = random.percent(85) ? amount : part(random, amount);
  return { what: 'disputed', told: today, id, dispute: idOf('d', scene), amount: taken, on };
};

const decide: Maker = ({ random, reckoning, today }) => {
  const able = reckoning.counting.left.filter(({ openDispute }) => openDispute !== null);
  if (able.length === 0) return null;
  const { id, openDispute } = random.pick(able);
  return { what: 'dispute decided', told: today, id, dispute: openDispute ?? '', isWon: random.percent(60) };
};

const staff: Maker = ({ random, reckoning, today }) => {
  const able = reckoning.counting.left.filter(({ amount, counts }) => amount > 0n && !counts);
  if (able.length === 0) return null;
  const { id, amount } = random.pick(able);
  if (random.percent(30)) return { what: 'refund ordered', told: today, id, amount };
  const upFront = reckoning.account.bills.find(({ kind }) => kind === 'up_front');
  const isAdvance = upFront !== undefined && amount <= unpaidOf(upFront) && random.percent(60);
  if (!isAdvance && !reckoning.disbursal) return null;
  return { what: 'counted', told: today, id, amount, towards: isAdvance ? 'advance' : 'instalment' };
};

const openInstalments = ({ reckoning }: Scene) =>
  reckoning.account.bills.filter((bill) => bill.kind === 'instalment' && unpaidOf(bill) > 0n);

const collect: Maker = (scene) => {
  const { random, reckoning, today } = scene;
  const [bill] = openInstalments(scene);
  if (!reckoning.disbursal || !bill) return null;
  const unpaid = unpaidOf(bill);
  const amount = random.pick([unpaid, unpaid, unpaid, part(random, unpaid), unpaid + part(random, unpaid)]);
  const what = random.percent(70) ? 'collected' : 'bounced';
  return { what, told: today, id: idOf('c', scene), number: bill.number, amount, on: pastDay(scene) };
};

const reverse: Maker = ({ random, told, today }) => {
  const gone = told.flatMap((one) => (one.what === 'collection reversed' ? [one.id] : []));
  const able = told.filter((one) => one.what === 'collected' && !gone.includes(one.id));
  const one = able.length > 0 ? random.pick(able) : null;
  return one?.what === 'collected' ? { what: 'collection reversed', told: today, id: one.id } : null;
};

const announce: Maker = (scene) => {
  const { reckoning, told, today } = scene;
  const known = told.flatMap((one) => (one.what === 'debit announced' ? [one.number] : []));
  const bill = openInstalments(scene).find(
    ({ dueOn, number }) => dueOn > today + 1 && !known.includes(number),
  );
  if (!reckoning.disbursal || !bill) return null;
  return { what: 'debit announced', told: today, number: bill.number };
};

const release: Maker = ({ random, told, today, reckoning }) => {
  const able = told.flatMap((one) =>
    one.what === 'debit announced' && reckoning.counting.waits.get(one.number) === null ? [one.number] : [],
  );
  return able.length > 0 ? { what: 'debit released', told: today, number: random.pick(able) } : null;
};

const disburse: Maker = ({ random, reckoning, agreed, cost, today }) => {
  if (reckoning.disbursal) return null;
  const paidOut = random.percent(85) ? cost.paidOut : cost.paidOut - part(random, cost.paidOut / 10n);
  const on = random.percent(60) ? today : Math.max(agreed.plannedOn, today - random.whole(40));
  return { what: 'disbursed', told: today, on: Math.min(on, today), paidOut };
};

const ask = ({ today }: Pick<Scene, 'today'>): Told => ({ what: 'asked', told: today });

/** The number of times that each is tried in a hundred. */
const makers: readonly (readonly [number, Maker])[] = [
  [8, payAdvance],
  [25, payInstalment],
  [6, prepay],
  [4, foreclose],
  [3, payExit],
  [2, leave],
  [4, payAgain],
  [6, refund],
  [6, dispute],
  [6, decide],
  [8, staff],
  [9, collect],
  [3, reverse],
  [5, announce],
  [3, release],
];

/** Returns the day of the next thing that is told: the same, some days later, or about the next due date. */
export function nextDay({ random, reckoning, today }: Omit<Scene, 'today'> & { today: Day }): Day {
  const { whole, percent } = random;
  if (percent(30)) return today;
  if (percent(40)) return today + 1 + whole(6);
  const next = reckoning.plan.rows.find(({ dueOn }) => dueOn > today);
  if (next && percent(70)) return Math.max(today, next.dueOn - 2 + whole(8));
  return today + whole(40);
}

export function drawTold(scene: Scene): Told {
  const { random, reckoning } = scene;
  if (!reckoning.disbursal && random.percent(45)) return disburse(scene) ?? ask(scene);
  const { exit, leftOn } = reckoning;
  if (exit && leftOn === null && random.percent(15)) {
    const drawn = leave(scene) ?? payExit(scene);
    if (drawn) return drawn;
  }
  for (let tries = 0; tries < 12; tries += 1) {
    let left = random.whole(100);
    const [, maker] = makers.find(([often]) => (left -= often) < 0) ?? [0, ask];
    const drawn = maker(scene);
    if (drawn) return drawn;
  }
  return ask(scene);
}
