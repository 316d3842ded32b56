import { describe, expect, it } from 'vitest';
import { sentData } from '../servicing/consents.ts';
import { pushRequestOf, splitName } from './push-request.ts';
import { aLoan } from '../testing.ts';

describe('first and last name (section 7)', () => {
  it.each([
    ['Meena', 'Meena', ''],
    ['Meena Kumari', 'Meena', 'Kumari'],
    ['  Meena  Devi   Kumari ', 'Meena Devi', 'Kumari'],
  ])('%s', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

it('has the code of a bank that is one of the list, and none of a typed one (decision 22)', () => {
  const loan = aLoan();
  const typed = {
    ...loan,
    bank_details: { ...loan.bank_details, bank_name: 'A small bank', bank_code: null },
  };
  expect(pushRequestOf(loan).bankCode).toBe('SBI');
  expect('bankCode' in pushRequestOf(typed)).toBe(false);
});

it('carries what the screen of Submit says that is sent, and nothing else', () => {
  expect(Object.values(sentData).flat().sort()).toEqual(Object.keys(pushRequestOf(aLoan())).sort());
});
