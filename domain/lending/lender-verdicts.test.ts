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
])('among the answers %j the deciding one is %s', (statuses, decides) => {
  expect(decidingAnswer(answers(...statuses))?.result.status ?? null).toBe(decides);
});

it('names the first lender with the deciding answer', () => {
  expect(decidingAnswer(answers('REJECTED', 'APPROVED', 'APPROVED'))?.lenderId).toBe(12);
});
