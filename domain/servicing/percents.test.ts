import { expect, it } from 'vitest';
import { addPercents, subtractPercents } from './percents.ts';

it.each([
  ['21', '0.25', '21.25'],
  ['0.1', '0.2', '0.3'],
  ['9.75', '0.25', '10.00'],
  ['1', '2', '3'],
])('%s percent and %s percent add up to %s percent', (a, b, sum) => {
  expect(addPercents(a, b)).toBe(sum);
});

it('subtracts percents with leading zeros', () => {
  expect(subtractPercents('100', '79.5')).toBe('20.5');
  expect(subtractPercents('1', '0.95')).toBe('0.05');
});

it('refuses text that is not a decimal number', () => {
  expect(() => addPercents('21', 'some')).toThrow(RangeError);
});
