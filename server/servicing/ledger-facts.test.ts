import { expect, it } from 'vitest';
import { databaseOf, rowsOf } from '../../tests/reckoning/rows.ts';
import type { Told } from '../../tests/reckoning/rules/agreed.ts';
import { dayOf } from '../../tests/reckoning/rules/calendar.ts';
import { readLedgerFacts } from './ledger-facts.ts';

const paidOn = dayOf('2026-07-05');
const backOn = dayOf('2026-07-20');

const paid: Told = {
  ...{ what: 'paid', told: paidOn, id: 'a', purpose: 'instalment', number: 1, isLate: false },
  ...{ ordered: 1000n, amount: 900n, on: paidOn },
};
const counted = (amount: bigint): Told => ({
  ...{ what: 'counted', told: backOn, id: 'a', towards: 'instalment', amount },
});
const disputed: Told = {
  ...{ what: 'disputed', told: backOn, id: 'a', dispute: 'd', amount: 900n, on: backOn },
};
const refunded: Told = { what: 'refunded', told: backOn, id: 'a', amount: 100n };

it.each<[string, Told[], boolean]>([
  ['is held', [paid], false],
  ['is counted by staff', [paid, counted(900n)], false],
  ['is counted by staff, and taken by a dispute', [paid, counted(900n), disputed], true],
  ['is refunded in part, and staff count the rest', [paid, refunded, counted(800n)], true],
  ['is given back by staff', [paid, { ...refunded, what: 'refund ordered', amount: 900n }, refunded], false],
])('what fell due before a payment went back waits until then: it %s', async (_, told, waits) => {
  const key = { loanId: '', lenderId: 1 };
  const { reversals } = await readLedgerFacts(databaseOf(rowsOf(told, () => paidOn)), key);
  expect(reversals).toEqual(waits ? [{ on: '2026-07-05', backOn: '2026-07-20' }] : []);
});
