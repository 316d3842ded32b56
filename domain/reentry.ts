/** Re-entry: a one-time password that went to the loan's mobile number opens the loan on this device (decision 2a). */
import { keepDigits } from './clean.ts';
import { limits } from './limits.ts';

/** What a person answers; `dob` is an ISO date, or empty where none was given. */
export interface ReentryAnswer {
  otp: string;
  dob: string;
}

/** The digits of a one-time password in what was typed or pasted, which may be the whole message. */
export function extractOneTimePassword(text: string): string {
  const numbers = text.split(/\P{Nd}+/u).map(keepDigits);
  const whole = numbers.find(({ length }) => length === limits.oneTimePasswordDigits);
  return whole ?? numbers.join('').slice(0, limits.oneTimePasswordDigits);
}
