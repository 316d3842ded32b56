/**
 * Opening a loan by a one-time password, which is sent to its mobile number, and, once it was saved, the applicant's date
 * of birth. Unknown ids, and those of other partners, have a row of passwords like all others.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { type Database, transaction } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { apiKeys } from '../db/schema/partners.ts';
import type { BaseContext } from '../api/handler.ts';
import { reentryPurpose } from '../otp/purposes.ts';
import {
  countWrongBirthDate,
  issueOtp,
  lockVerifiedOtp,
  markOtpUsed,
  otpRefused,
  verifyOtp,
} from '../otp/issue.ts';
import type { OtpTarget } from '../otp/row.ts';
import { queueMessages } from '../outbox/queue.ts';
import { sleep } from '../platform/timers.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { type LoanRow, revokeLoanTokens } from '../loans/tokens.ts';

/** The loan id of an address and the partner that asks; there may be no such loan. */
export type ReentryTarget = OtpTarget & { partnerId: string };

/** Loan ids are shorter; longer ids are cut, so that they cannot fill the table. */
const idMaxLength = 64;

/** Whichever key of the partner is used, there is one row: under the oldest of its keys. */
export async function reentryTarget(
  db: Database,
  { partnerId, loanId }: { partnerId: string; loanId: string },
): Promise<ReentryTarget> {
  const [oldest] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(1);
  if (!oldest) throw new Error('The partner of a key has no key');
  return { partnerId, apiKeyId: oldest.id, subject: loanId.slice(0, idMaxLength) };
}

/** An erased loan is treated like an unknown one: it has no recipient for a password. */
export async function loanOfTarget(
  tx: Database,
  { partnerId, subject }: ReentryTarget,
): Promise<LoanRow | undefined> {
  const [loan] = await tx
    .select()
    .from(loans)
    .where(and(eq(loans.id, subject), eq(loans.partnerId, partnerId), isNull(loans.erasedAt)));
  return loan;
}

type SendNeeds = Pick<BaseContext, 'db' | 'clock' | 'config'>;

/** Sends a password to the mobile number of the loan, if there is such a loan. @throws Problem 429 where another one was sent a moment ago, or too many today */
export async function sendPassword(target: ReentryTarget, needs: SendNeeds): Promise<void> {
  await Promise.all([send(target, needs), sleep(needs.config.reentryAnswerMs)]);
}

const send = (target: ReentryTarget, { db, clock, config }: SendNeeds): Promise<void> =>
  issueOtp({ db, clock, config }, { target, purpose: reentryPurpose }, async (tx, values, now) => {
    const loan = await loanOfTarget(tx, target);
    if (loan) await queueMessages(tx, { loan, template: 'reentry.password', values, now, config });
  });

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
