import { describe, expect, it } from 'vitest';
import { formatRupees } from './Money.tsx';

describe('an amount', () => {
  it.each([
    [0, '₹0'],
    [999, '₹999'],
    [125000, '₹1,25,000'],
    [12500000, '₹1,25,00,000'],
    [330.2, '₹331'],
  ])('%d is shown as %s', (rupees, text) => {
    expect(formatRupees(rupees)).toBe(text);
  });
});
