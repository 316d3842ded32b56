/** The further fields that a text fills when it is pasted into one. */
import { keepDigits } from '../values/clean.ts';
import { findAccountNumber, findIfsc } from './pasted-text.ts';

const pincodePattern = /\b[1-9]\d{2} ?\d{3}\b/g;

/** Returns the last pincode, as an address ends with it; undefined if the text has none. */
export const findPincode = (text: string): string | undefined => {
  const last = text.match(pincodePattern)?.at(-1);
  return last && keepDigits(last);
};

const ifscField = 'bank_details.ifsc_code';
const accountField = 'bank_details.bank_account_no';

/** Returns the other fields that a text which is pasted into a field fills as well, by their full names. */
export function otherFieldsIn(field: string, text: string): Readonly<Record<string, string>> {
  const address = /^(.+)\.address$/.exec(field)?.[1];
  const found = {
    ...(field === ifscField && { [accountField]: findAccountNumber(text) }),
    ...(field === accountField && { [ifscField]: findIfsc(text) }),
    ...(address && { [`${address}.pincode`]: findPincode(text) }),
  };
  return Object.fromEntries(Object.entries(found).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
