/** Calendar dates as ISO text, in India's time zone. Today is always an argument, because the app has one clock. */
import { limits } from './limits.ts';

/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60_000;

/** Returns the parts of a date; NaN where the text is none. */
const parts = (date: IsoDate) => date.split('-').map(Number) as [number, number, number];

/** Returns a day by its parts; months and days beyond their ends count on. */
const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));

const isoOf = (day: Date): IsoDate => day.toISOString().slice(0, 10);

/** Returns whether a typed date has all of its parts; the day may not exist. */
export const isWholeDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Returns whether the day exists, from the year 1000 on. */
export const isDate = (text: string): text is IsoDate =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isoOf(dayOf(...parts(text))) === text;

/** Completed years between two dates, 0 when `to` is not after `from` (section 9). */
export function wholeYears(from: IsoDate, to: IsoDate): number {
  const years = parts(to)[0] - parts(from)[0] - (to.slice(5) < from.slice(5) ? 1 : 0);
  return Math.max(0, years);
}

/** Returns the same day so many months earlier, or that month's last day. */
export function monthsBefore(date: IsoDate, months: number): IsoDate {
  const [year, month, day] = parts(date);
  const last = dayOf(year, month - months + 1, 0).getUTCDate();
  return isoOf(dayOf(year, month - months, Math.min(day, last)));
}

/** Returns the same day so many months later, or that month's last day. */
export const monthsAfter = (date: IsoDate, months: number): IsoDate => monthsBefore(date, -months);

/** Returns the day so many days later; earlier where `days` is negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const [year, month, day] = parts(date);
  return isoOf(dayOf(year, month, day + days));
}

/** Returns the Monday of the date's week. */
export const mondayOf = (date: IsoDate): IsoDate =>
  addDays(date, -((dayOf(...parts(date)).getUTCDay() + 6) % 7));

/** Days from one date to another; negative where `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  (dayOf(...parts(to)).getTime() - dayOf(...parts(from)).getTime()) / dayMs;

const isWeekend = (date: IsoDate): boolean => daysBetween(mondayOf(date), date) >= 5;

/** Returns the day so many working days later: Saturdays, Sundays and holidays do not count. */
export function workingDaysAfter(date: IsoDate, days: number, holidays: readonly IsoDate[] = []): IsoDate {
  const isFree = (day: IsoDate) => isWeekend(day) || holidays.includes(day);
  let day = date;
  for (let left = days; left > 0; left -= isFree(day) ? 0 : 1) day = addDays(day, 1);
  return day;
}

export const yearOf = (date: IsoDate): number => parts(date)[0];

/** Returns the last, the current and the next calendar year (specification, section 3). */
export const academicYears = (today: IsoDate): string[] =>
  [-1, 0, 1].map((step) => String(yearOf(today) + step));

/** Returns the academic year that a new student starts with: that of today's calendar year. */
export const currentAcademicYear = (today: IsoDate): string => String(yearOf(today));

/** Returns the two years of an academic year's label: the first in full, and the last two digits of the next one. */
export const academicYearLabel = (code: string): { code: string; end: string } => ({
  code,
  end: String((Number(code) + 1) % 100).padStart(2, '0'),
});

/** The dates that a native date input offers; a typed date is checked by the rules alone (decision 16). */
export interface DatePickerRange {
  min?: IsoDate;
  max: IsoDate;
}

export const studentDobPicker = (today: IsoDate): DatePickerRange => ({
  min: limits.studentDobPickerFirst,
  max: monthsBefore(today, limits.studentDobPickerMinAgeMonths),
});

export const applicantDobPicker = (today: IsoDate): DatePickerRange => {
  const yearsAgo = monthsBefore(today, limits.applicantDobPickerMinAgeYears * 12);
  const last = `${limits.applicantBirthYearLast}-12-31`;
  return { min: `${limits.applicantBirthYearFirst}-01-01`, max: yearsAgo < last ? yearsAgo : last };
};

export const employedSincePicker = (today: IsoDate): DatePickerRange => ({ max: today });

export const isNotInFuture = (date: IsoDate, today: IsoDate): boolean => date <= today;

/** Returns whether a student may be born on a day: not in the future, at most 58 years and 6 months ago (section 5). */
export function isStudentAge(dob: IsoDate, today: IsoDate): boolean {
  const months = limits.studentMaxAgeYears * 12 + limits.studentMaxAgeMonths;
  return isNotInFuture(dob, today) && dob >= monthsBefore(today, months);
}

/** 'YYYY-MM-DD'; two of them compare as text. */
export type IsoDate = string;

/** India has one time zone and no summer time: UTC + 5:30. */
const indiaAheadMs = 330 * 60_000;

/** Returns the date in India at an instant. */
export const todayInIndia = (now: Date): IsoDate =>
  new Date(now.getTime() + indiaAheadMs).toISOString().slice(0, 10);
