/** Opening a loan by a one-time password and, once it was saved, the applicant's date of birth. */
import { keepDigits } from '../../domain/clean.ts';
import type { CreatedLoan } from '../../domain/wire.ts';
import { transaction } from '../db/open.ts';
import type { Context } from '../handler.ts';
import { Problem } from '../problem.ts';
import { appendToTimeline } from '../timeline.ts';
import { issueLoanToken, type LoanRow, revokeLoanTokens } from '../tokens.ts';
import { attemptsPerPassword, wrongAttemptsPerDay, wrongBirthDatesPerDay } from './limits.ts';
import { verifyPassword } from './password.ts';
import {
  updateReentry,
  findLoan,
  lockReentry,
  msUntilMidnight,
  tooManyRequests,
  type ReentryTarget,
  reentryTarget,
} from './row.ts';

export type ReentryInput = { otp: string; dob?: string };

/**
 * @throws Problem 400 at `otp` where it is missing, wrong (or the date of birth is: the answer does not say which) or
 *   expired; 429 after too many wrong ones in a day
 */
export async function enterLoan(
  loanId: string,
  given: ReentryInput,
  context: Context<'reenterLoan'>,
): Promise<CreatedLoan> {
  const otp = keepDigits(given.otp);
  if (given.otp.trim() === '') throw refused('app.reentry.error.required', 'is missing');
  const wanted = await reentryTarget(context.db, context.key, loanId);
  // The attempt is counted before the password is compared, so that concurrent guesses share the limit.
  const otpHash = await countAttempt(wanted, context);
  const isRight = await verifyPassword(otp, otpHash);
  const token = isRight ? await open(wanted, otpHash, given.dob, context) : undefined;
  if (!token) throw refused('app.reentry.error.wrong', 'is wrong, or the date of birth is');
  return { loan_id: loanId, access_token: token };
}

/** Counts one attempt and returns the hash to compare it with. */
const countAttempt = (wanted: ReentryTarget, { db, clock }: Context<'reenterLoan'>): Promise<string> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockReentry(tx, wanted, now);
    if (row && row.triesToday >= wrongAttemptsPerDay) {
      throw tooManyRequests('Too many wrong passwords today', msUntilMidnight(now));
    }
    if (row && row.birthDateTriesToday >= wrongBirthDatesPerDay) {
      throw tooManyRequests('Too many wrong dates of birth today', msUntilMidnight(now));
    }
    if (!row?.otpHash || row.expiresAt <= now || row.tries >= attemptsPerPassword) {
      throw refused('app.reentry.error.expired', 'is no longer good');
    }
    const { day, sentToday, birthDateTriesToday } = row;
    await updateReentry(tx, wanted, {
      day,
      sentToday,
      birthDateTriesToday,
      tries: row.tries + 1,
      triesToday: row.triesToday + 1,
    });
    return row.otpHash;
  });

/** Invalidates the password, takes the counted attempt back and returns a token; undefined where it is wrong. */
const open = (
  wanted: ReentryTarget,
  otpHash: string,
  dob: string | undefined,
  { db, clock }: Context<'reenterLoan'>,
): Promise<string | undefined> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockReentry(tx, wanted, now);
    const loan = await findLoan(tx, wanted);
    // A concurrent call may have used or replaced the password since it was compared.
    if (row?.otpHash !== otpHash || !loan) return undefined;
    const triesToday = Math.max(0, row.triesToday - 1);
    if (!isBornOn(loan, dob)) {
      // The password's own tries stay counted, so that nobody learns which of the two was wrong.
      await updateReentry(tx, wanted, { triesToday, birthDateTriesToday: row.birthDateTriesToday + 1 });
      return undefined;
    }
    await updateReentry(tx, wanted, { otpHash: null, triesToday });
    await appendToTimeline(tx, { loanId: loan.id, at: now, by: 'applicant', act: 'loan.reentered' });
    // Whoever has another token may not be its owner: the password proves who is.
    await revokeLoanTokens(tx, loan.id, now);
    return issueLoanToken(tx, loan.id, now);
  });

function isBornOn({ personalDetails: { dob: saved } }: LoanRow, given: string | undefined): boolean {
  return typeof saved !== 'string' || saved === '' || given?.trim() === saved;
}

const refused = (code: string, message: string): Problem =>
  new Problem(400, `The one-time password ${message}`, [{ field: 'otp', code, message }]);
