/** Sending a one-time password to the mobile number of a loan, if there is such a loan. */
import { setTimeout as pause } from 'node:timers/promises';
import { transaction } from '../db/open.ts';
import type { Context } from '../handler.ts';
import { queueMessages } from '../outbox/queue.ts';
import {
  laterPasswordsAfterMs,
  passwordValidMs,
  quickPasswordsPerDay,
  resendAfterMs,
  wrongAttemptsPerDay,
} from './limits.ts';
import { hashPassword, generatePassword } from './password.ts';
import {
  updateReentry,
  findLoan,
  lockOrCreateReentry,
  msUntilMidnight,
  type ReentryRow,
  tooManyRequests,
  reentryTarget,
} from './row.ts';

/** @throws Problem 429 where another one was sent a moment ago, or too many today */
export async function sendPassword(loanId: string, context: Context<'requestReentry'>): Promise<void> {
  await Promise.all([send(loanId, context), pause(context.config.reentryAnswerMs)]);
}

const resendAfter = ({ sentToday }: ReentryRow): number =>
  sentToday < quickPasswordsPerDay ? resendAfterMs : laterPasswordsAfterMs;

async function send(loanId: string, { db, clock, key, config }: Context<'requestReentry'>): Promise<void> {
  const wanted = await reentryTarget(db, key, loanId);
  const otp = generatePassword();
  const otpHash = await hashPassword(otp);
  await transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockOrCreateReentry(tx, wanted, now);
    if (row.triesToday >= wrongAttemptsPerDay) {
      throw tooManyRequests('Too many wrong passwords today', msUntilMidnight(now));
    }
    const waitMs = row.sentAt.getTime() + resendAfter(row) - now.getTime();
    if (waitMs > 0) throw tooManyRequests('A password was sent a moment ago', waitMs);
    await updateReentry(tx, wanted, {
      otpHash,
      sentAt: now,
      expiresAt: new Date(now.getTime() + passwordValidMs),
      tries: 0,
      day: row.day,
      triesToday: row.triesToday,
      birthDateTriesToday: row.birthDateTriesToday,
      sentToday: row.sentToday + 1,
    });
    const loan = await findLoan(tx, wanted);
    if (!loan) return;
    const values = { otp, minutes: passwordValidMs / 60_000 };
    await queueMessages(tx, { loan, template: 'reentry.password', values, now, config });
  });
}
