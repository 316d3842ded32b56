/** The kinds of field that the student's and the applicant's tables share. */
import * as z from 'zod/mini';
import type { Typed } from './check.ts';
import { digits } from './clean.ts';
import { atMost } from './create.ts';
import { isDate } from './dates.ts';
import { limits } from './limits.ts';

/** Free text that may be empty: no control characters, no halves of characters. */
export const freeText = (invalid: string, length: number) =>
  z.string(invalid).check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u, invalid), atMost(length));

/** Free text with something in it. */
export const someText = (required: string, length: number) =>
  freeText(required, length).check(z.regex(/\S/, required));

/** Text of a pattern, such as a PAN. */
export const patterned = (required: string, invalid: string, pattern: RegExp) =>
  z.string(required).check(z.minLength(1, required), z.regex(pattern, invalid));

/** An ISO date that exists and, if asked, is acceptable. */
export const date = (required: string, invalid: string, accepts: (date: string) => boolean = () => true) =>
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

/** The id of a row of the server's. */
export const id = (required: string) =>
  z.number(required).check(z.refine((n) => Number.isInteger(n) && n > 0 && n <= idMax, required));

/** A number as typed; null when nothing was. */
export const numberOf = (typed: Typed): number | null => (typed === '' ? null : Number(typed));

/** Whole rupees as typed, without paise; null when no rupees were. */
export const rupeesOf = (typed: Typed): number | null => numberOf(String(typed).split('.')[0] ?? '');

/** Whole rupees as typed; 0 when nothing was. */
export const feeOf = (typed: Typed): number => rupeesOf(typed) ?? 0;

/** 'Rs.' has a point of its own, which is no decimal point. */
const currency = /^\s*(?:rs\.?|inr|₹)\s*/i;

/**
 * What an amount input keeps: at most ten digits of rupees (section 5), no 0 before them, then a decimal point and
 * paise as far as they were typed. The point stays in the text, because a digit typed behind a point that had been
 * stripped would make the amount ten times as large; reading the amount leaves the paise out.
 */
export function amountText(text: string): string {
  const [whole = '', ...paise] = text.replace(currency, '').split('.');
  const rupees = digits(whole)
    .replace(/^0+(?=\d)/, '')
    .slice(0, limits.feeMaxLength);
  return paise.length === 0 ? rupees : `${rupees}.${digits(paise.join('')).slice(0, 2)}`;
}

/**
 * What inputs hold for wire values: the shape of `empty`, with texts and flags for what `wire` has under the
 * same names, and `empty`'s own where it has nothing.
 */
export function typedFrom<Values extends object>(empty: Values, wire: object): Values {
  const leaf = ([key, blank]: [string, unknown]) => {
    const value = (wire as Record<string, unknown>)[key] ?? null;
    if (value === null) return [key, blank];
    if (typeof blank === 'object') return [key, typedFrom(blank as object, value)];
    return [key, typeof blank === 'boolean' ? Boolean(value) : String(value)];
  };
  return Object.fromEntries(Object.entries(empty).map(leaf)) as Values;
}

/** Values by dotted names, nested as the names say. */
export function nested(values: readonly (readonly [name: string, value: unknown])[]): object {
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
 * What was kept of inputs, filled into today's inputs: `empty` with every value of `kept` that stands under the same
 * name and is of the same kind. A name that `empty` does not have is left out, and a name that `kept` does not have
 * keeps its empty value, so that a draft outlives a release that adds or removes a field.
 * @returns null where `kept` is no object
 */
export function filledFrom<Values extends object>(empty: Values, kept: unknown): Values | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  const leaf = ([key, blank]: [string, unknown]) => {
    const value = (kept as Record<string, unknown>)[key];
    if (typeof blank === 'object' && blank !== null) return [key, filledFrom(blank, value) ?? blank];
    return [key, typeof value === typeof blank ? value : blank];
  };
  return Object.fromEntries(Object.entries(empty).map(leaf)) as Values;
}
