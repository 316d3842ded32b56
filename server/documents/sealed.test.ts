import { expect, it } from 'vitest';
import { seal, unseal } from './sealed.ts';

const place = 'documents/loan/bank_statement_3_months/hash';

it('a seal opens with its key, for its content, and not once it was changed', () => {
  const sealed = seal('key', place, 'பாடம் 1234');
  expect(unseal('key', place, sealed)).toBe('பாடம் 1234');
  expect(unseal('another key', place, sealed)).toBeUndefined();
  expect(unseal('key', `${place}0`, sealed)).toBeUndefined();
  for (const at of [0, 20, sealed.length - 2]) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(unseal('key', place, sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeUndefined();
  }
  for (const text of ['', 'x', sealed.slice(0, 30)]) expect(unseal('key', place, text)).toBeUndefined();
});

it('the same twice is not the same seal', () => {
  expect(seal('key', place, 'x')).not.toBe(seal('key', place, 'x'));
  expect(unseal('key', place, seal('key', place, ''))).toBe('');
});
