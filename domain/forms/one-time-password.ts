/** The typed one-time password of a mobile number. */
import { keepDigits } from '../values/clean.ts';
import { limits } from '../values/limits.ts';

export interface PasswordAnswer {
  otp: string;
  /** The password sent to the new number, if a mobile number is changed. */
  newOtp?: string;
  /** The applicant's date of birth, which opens a loan; an ISO date, or empty where none was entered. */
  dob?: string;
}

/** Returns the digits of a one-time password in a typed or pasted text, which may be the whole message. */
export function extractOneTimePassword(text: string): string {
  const numbers = text.split(/\P{Nd}+/u).map(keepDigits);
  const whole = numbers.find(({ length }) => length === limits.oneTimePasswordDigits);
  return whole ?? numbers.join('').slice(0, limits.oneTimePasswordDigits);
}
