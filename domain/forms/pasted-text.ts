/** Extracts values from pasted text: people copy a PAN or a bank's message with the words around it. */
import { keepDigits } from '../values/clean.ts';

const panPattern = /\b[A-Z]{5}\d{4}[A-Z]\b/;
const ifscPattern = /\b[A-Z]{4}0[A-Z0-9]{6}\b/;
/** Digits of a bank account: 9 to 18, in groups or not. */
const accountPattern = /\b\d(?:[ -]?\d){8,17}\b/g;
const mobilePattern = /^[6-9]\d{9}$/;

/** Returns the PAN in capitals, or undefined if the text has none. */
export const findPan = (text: string): string | undefined => panPattern.exec(text.toUpperCase())?.[0];

/** Returns the IFSC code in capitals, in the standard format, or undefined if the text has none. */
export const findIfsc = (text: string): string | undefined => ifscPattern.exec(text.toUpperCase())?.[0];

/**
 * Returns the digits of an account number in a text: the number that the words name, else the only possible one;
 * undefined if that is not clear.
 */
export function findAccountNumber(text: string): string | undefined {
  const capitals = text.toUpperCase();
  const [, named] = /\bA(?:\/?C|CC|CCOUNT)\b[^\d\n]{0,20}(\d(?:[ -]?\d){8,17})\b/.exec(capitals) ?? [];
  if (named) return keepDigits(named);
  const others = (capitals.match(accountPattern) ?? [])
    .map(keepDigits)
    .filter((digits) => !mobilePattern.test(digits));
  return others.length === 1 ? others[0] : undefined;
}
