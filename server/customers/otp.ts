/** The one-time passwords of customers, each of which goes to a mobile number. */
import type { Language } from '../../domain/values/wire.ts';
import type { BaseContext } from '../api/handler.ts';
import { issueOtp, type VerifiedOtp, verifyOtp, countWrongBirthDate, takeBackAttempt } from '../otp/issue.ts';
import { customerPurpose } from '../otp/purposes.ts';
import type { OtpTarget, OtpRow } from '../otp/row.ts';
import { queueSms } from '../outbox/queue.ts';
import type { CustomerTemplate, Template } from '../outbox/templates.ts';
import { Problem, refusal } from '../http/problem.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { sleep } from '../platform/timers.ts';
import type { Database } from '../db/open.ts';
import { messages } from '../db/schema/messages.ts';
import { loans } from '../db/schema/loans.ts';

/** The key id of passwords that belong to no partner. */
const noKey = '00000000-0000-0000-0000-000000000000';

const targetOf = (subject: string): OtpTarget => ({ apiKeyId: noKey, subject });

/** Returns the target of a sign-in with a number, known or not. */
export const signInTarget = (mobile: string): OtpTarget => targetOf(`sign-in:${mobile}`);

/** A customer whose number changes: the former number. */
export const formerNumberTarget = (customerId: string): OtpTarget => targetOf(`former-number:${customerId}`);

/** The number that takes its place. */
export const nextNumberTarget = (customerId: string, mobile: string): OtpTarget =>
  targetOf(`next-number:${customerId}:${mobile}`);

/** The agreement of a lender loan. */
export const signatureTarget = ({ loanId, lenderId }: { loanId: string; lenderId: number }): OtpTarget =>
  targetOf(`signature:${loanId}:${lenderId}`);

type OtpMessage = { mobile: string; language: Language; template: CustomerTemplate };

/**
 * Sends a password. Whether there is a customer with the number plays no part, so that neither the answer nor the time
 * that it takes can reveal it.
 * @throws Problem 429 where another one was sent a moment ago, or too many today
 */
export const sendOtp = (
  { db, clock, config }: Pick<BaseContext, 'db' | 'clock' | 'config'>,
  target: OtpTarget,
  message: OtpMessage,
): Promise<void> =>
  issueOtp({ db, clock, config }, { target, purpose: customerPurpose }, (tx, values, now) =>
    queueSms(tx, { ...message, values, now }),
  );

/** Waits a moment for the SMS. @throws Problem 400 at `mobile` where the provider refuses the number (decision 125) */
export async function requireDeliverable(
  { db, config }: Pick<BaseContext, 'db' | 'config'>,
  { mobile: recipient, template }: OtpMessage,
): Promise<void> {
  if (!(await isRefusedWithin(db, { recipient, template }, config.otpDeliveryMs))) return;
  const error = { field: 'mobile', code: 'account.otp.error.undeliverable', message: 'gets no messages' };
  throw refusal(400, 'refusal.answers', 'The SMS provider has refused the number', [error]);
}

/** @throws Problem 400 at `field`, 429 after too many wrong ones in a day */
export const verifyCustomerOtp = (
  services: Pick<BaseContext, 'db' | 'clock'>,
  target: OtpTarget,
  { otp, field }: { otp: string; field?: 'otp' | 'new_otp' },
): Promise<VerifiedOtp> =>
  verifyOtp(services, { target, purpose: customerPurpose, otp, ...(field && { field }) });

const pollMs = 100;

/**
 * Says whether the provider refuses the latest message of the template to the recipient, for a call that waits a moment.
 * @param ms how long it is waited for; false where nothing is known by then
 */
async function isRefusedWithin(
  db: Database,
  { recipient, template }: { recipient: string; template: Template },
  ms: number,
): Promise<boolean> {
  const until = platform.elapsedMs() + ms;
  for (;;) {
    const [latest] = await db
      .select({ state: messages.state })
      .from(messages)
      .where(and(eq(messages.recipient, recipient), eq(messages.template, template)))
      .orderBy(desc(messages.createdAt))
      .limit(1);
    if (latest?.state === 'failed') return true;
    if (latest?.state !== 'queued' || platform.elapsedMs() >= until) return false;
    await sleep(pollMs);
  }
}

/**
 * Compares the given date of birth with those of the customer's loans, in the transaction that uses up the password
 * (decision 70): a number may have a new holder, and a SIM may be swapped, so that the password alone must not open
 * applications. It fits where no loan has one yet.
 * @param row of the password, which was right
 * @returns the refusal, to be thrown once the transaction has counted it
 */
export async function birthDateRefusal(
  tx: Database,
  row: OtpRow,
  { customerId, dob = '' }: { customerId: string; dob: string | undefined },
): Promise<Problem | undefined> {
  const birthDate = sql<string>`${loans.personalDetails} ->> 'dob'`;
  const known = await tx
    .selectDistinct({ dob: birthDate })
    .from(loans)
    .where(and(eq(loans.customerId, customerId), isNull(loans.erasedAt), sql`${birthDate} <> ''`));
  if (known.length === 0 || known.some((one) => one.dob === dob.trim())) return undefined;
  const isMissing = dob.trim() === '';
  await (isMissing ? takeBackAttempt : countWrongBirthDate)(tx, row);
  const code = isMissing ? 'account.error.birthDateMissing' : 'account.error.birthDateWrong';
  const message = isMissing ? 'is missing' : 'is not that of an applicant';
  return refusal(400, 'refusal.answers', `The date of birth ${message}`, [{ field: 'dob', code, message }]);
}
