/** Opening a loan by a one-time password and, once it was saved, the applicant's date of birth. */
import { type Database, transaction } from '../db/open.ts';
import type { BaseContext } from '../api/handler.ts';
import { reentryPurpose } from '../otp/purposes.ts';
import { markOtpUsed, countWrongBirthDate, lockVerifiedOtp, otpRefused, verifyOtp } from '../otp/issue.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { type LoanRow, revokeLoanTokens } from '../loans/tokens.ts';
import { loanOfTarget, type ReentryTarget } from './target.ts';

export type ReentryInput = { otp: string; dob?: string };

/**
 * Ends the tokens that opened the loan before: whoever has one may not be its owner, and the password proves who is.
 * @param open what the caller opens it by, in the same transaction
 * @throws Problem 400 at `otp` where it is missing, wrong (or the date of birth is: the answer does not say which) or
 *   expired; 429 after too many wrong ones in a day
 */
export async function enterLoan<Opened>(
  target: ReentryTarget,
  { otp, dob }: ReentryInput,
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  open: (tx: Database, loan: LoanRow, now: Date) => Promise<Opened>,
): Promise<Opened> {
  const verified = await verifyOtp({ db, clock }, { target, purpose: reentryPurpose, otp });
  const opened = await transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockVerifiedOtp(tx, verified, now);
    const loan = await loanOfTarget(tx, target);
    if (!row || !loan) return undefined;
    if (!isBornOn(loan, dob)) {
      await countWrongBirthDate(tx, row);
      return undefined;
    }
    await markOtpUsed(tx, row);
    await appendToTimeline(tx, { loanId: loan.id, at: now, by: 'applicant', act: 'loan.reentered' });
    await revokeLoanTokens(tx, loan.id, now);
    return { value: await open(tx, loan, now) };
  });
  if (!opened) throw otpRefused(reentryPurpose.wrong);
  return opened.value;
}

function isBornOn({ personalDetails: { dob: saved } }: LoanRow, given: string | undefined): boolean {
  return typeof saved !== 'string' || saved === '' || given?.trim() === saved;
}
