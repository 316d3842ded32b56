import { describe, expect, it } from 'vitest';
import { applicantForm, type ApplicantField } from './applicant.ts';
import { findPincode, otherFieldsIn } from './pasted-fields.ts';
import { findAccountNumber, findIfsc, findPan } from './pasted-text.ts';

const ofBank = `Dear customer, your account details:
A/c No: 0012 3456 789, IFSC Code SBIN0001234
State Bank of India, Mylapore. Call 9000000062.`;

describe('a pasted text', () => {
  it('yields a PAN among other words, also in small letters', () => {
    expect(findPan('My PAN: abcpr1234k.')).toBe('ABCPR1234K');
    expect(findPan('XABCPR1234K ABCPR12345')).toBeUndefined();
  });

  it('yields an IFSC code', () => {
    expect(findIfsc(ofBank)).toBe('SBIN0001234');
    expect(findIfsc('SBIN1001234')).toBeUndefined();
  });

  it('yields the labelled account number, or else the only number that can be one', () => {
    expect(findAccountNumber(ofBank)).toBe('00123456789');
    expect(findAccountNumber('Account number - 50100012345678 or 123456789012')).toBe('50100012345678');
    expect(findAccountNumber('IDIB000M001 6001234567 9000000062')).toBeUndefined();
    expect(findAccountNumber('IDIB000M001, 600123456789, 9000000062')).toBe('600123456789');
    expect(findAccountNumber('123456789012 and 123456789013')).toBeUndefined();
  });

  it('yields the last pincode of an address', () => {
    expect(findPincode('Flat 110001, 12 Temple Street, Chennai 600 004')).toBe('600004');
    expect(findPincode('12 Temple Street, Chennai - 600004, India')).toBe('600004');
    expect(findPincode('Call 9000000062')).toBeUndefined();
  });

  it('fills the other fields of its section that it mentions', () => {
    expect(otherFieldsIn('bank_details.ifsc_code', ofBank)).toEqual({
      'bank_details.bank_account_no': '00123456789',
    });
    expect(otherFieldsIn('bank_details.bank_account_no', ofBank)).toEqual({
      'bank_details.ifsc_code': 'SBIN0001234',
    });
    expect(otherFieldsIn('employment_details.office_address.address', '77 Mount Road, 600002')).toEqual({
      'employment_details.office_address.pincode': '600002',
    });
    expect(otherFieldsIn('bank_details.ifsc_code', 'SBIN0001234')).toEqual({});
    expect(otherFieldsIn('personal_details.pan', ofBank)).toEqual({});
  });
});

describe('the inputs that a text is pasted into', () => {
  const clean = (name: ApplicantField, text: string) => applicantForm.fields[name].clean?.(text);

  it.each([
    ['personal_details.pan', 'PAN no. ABCPR1234K (Meena)', 'ABCPR1234K'],
    ['personal_details.pan', 'abcpr 1234 k', 'ABCPR1234K'],
    ['personal_details.pan', 'ABCPR1234KX', 'ABCPR1234K'],
    ['bank_details.ifsc_code', ofBank, 'SBIN0001234'],
    ['bank_details.ifsc_code', 'sbin 0001234', 'SBIN0001234'],
    ['bank_details.bank_account_no', ofBank, '00123456789'],
    ['bank_details.bank_account_no', '0012-3456 78 9', '00123456789'],
    ['bank_details.bank_account_no', '0012345678901234567890', '0012345678901234567890'],
  ] as const)('%s takes its own part of the pasted text', (name, text, value) => {
    expect(clean(name, text)).toBe(value);
    expect(clean(name, value)).toBe(value);
  });
});
