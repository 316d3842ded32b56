/** Schemas and parsers that the student's and the applicant's fields share. */
import * as z from 'zod/mini';
import type { InputValue } from '../values/check.ts';
import { keepDigits, toLatinDigits } from '../values/clean.ts';
import { maxLength } from './create.ts';
import { isDate, isWholeDate } from '../values/dates.ts';
import { limits } from '../values/limits.ts';

/** Returns the schema of a text that may be empty and has no control characters or halves of characters. */
export const freeText = (invalid: string, length: number) =>
  z.string(invalid).check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u, invalid), maxLength(length));

/** Returns the schema of a text that is not blank. */
export const requiredText = (required: string, length: number) =>
  freeText(required, length).check(z.regex(/\S/, required));

/** Returns the schema of lines of text that are not blank. */
export const requiredLines = (required: string, length: number) =>
  z
    .string(required)
    .check(z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, required), maxLength(length), z.regex(/\S/, required));

/** Returns the schema of a text of a pattern, such as a PAN. */
export const textMatching = (required: string, invalid: string, pattern: RegExp) =>
  z.string(required).check(z.minLength(1, required), z.regex(pattern, invalid));

/** Returns the schema of an ISO date that exists and that `range` accepts, if it is given. */
export const isoDate = (required: string, range?: { accepts: (date: string) => boolean; invalid: string }) =>
  z.string(required).check(
    z.minLength(1, required),
    z.refine(isWholeDate, 'common.error.date.incomplete'),
    z.refine(isDate, 'common.error.date.notReal'),
    z.refine((date) => range?.accepts(date) ?? true, range?.invalid ?? required),
  );

/** Returns the schema of whole rupees of at most ten digits. NaN is a text that is no amount. */
export const amount = (required: string) =>
  z
    .number({ error: ({ input }) => (Number.isNaN(input) ? 'app.amount.invalid' : required) })
    .check(
      z.refine((rupees) => Number.isInteger(rupees) && rupees >= 0 && rupees <= limits.amountMax, required),
    );

/** The largest id that every database holds. */
const idMax = 2 ** 31 - 1;

/** Returns the schema of the id of a row in the server's database. */
export const id = (required: string) =>
  z.number(required).check(z.refine((n) => Number.isInteger(n) && n > 0 && n <= idMax, required));

/** Returns the typed number; null if the text is empty. */
export const parseNumber = (typed: InputValue): number | null => (typed === '' ? null : Number(typed));

/** Rupees as people write them: digits alone, or in groups as in India (1,25,000) or elsewhere (125,000). */
const rupeesPattern = /^(?:\d*|[1-9]\d?(?:[, ]\d{2})*[, ]\d{3}|[1-9]\d{0,2}(?:[, ]\d{3})+)$/;

/** Matches the text that may surround an amount. The point of 'Rs.' is not a decimal point. */
const currency = /^\s*(?:rs\.?|inr|₹)?\s*|\s*(?:\/-|only)?\s*$/gi;

const tooManyDigits = new RegExp(`^(\\d{${limits.feeMaxLength}})\\d+(?=\\.\\d*$|$)`);

const amountTextMaxLength = 30;

/**
 * Cleans the text of an amount input: Latin digits, at most ten of them (section 5), without leading zeros. Any other
 * text is left unchanged, and `parseRupees` checks whether it is an amount. Characters between digits are never
 * removed: 20000.01 would become a hundred times as large, and 3k5 would become 35.
 */
export const cleanAmount = (text: string): string =>
  toLatinDigits(text)
    .replace(/\s/g, ' ')
    .replace(/^0+(?=\d)/, '')
    .replace(tooManyDigits, '$1')
    .slice(0, amountTextMaxLength);

/** Returns the rupees of a typed amount, and the part behind the decimal point if there is one. */
export function splitAmount(typed: string): { rupees: string; paise: string | undefined } | null {
  const [rupees = '', paise, ...others] = typed.replace(currency, '').split('.');
  if (others.length > 0 || !rupeesPattern.test(rupees) || !/^\d*$/.test(paise ?? '')) return null;
  const digits = keepDigits(rupees);
  return digits.length > limits.feeMaxLength ? null : { rupees: digits, paise };
}

/** Returns a pasted amount without currency and grouping, such as '1,25,000/-'; another text is returned unchanged. */
export function pastedAmount(text: string): string {
  const { rupees, paise } = splitAmount(text.replace(/\s/g, ' ')) ?? {};
  if (!rupees) return text;
  return paise === undefined ? rupees : `${rupees}.${paise}`;
}

/** Returns the typed whole rupees, without paise; null if no rupees were typed, NaN if the text is no amount. */
export function parseRupees(typed: InputValue): number | null {
  const parts = splitAmount(String(typed));
  return parts ? parseNumber(parts.rupees) : Number.NaN;
}

/** Returns the typed whole rupees; 0 if the text is empty, NaN if it is no amount. */
export const parseFee = (typed: InputValue): number => parseRupees(typed) ?? 0;

/** Returns inputs of the shape of `empty`, with the text or boolean of each value that `wire` has under its name. */
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
 * Returns the input values for a draft: `empty` with every value of `draft` that has the same name and type. Unknown
 * names are left out and missing values stay empty, so that a draft outlives a release that adds or removes a field.
 * @returns null if `draft` is not an object
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
