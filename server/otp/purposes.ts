/** Defines the purposes of one-time passwords: the wrong attempts per day, and the refusals. */
import { limits } from '../../domain/values/limits.ts';

type Refusal = { code: string; message: string };

export type OtpPurpose = {
  /** The limit of one subject; days are India's. */
  wrongAttemptsPerDay: number;
  missing: Refusal;
  wrong: Refusal;
  /** Says whether a wrong one is answered with how many tries are left, where nothing else is asked for besides. */
  countsTries?: true;
  expired: Refusal;
};

export const reentryPurpose: OtpPurpose = {
  wrongAttemptsPerDay: limits.wrongReentryTriesPerDay,
  missing: { code: 'app.reentry.error.required', message: 'is missing' },
  wrong: { code: 'app.reentry.error.wrong', message: 'is wrong, or the date of birth is' },
  expired: { code: 'app.reentry.error.expired', message: 'is no longer good' },
};

/** The purpose of a customer's mobile number, which is not secret: it allows more guesses than a loan's secret id. */
export const customerPurpose: OtpPurpose = {
  wrongAttemptsPerDay: 20,
  missing: { code: 'account.error.otpMissing', message: 'is missing' },
  wrong: { code: 'account.otp.error.wrong', message: 'is wrong' },
  expired: { code: 'account.otp.error.expired', message: 'is no longer good' },
  countsTries: true,
};

/** The purpose of signing the agreement of one lender loan. */
export const signaturePurpose: OtpPurpose = { ...customerPurpose, wrongAttemptsPerDay: 10 };
