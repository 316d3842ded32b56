import { describe, expect, it } from 'vitest';
import { formatPaise, formatRupees, paiseFormat } from './money.tsx';

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

describe('amounts that are shown together', () => {
  it.each([
    ['whole ones', [{ amount_paise: 630_000, count: 5 }, { terms: { amount: { paise: 50_000 } } }], '₹6,300'],
    ['one with paise among them', [{ amount_paise: 630_000 }, { amount: { paise: 50_050 } }], '₹6,300.00'],
    ['the rows of a schedule', { amount_paise: 630_000, schedule: [{ interest_paise: 12_345 }] }, '₹6,300'],
    ['nothing', null, '₹6,300'],
  ])('have one form: %s', (_, shown, text) => {
    expect(paiseFormat(shown)(630_000)).toBe(text);
  });

  it('are never rounded', () => {
    expect(paiseFormat({ amount_paise: 630_000 })(14_516)).toBe('₹145.16');
  });
});
