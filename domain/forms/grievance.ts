/** Complaints: the number by which people name one, and the days in which it must be answered. */
import { toLatinDigits } from '../values/clean.ts';
import { daysBetween, type IsoDate } from '../values/dates.ts';

/** The length of a grievance number with its check digit. */
const digits = 10;

/** The number of random digits in a grievance number. */
export const grievanceNumberDigits = digits - 1;

/** The rules for a complaint that was rejected, or not answered in time. */
export type GrievanceRules = {
  /** Days from the one on which a grievance was lodged. */
  answerDays: number;
  /** `site`: the host. */
  ombudsman: { site: string; phone: string; address: string };
};

const format = (text: string): string => `G-${text.slice(0, digits / 2)}-${text.slice(digits / 2)}`;

/**
 * The number of a grievance as people read it out, such as 'G-48392-01177'. Its last digit is the Luhn digit of the
 * others, so that a number with one mistaken digit is no number.
 * @param drawn `grievanceNumberDigits` decimal digits
 */
export const grievanceNumber = (drawn: string): string => format(drawn + checkDigit(drawn));

/** Returns the number in a typed text, with or without its letter, dashes and spaces; null if there is none. */
export function parseGrievanceNumber(text: string): string | null {
  const typed = toLatinDigits(text).replaceAll(/[\s-]/g, '').replace(/^g/i, '');
  const isNumber = /^\d+$/.test(typed) && typed.length === digits;
  return isNumber && checkDigit(typed.slice(0, -1)) === typed.at(-1) ? format(typed) : null;
}

function checkDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns the days that are left for the answer, 0 on the last one; negative once that is over. */
export const daysLeft = (answerBy: IsoDate, today: IsoDate): number => daysBetween(today, answerBy);
