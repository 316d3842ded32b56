import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { isImpossible, shownDifference } from './offer-differences.ts';

const intl = createIntl({ locale: 'en-IN', timeZone: 'Asia/Kolkata' });

it.each([
  ['apr', '18.4211', '15', { row: null, member: 'apr', ours: '18.42%', stated: '15.00%' }],
  [
    'instalment',
    '642317',
    '640000',
    { row: null, member: 'instalment', ours: '₹6,423.17', stated: '₹6,400.00' },
  ],
  ['schedule.length', '10', '9', { row: null, member: 'length', ours: '10', stated: '9' }],
  ['schedule.12.interest', '75050', '', { row: 12, member: 'interest', ours: '₹750.50', stated: null }],
  [
    'schedule.2.dueOn',
    '2027-02-05',
    '2027-02-06',
    { row: 2, member: 'dueOn', ours: '5 February 2027', stated: '6 February 2027' },
  ],
])('shows %s', (member, ours, stated, shown) => {
  expect(shownDifference(intl, { member, ours, stated })).toEqual(shown);
  expect(isImpossible(shownDifference(intl, { member, ours, stated }))).toBe(false);
});

it('has no values for terms that are not possible', () => {
  expect(isImpossible(shownDifference(intl, { member: 'coolingOffDays', ours: '', stated: '' }))).toBe(true);
});
