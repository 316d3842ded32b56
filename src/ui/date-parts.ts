/** The day, month and year of a typed date, which may be incomplete or no date at all. */
import type { TextFilter } from './typed-text.ts';

export const partNames = ['day', 'month', 'year'] as const;

export type DatePart = (typeof partNames)[number];

/** The digits in each of the three inputs. */
export type DateParts = Readonly<Record<DatePart, string>>;

/** The number of digits of each part. */
export const partLengths: Readonly<Record<DatePart, number>> = { day: 2, month: 2, year: 4 };

/** Returns 'YYYY-MM-DD' of the typed parts; empty parts stay empty between the hyphens, and no part is ''. */
export function joinDate({ day, month, year }: DateParts): string {
  const pad = (part: string) => part && part.padStart(2, '0');
  return day || month || year ? `${year}-${pad(month)}-${pad(day)}` : '';
}

/** Returns the parts of a text that `joinDate` made, or of an ISO date. */
export function splitDate(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { day, month, year };
}

/** Year first as in ISO 8601, or day first as in India, with any signs between the numbers. */
const wholeDates = [
  /^(?<year>\d{4})\D+(?<month>\d{1,2})\D+(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\D+(?<month>\d{1,2})\D+(?<year>\d{4}|\d\d)$/,
];

/** '14th June 2015': the day before the English name of its month, or the beginning of the name. */
const namedMonth = /^(\d+)(?:st|nd|rd|th)?\W*([a-z]{3})[a-z]*/i;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Parses a whole date that was pasted or filled in; null for other text. Its year may have two digits. */
export function parseWholeDate(text: string): DateParts | null {
  const numbers = text.trim().replace(namedMonth, (whole, day: string, name: string) => {
    const month = months.indexOf(name.toLowerCase());
    return month < 0 ? whole : `${day}/${month + 1}`;
  });
  for (const pattern of wholeDates) {
    const { day, month, year } = pattern.exec(numbers)?.groups ?? {};
    if (day && month && year) return { day: day.padStart(2, '0'), month: month.padStart(2, '0'), year };
  }
  return null;
}

/** Expands a year of two digits to the latest one that ends so and is not after that of `max`, 'YYYY-MM-DD'. */
export function withWholeYear(parts: DateParts, max: string | undefined): DateParts {
  if (!max || !/^\d\d$/.test(parts.year)) return parts;
  const latest = Number(max.slice(0, 4));
  return { ...parts, year: String(latest - ((latest - Number(parts.year)) % 100)) };
}

/** The parts after typing, and the part that the caret belongs in. */
export interface TypedDate {
  parts: DateParts;
  caretIn: DatePart;
}

/**
 * Returns the parts after `text` was typed or pasted into one. A whole date fills all three. Digits beyond a part's
 * size go on into the next one if that is empty, and a sign such as '/' after a number leads to the next part.
 */
export function typeIntoPart(
  before: DateParts,
  part: DatePart,
  text: string,
  keepDigits: TextFilter,
): TypedDate {
  const whole = parseWholeDate(text.replace(/\p{Nd}+/gu, keepDigits));
  if (whole) return { parts: whole, caretIn: 'year' };
  const digits = keepDigits(text);
  const length = partLengths[part];
  const parts = { ...before, [part]: digits.slice(0, length) };
  const next = partNames[partNames.indexOf(part) + 1];
  if (!next) return { parts, caretIn: part };
  const rest = digits.slice(length);
  if (rest && before[next] === '') return typeIntoPart(parts, next, rest, keepDigits);
  const isEnded = digits !== '' && /[/.\s-]$/.test(text);
  return { parts, caretIn: isEnded ? next : part };
}
