/** Days as whole numbers, counted from 1 March of the year 0, so that a leap day is the last of its year. */

export type Day = number;

/** The days before each month of a year that begins in March. */
const before = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];

const leapDays = (years: number): number =>
  Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);

/** @param months whole months since March of the year 0 */
const firstOf = (months: number): Day => {
  const years = Math.floor(months / 12);
  return years * 365 + leapDays(years) + (before[months - 12 * years] ?? 0);
};

/** Reads '2026-06-05'. */
export function dayOf(text: string): Day {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  return firstOf(12 * year + month - 3) + day - 1;
}

function monthsUntil(day: Day): number {
  let months = Math.floor(day / 30.44);
  while (firstOf(months + 1) <= day) months += 1;
  while (firstOf(months) > day) months -= 1;
  return months;
}

export function textOf(day: Day): string {
  const months = monthsUntil(day);
  const year = Math.floor((months + 2) / 12);
  const month = months + 3 - 12 * year;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day - firstOf(months) + 1)}`;
}

/** Returns the same day of a later month, or the last day of a month that is too short for it. */
export function laterMonth(day: Day, count: number): Day {
  const months = monthsUntil(day);
  return Math.min(firstOf(months + count) + day - firstOf(months), firstOf(months + count + 1) - 1);
}
