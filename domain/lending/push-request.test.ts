import { describe, expect, it } from 'vitest';
import { sentData } from '../servicing/consents.ts';
import { pushRequestOf, splitName } from './push-request.ts';
import { aLoan } from '../testing.ts';

describe('first and last name (section 7)', () => {
  it.each([
    ['Meena', 'Meena', ''],
    ['Meena Kumari', 'Meena', 'Kumari'],
    ['  Meena  Devi   Kumari ', 'Meena Devi', 'Kumari'],
  ])('are split from %s', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

it('the request has the code of a listed bank and none for a typed bank (decision 22)', () => {
  const loan = aLoan();
  const typed = {
    ...loan,
    bank_details: { ...loan.bank_details, bank_name: 'A small bank', bank_code: null },
  };
  expect(pushRequestOf(loan).bankCode).toBe('SBI');
  expect('bankCode' in pushRequestOf(typed)).toBe(false);
});

it('the request contains exactly the data that the Submit screen lists', () => {
  expect(Object.values(sentData).flat().sort()).toEqual(Object.keys(pushRequestOf(aLoan())).sort());
});
