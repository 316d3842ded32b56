/**
 * The date of birth beside a one-time password (decision 70): a number may have a new holder, and a SIM may be swapped, so
 * that the password alone must not open applications.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { Problem } from '../http/problem.ts';
import { countWrongBirthDate, takeBackAttempt } from '../otp/issue.ts';
import type { OtpRow } from '../otp/row.ts';

type Given = { customerId: string; dob: string | undefined };

/**
 * Compares the given date of birth with those of the customer's loans, in the transaction that uses up the password. It
 * fits where no loan has one yet.
 * @param row of the password, which was right
 * @returns the refusal, to be thrown once the transaction has counted it
 */
export async function birthDateRefusal(
  tx: Database,
  row: OtpRow,
  { customerId, dob = '' }: Given,
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
  return new Problem(400, `The date of birth ${message}`, [{ field: 'dob', code, message }], {
    code: 'refusal.answers',
  });
}
