/** Cleans text that was typed or pasted into an input. The functions are idempotent. */
import { limits } from './limits.ts';

/** Digits only; a decimal digit of any script counts as its Latin one. */
export const keepDigits = (text: string): string =>
  text.replace(/\P{Nd}/gu, '').replace(/[^0-9]/gu, (digit) => String(valueOf(digit)));

/** Returns the text with the digits of any script replaced by Latin ones. */
export const toLatinDigits = (text: string): string => text.replace(/\p{Nd}+/gu, keepDigits);

/** Unicode encodes the ten digits of a script one behind the other, from 0; two such runs may follow one another. */
function valueOf(digit: string): number {
  const end = digit.codePointAt(0) ?? 0;
  let start = end;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (end - start) % 10;
}

/** Letters and combining marks of any script, and spaces (decision 32). */
export const keepLetters = (text: string): string => text.replace(/\s/g, ' ').replace(/[^\p{L}\p{M} ]/gu, '');

/** Returns the distinct characters that a cleaning function removes, spaces aside. */
export const strippedCharacters = (typed: string, clean: (text: string) => string): string =>
  [...new Set(typed)].filter((character) => /\S/.test(character) && clean(character) === '').join('');

/** The longest international number. More than ten digits are an error; they are not cut to ten unnoticed. */
const longestNumber = 15;

/** Returns a mobile number's digits without a pasted country code or leading 0 (decision 32). */
export const cleanMobile = (text: string): string => {
  const all = keepDigits(text);
  const extra = all.length - limits.mobileDigits;
  const prefixed = (extra === 2 && all.startsWith('91')) || (extra === 1 && all.startsWith('0'));
  return prefixed ? all.slice(extra) : all.slice(0, longestNumber);
};

/** Returns the text with a space in place of control characters, which no field accepts. */
export const stripControlCharacters = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
