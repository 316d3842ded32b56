import { expect, it } from 'vitest';
import { formatPaise } from './Paise.tsx';

it.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [96_973, '₹969.73'],
  [630_000, '₹6,300.00'],
  [14_435_050, '₹1,44,350.50'],
])('%d paise are shown as %s', (paise, text) => {
  expect(formatPaise(paise)).toBe(text);
});
