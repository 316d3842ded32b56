/** The limits of one-time passwords (decisions 2a and 70). */
import { limits } from '../../domain/values/limits.ts';

export const passwordDigits = limits.oneTimePasswordDigits;
export const passwordValidMs = 5 * 60_000;
export const resendAfterMs = 30_000;
export const attemptsPerPassword = 5;
/** Passwords of one subject that are sent `resendAfterMs` apart; then one an hour, so that nobody can keep the owner out. */
export const quickPasswordsPerDay = 5;
export const laterPasswordsAfterMs = 60 * 60_000;
/** The limit per mobile number within 24 hours for each purpose, against flooding a phone; then one an hour. */
export const passwordsPerNumber = 10;
/** Right passwords with a wrong date of birth: their own limit, since a typing error is no guess at the password. */
export const wrongBirthDatesPerDay = 10;
