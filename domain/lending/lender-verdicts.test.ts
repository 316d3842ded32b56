import { expect, it } from 'vitest';
import { decidingAnswer } from './lender-verdicts.ts';

const answers = (...statuses: (string | null)[]) =>
  statuses.map((status, index) => ({ lenderId: 11 + index, result: status === null ? null : { status } }));

it.each([
  [['APPROVED'], 'APPROVED'],
  [['REJECTED'], 'REJECTED'],
  [[null], null],
  [['REJECTED', 'APPROVED', null], 'APPROVED'],
  [['REJECTED', 'REJECTED'], 'REJECTED'],
  [['REJECTED', null], null],
  [['PENDING', null], 'PENDING'],
  [['IN_PROGRESS', 'PENDING', 'REJECTED'], 'PENDING'],
  [['SOMETHING', 'IN_PROGRESS'], 'IN_PROGRESS'],
  [[], null],
])('of %j decides %s', (statuses, decides) => {
  expect(decidingAnswer(answers(...statuses))?.result.status ?? null).toBe(decides);
});

it('names the lender whose answer it is, the first of those that agree', () => {
  expect(decidingAnswer(answers('REJECTED', 'APPROVED', 'APPROVED'))?.lenderId).toBe(12);
});
