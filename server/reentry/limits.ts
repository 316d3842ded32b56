/** The limits of re-entry by a one-time password (decision 2a). */
import { limits } from '../../domain/limits.ts';

export const passwordDigits = limits.oneTimePasswordDigits;
export const passwordValidMs = 5 * 60_000;
export const resendAfterMs = 30_000;
export const attemptsPerPassword = 5;
export const wrongAttemptsPerDay = limits.wrongReentryTriesPerDay;
export const passwordsPerDay = 5;
/** To one mobile number, over all its loans, so that nobody can flood a phone. */
export const passwordsPerNumber = 10;
