/** The number of a loan that a person can read out on the phone. */
import { toLatinDigits } from '../values/clean.ts';

const digits = 12;

/**
 * Returns twelve decimal digits in groups of four, such as '4821 0073 9155', of the first 48 bits of the loan's id,
 * which are random in a UUID of version 4. The chance that a loan shares its number with another one among a million
 * is one in a million; support asks for the name as well.
 * @param loanId a UUID
 */
export function loanNumber(loanId: string): string {
  const bits = Number.parseInt(loanId.replaceAll('-', '').slice(0, 12), 16);
  const number = String(bits % 10 ** digits).padStart(digits, '0');
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Returns whether a text has the form of a loan number, with or without spaces. */
export const isLoanNumber = (text: string): boolean =>
  new RegExp(`^\\d{${digits}}$`).test(toLatinDigits(text).replaceAll(/\s/g, ''));
