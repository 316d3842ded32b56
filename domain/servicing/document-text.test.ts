import { describe, expect, it } from 'vitest';
import {
  aprValue,
  dateText,
  type DocumentIntl,
  type DocumentText,
  paiseText,
  textOf,
} from './document-text.ts';

const intl: DocumentIntl = {
  locale: 'ta',
  formatMessage: (id, values) => `${id} ${JSON.stringify(values)}`,
};

it.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [96_973, '₹969.73'],
  [12_500_050, '₹1,25,000.50'],
  // The largest amount there is; as a float it would have other paise.
  [9_007_199_254_740_991, '₹9,00,71,99,25,47,409.91'],
])('%d paise are written as %s', (paise, text) => {
  expect(paiseText(paise)).toBe(text);
});

it.each([
  ['15', '15%'],
  ['17.0706', '17.07%'],
  ['24.1550', '24.16%'],
  ['0.5', '0.5%'],
])('an APR of %s is written as %s', (percent, text) => {
  expect(textOf(aprValue(percent), intl)).toBe(text);
});

it.each([
  ['11.125', '11.125%'],
  ['9.995', '9.995%'],
  ['0.375', '0.375%'],
  ['20', '20%'],
])('%s percent are written as %s, with all decimals that the lender states', (percent, text) => {
  expect(textOf({ percent }, intl)).toBe(text);
});

it.each([
  ['en-IN', '5 July 2026'],
  ['ta', '5 ஜூலை 2026'],
  ['hi', '5 जुलाई 2026'],
  ['te', '5 జులై 2026'],
  ['kn', '5 ಜುಲೈ 2026'],
])('a date is written in the language %s', (locale, text) => {
  expect(dateText('2026-07-05', locale)).toBe(text);
});

describe('a text', () => {
  it.each<[string, DocumentText, string]>([
    ['an amount', { paise: 100 }, '₹1.00'],
    ['a number', { count: 24 }, '24'],
    ['a name', { text: 'A {name}' }, 'A {name}'],
    ['an instant after midnight in India', { instant: '2026-07-04T18:31:00Z' }, '5 ஜூலை 2026, 00:01 IST'],
    [
      'a message, with a number that stays one',
      { id: 'keyFacts.months', values: { count: { count: 2 }, rate: { percent: '1' } } },
      'keyFacts.months {"count":2,"rate":"1%"}',
    ],
  ])('is made from %s', (_, text, said) => {
    expect(textOf(text, intl)).toBe(said);
  });
});
