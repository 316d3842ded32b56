/** Issues a one-time password: generated, stored as a hash, and sent by the caller in the same transaction. */
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import { type Database, transaction } from '../db/open.ts';
import { siteOf } from '../http/site.ts';
import { laterPasswordsAfterMs, passwordValidMs, quickPasswordsPerDay, resendAfterMs } from './limits.ts';
import { generatePassword, hashPassword } from './password.ts';
import type { OtpPurpose } from './purposes.ts';
import {
  lockOrCreateOtp,
  msUntilMidnight,
  type OtpRow,
  type OtpTarget,
  readOtp,
  tooManyRequests,
  updateOtp,
} from './row.ts';

/** What an answer to a request says, in seconds: how long the password is good for, and when the next can be requested. */
export const issuedOtp = { expires_in: passwordValidMs / 1000, next_in: resendAfterMs / 1000 };

/** What the text of a password says. `host`: to which a browser gives the password from the SMS's last line (WebOTP). */
export type OtpValues = { otp: string; minutes: number; host: string };

/**
 * @param send queues the message, if there is anybody to send it to
 * @throws Problem 429 where another one was sent a moment ago, or too many today
 */
export async function issueOtp(
  {
    db,
    clock,
    config,
  }: { db: Database; clock: Clock; config: Pick<Config, 'otpHashCost' | 'publicUrl' | 'port'> },
  { target, purpose }: { target: OtpTarget; purpose: OtpPurpose },
  send: (tx: Database, values: OtpValues, now: Date) => Promise<void>,
): Promise<void> {
  // To hash takes longer than everything else: a request that is refused must not cost it.
  const before = await readOtp(db, target, clock.now());
  if (before) requireWithinLimits(before, purpose, clock.now());
  const otp = generatePassword();
  const otpHash = await hashPassword(otp, config.otpHashCost);
  await transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockOrCreateOtp(tx, target, now);
    // Again: concurrent requests were waited for.
    requireWithinLimits(row, purpose, now);
    await updateOtp(tx, target, {
      otpHash,
      sentAt: now,
      expiresAt: new Date(now.getTime() + passwordValidMs),
      tries: 0,
      day: row.day,
      triesToday: row.triesToday,
      birthDateTriesToday: row.birthDateTriesToday,
      sentToday: row.sentToday + 1,
    });
    const { hostname: host } = new URL(siteOf(config));
    await send(tx, { otp, minutes: passwordValidMs / 60_000, host }, now);
  });
}

/** @throws Problem 429 */
function requireWithinLimits(
  { triesToday, sentToday, sentAt }: OtpRow,
  { wrongAttemptsPerDay }: OtpPurpose,
  now: Date,
): void {
  if (triesToday >= wrongAttemptsPerDay) {
    throw tooManyRequests('Too many wrong passwords today', msUntilMidnight(now));
  }
  const resendMs = sentToday < quickPasswordsPerDay ? resendAfterMs : laterPasswordsAfterMs;
  const waitMs = sentAt.getTime() + resendMs - now.getTime();
  if (waitMs > 0) throw tooManyRequests('A password was sent a moment ago', waitMs);
}
