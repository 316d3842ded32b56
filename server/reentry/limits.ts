/** The limits of re-entry by a one-time password (decision 2a). */
export const passwordDigits = 6;
export const passwordValidMs = 5 * 60_000;
export const resendAfterMs = 30_000;
export const attemptsPerPassword = 5;
/** Days are India's. */
export const wrongAttemptsPerDay = 5;
export const passwordsPerDay = 5;
/** To one mobile number, over all its loans, so that nobody can flood a phone. */
export const passwordsPerNumber = 10;
