import { describe, expect, it } from 'vitest';
import { checkInputs, checkWire } from '../values/check.ts';
import { mobileForm, profileForm } from './account.ts';

const context = { today: '2026-07-20' } as const;

describe.each<[string, string, string | undefined]>([
  ['ten digits', '9840012345', undefined],
  ['ten digits of a landline', '0442345678', undefined],
  ['nothing', '', 'account.error.mobileInvalid'],
  ['nine digits', '984001234', 'account.error.mobileLength'],
  ['eleven digits', '98400123456', 'account.error.mobileLength'],
  ['letters', 'abcdefghij', 'account.error.mobileLength'],
  ['digits of another script', '९८४००१२३४५', 'account.error.mobileLength'],
])('a mobile number of %s', (_, mobile, code) => {
  it('is accepted or refused by the rule for mobile numbers', () => {
    expect(checkWire(mobileForm, { mobile }, context).map((issue) => issue.code)).toEqual(
      code === undefined ? [] : [code],
    );
  });
});

it('a profile needs a name of letters and a valid email address', () => {
  const check = (name: string, email: string) =>
    checkInputs(profileForm, { name, email }, context).map(({ field, code }) => [field, code]);
  expect(check(' மீனாட்சி சுந்தரம் ', ' meena@parent.example ')).toEqual([]);
  expect(check('', '')).toEqual([
    ['name', 'account.error.nameMissing'],
    ['email', 'account.error.emailInvalid'],
  ]);
  expect(check('12', 'meena@parent')).toEqual([
    ['name', 'account.error.nameMissing'],
    ['email', 'account.error.emailInvalid'],
  ]);
  expect(check('x'.repeat(101), 'meena@parent.example')).toEqual([['name', 'common.error.tooLong']]);
});
