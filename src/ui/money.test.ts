import { describe, expect, it } from 'vitest';
import { formatPaise, formatRupees } from './money.tsx';

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

it.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [96_973, '₹969.73'],
  [630_000, '₹6,300.00'],
  [14_435_050, '₹1,44,350.50'],
])('%d paise are shown as %s', (paise, text) => {
  expect(formatPaise(paise)).toBe(text);
});
