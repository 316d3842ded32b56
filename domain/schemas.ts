/** Schemas and parsers that the student's and the applicant's fields share. */
import * as z from 'zod/mini';
import type { InputValue } from './check.ts';
import { keepDigits } from './clean.ts';
import { maxLength } from './create.ts';
import { isDate } from './dates.ts';
import { limits } from './limits.ts';

/** Free text that may be empty: no control characters, no halves of characters. */
export const freeText = (invalid: string, length: number) =>
  z.string(invalid).check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u, invalid), maxLength(length));

/** Free text that is not blank. */
export const requiredText = (required: string, length: number) =>
  freeText(required, length).check(z.regex(/\S/, required));

/** Text of a pattern, such as a PAN. */
export const textMatching = (required: string, invalid: string, pattern: RegExp) =>
  z.string(required).check(z.minLength(1, required), z.regex(pattern, invalid));

/** An ISO date that exists and, if asked, is acceptable. */
export const isoDate = (required: string, invalid: string, accepts: (date: string) => boolean = () => true) =>
  z.string(required).check(
    z.minLength(1, required),
    z.refine((text) => isDate(text) && accepts(text), invalid),
  );

/** Whole rupees from 0 to what ten digits can say. */
export const amount = (required: string) =>
  z
    .number(required)
    .check(
      z.refine((rupees) => Number.isInteger(rupees) && rupees >= 0 && rupees <= limits.amountMax, required),
    );

/** The largest id that every database holds. */
const idMax = 2 ** 31 - 1;

/** The id of a row in the server's database. */
export const id = (required: string) =>
  z.number(required).check(z.refine((n) => Number.isInteger(n) && n > 0 && n <= idMax, required));

/** A number as typed; null when nothing was. */
export const parseNumber = (typed: InputValue): number | null => (typed === '' ? null : Number(typed));

/** Whole rupees as typed, without paise; null when no rupees were. */
export const parseRupees = (typed: InputValue): number | null =>
  parseNumber(String(typed).split('.')[0] ?? '');

/** Whole rupees as typed; 0 when nothing was. */
export const parseFee = (typed: InputValue): number => parseRupees(typed) ?? 0;

/** The point in 'Rs.' is no decimal point. */
const currency = /^\s*(?:rs\.?|inr|₹)\s*/i;

/**
 * The text of an amount input: at most ten digits of rupees (section 5) without leading zeros, then a decimal point and
 * paise if they were typed. The point stays in the text, because without it the next digit would make the amount ten
 * times as large; `parseRupees` ignores the paise.
 */
export function cleanAmount(text: string): string {
  const [whole = '', ...paise] = text.replace(currency, '').split('.');
  const rupees = keepDigits(whole)
    .replace(/^0+(?=\d)/, '')
    .slice(0, limits.feeMaxLength);
  return paise.length === 0 ? rupees : `${rupees}.${keepDigits(paise.join('')).slice(0, 2)}`;
}

/**
 * What inputs hold for wire values: the shape of `empty`, with the text or boolean of each value that `wire` has under
 * the same name.
 */
export function inputsFromWire<Values extends object>(empty: Values, wire: object): Values {
  const leaf = ([key, blank]: [string, unknown]) => {
    const value = (wire as Record<string, unknown>)[key] ?? null;
    if (value === null) return [key, blank];
    if (typeof blank === 'object') return [key, inputsFromWire(blank as object, value)];
    return [key, typeof blank === 'boolean' ? Boolean(value) : String(value)];
  };
  return Object.fromEntries(Object.entries(empty).map(leaf)) as Values;
}

/** Nested objects, from values by dotted names. */
export function unflatten(values: readonly (readonly [name: string, value: unknown])[]): object {
  const root: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const path = name.split('.');
    const last = path.pop() ?? name;
    let inner = root;
    for (const key of path) inner = (inner[key] ??= {}) as Record<string, unknown>;
    inner[last] = value;
  }
  return root;
}

/**
 * What inputs hold for a draft: `empty` with every value of `draft` under the same name and of the same type. Other names
 * of `draft` are left out, and values that it does not have stay empty, so that a draft outlives a release that adds or
 * removes a field.
 * @returns null where `draft` is no object
 */
export function inputsFromDraft<Values extends object>(empty: Values, draft: unknown): Values | null {
  if (typeof draft !== 'object' || draft === null || Array.isArray(draft)) return null;
  const leaf = ([key, blank]: [string, unknown]) => {
    const value = (draft as Record<string, unknown>)[key];
    if (typeof blank === 'object' && blank !== null) return [key, inputsFromDraft(blank, value) ?? blank];
    return [key, typeof value === typeof blank ? value : blank];
  };
  return Object.fromEntries(Object.entries(empty).map(leaf)) as Values;
}
