import { describe, expect, it } from 'vitest';
import { isLoanNumber, loanNumber } from './loan-number.ts';

describe('the number of a loan', () => {
  it('is twelve digits in groups of four', () => {
    expect(loanNumber('5f0c5d5e-6a53-4d53-9d2b-0d8c5a7a1b11')).toBe('5067 1071 4963');
  });

  it('keeps its leading zeros', () => {
    expect(loanNumber('00000000-002a-4d53-9d2b-0d8c5a7a1b11')).toBe('0000 0000 0042');
  });

  it('is recognised by its twelve digits with any spacing', () => {
    for (const text of ['5067 1071 4963', '506710714963', ' 5067 10714963 ', '५०६७ १०७१ ४९६३'])
      expect(isLoanNumber(text)).toBe(true);
    for (const text of ['5067 1071 496', '5067 1071 49631', '+91 98400 21111', 'five', ''])
      expect(isLoanNumber(text)).toBe(false);
  });

  it('differs among a hundred thousand random ids', () => {
    const numbers = Array.from({ length: 100_000 }, () => loanNumber(crypto.randomUUID()));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
