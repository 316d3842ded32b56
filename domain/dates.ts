/** Calendar dates as ISO text, in India's time zone. Today is always an argument: the product has one clock. */
import { limits } from './limits.ts';

/** 'YYYY-MM-DD'; two of them compare as text. */
export type IsoDate = string;

/** India has one time zone and no summer time: UTC + 5:30. */
const indiaAheadMs = 330 * 60_000;

const two = (n: number) => String(n).padStart(2, '0');

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The parts of a date; NaN where the text is none. */
const parts = (date: IsoDate) => date.split('-').map(Number) as [number, number, number];

/** True for a day that exists, from the year 1000 on. */
export function isDate(text: string): text is IsoDate {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = parts(text);
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay(year, month);
}

/** The date in India at an instant. */
export const todayInIndia = (now: Date): IsoDate =>
  new Date(now.getTime() + indiaAheadMs).toISOString().slice(0, 10);

/** Completed years between two dates, 0 when `to` is not after `from` (decision 34). */
export function wholeYears(from: IsoDate, to: IsoDate): number {
  const years = parts(to)[0] - parts(from)[0] - (to.slice(5) < from.slice(5) ? 1 : 0);
  return Math.max(0, years);
}

/** The same day so many months earlier, or that month's last day. */
export function monthsBefore(date: IsoDate, months: number): IsoDate {
  const [year, month, day] = parts(date);
  const index = year * 12 + month - 1 - months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  return `${y}-${two(m)}-${two(Math.min(day, lastDay(y, m)))}`;
}

/** The year of a date. */
export const yearOf = (date: IsoDate): number => parts(date)[0];

/** The last, the current and the next calendar year (specification, section 3). */
export const academicYears = (today: IsoDate): string[] =>
  [-1, 0, 1].map((step) => String(yearOf(today) + step));

/** What a native date input offers; typed dates are held against the rules only (decisions 16 and 17). */
export interface Picker {
  min?: IsoDate;
  max: IsoDate;
}

export const studentDobPicker = (today: IsoDate): Picker => ({
  min: limits.studentDobPicker.first,
  max: monthsBefore(today, limits.studentDobPicker.monthsAgo),
});

export const applicantDobPicker = (today: IsoDate): Picker => ({
  min: `${limits.applicantBirthYear.first}-01-01`,
  max: monthsBefore(today, limits.applicantDobPicker.yearsAgo * 12),
});

export const employedSincePicker = (today: IsoDate): Picker => ({ max: today });

/** True unless the date is in the future. */
export const isPast = (date: IsoDate, today: IsoDate): boolean => date <= today;

/** True for a student's date of birth: not in the future, at most 58 years and 6 months ago (section 5). */
export function isStudentAge(dob: IsoDate, today: IsoDate): boolean {
  const { years, months } = limits.studentMaxAge;
  return isPast(dob, today) && dob >= monthsBefore(today, years * 12 + months);
}
