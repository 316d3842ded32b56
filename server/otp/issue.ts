/** Issues a one-time password, stored as a hash and sent by the caller in the same transaction; verifies it, and uses it up. */
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import { type Database, transaction } from '../db/open.ts';
import { siteOf } from '../http/site.ts';
import {
  laterPasswordsAfterMs,
  passwordValidMs,
  quickPasswordsPerDay,
  resendAfterMs,
  attemptsPerPassword,
  wrongBirthDatesPerDay,
} from './limits.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';
import type { OtpPurpose } from './purposes.ts';
import {
  lockOrCreateOtp,
  msUntilMidnight,
  type OtpRow,
  type OtpTarget,
  readOtp,
  tooManyRequests,
  updateOtp,
  lockOtp,
} from './row.ts';
import { keepDigits } from '../../domain/values/clean.ts';
import { type Problem, refusal } from '../http/problem.ts';

/** The seconds for which the password is valid, and after which the next can be requested. */
export const issuedOtp = { expires_in: passwordValidMs / 1000, next_in: resendAfterMs / 1000 };

/** The values in the text of a password. `host`: the site to which a browser gives the password of the SMS (WebOTP). */
export type OtpValues = { otp: string; minutes: number; host: string };

/**
 * @param send queues the message, if there is anybody to send it to
 * @throws Problem 429 where another one was sent a moment ago, or too many today
 */
export async function issueOtp(
  needs: { db: Database; clock: Clock; config: Pick<Config, 'otpHashCost' | 'publicUrl' | 'port'> },
  { target, purpose }: { target: OtpTarget; purpose: OtpPurpose },
  send: (tx: Database, values: OtpValues, now: Date) => Promise<void>,
): Promise<void> {
  const { db, clock, config } = needs;
  // Hashing is expensive, so the limits are checked before it.
  const before = await readOtp(db, target, clock.now());
  if (before) requireWithinLimits(before, purpose, clock.now());
  const otp = generatePassword();
  const otpHash = await hashPassword(otp, config.otpHashCost);
  await transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockOrCreateOtp(tx, target, now);
    // Checks again: a concurrent request may have changed the row while this one waited for its lock.
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

/** A password that was right when it was compared; `markOtpUsed` uses it up. */
export type VerifiedOtp = { target: OtpTarget; otpHash: string };

type OtpCheck = {
  target: OtpTarget;
  purpose: OtpPurpose;
  /** The password as it was typed. */
  otp: string;
  /** The name of the body's field that a refusal is about. */
  field?: string;
};

/**
 * Counts an attempt and compares. The attempt is counted before the password is compared, so that concurrent guesses
 * share the limit; `markOtpUsed` takes it back.
 * @throws Problem 400 at `field` where it is missing, wrong or expired; 429 after too many wrong ones in a day
 */
export async function verifyOtp(
  services: { db: Database; clock: Clock },
  { target, purpose, otp, field = 'otp' }: OtpCheck,
): Promise<VerifiedOtp> {
  if (otp.trim() === '') throw otpRefused(purpose.missing, field);
  const { otpHash, triesLeft } = await countAttempt(services, { target, purpose, field });
  if (await verifyPassword(keepDigits(otp), otpHash)) return { target, otpHash };
  if (!purpose.countsTries) throw otpRefused(purpose.wrong, field);
  throw triesLeft === 0 ? otpRefused(purpose.expired, field) : otpRefused(purpose.wrong, field, triesLeft);
}

/** Counts one attempt and returns the hash to compare it with, and how many tries are left after it. */
const countAttempt = (
  { db, clock }: { db: Database; clock: Clock },
  { target, purpose, field }: { target: OtpTarget; purpose: OtpPurpose; field: string },
): Promise<{ otpHash: string; triesLeft: number }> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockOtp(tx, target, now);
    if (row && row.triesToday >= purpose.wrongAttemptsPerDay) {
      throw tooManyRequests('Too many wrong passwords today', msUntilMidnight(now));
    }
    if (row && row.birthDateTriesToday >= wrongBirthDatesPerDay) {
      throw tooManyRequests('Too many wrong dates of birth today', msUntilMidnight(now));
    }
    if (!row?.otpHash || row.expiresAt <= now || row.tries >= attemptsPerPassword) {
      throw otpRefused(purpose.expired, field);
    }
    const { day, sentToday, birthDateTriesToday, tries, triesToday } = row;
    const counted = { tries: tries + 1, triesToday: triesToday + 1 };
    await updateOtp(tx, target, { day, sentToday, birthDateTriesToday, ...counted });
    const left = [attemptsPerPassword - counted.tries, purpose.wrongAttemptsPerDay - counted.triesToday];
    return { otpHash: row.otpHash, triesLeft: Math.min(...left) };
  });

/**
 * The row of a verified password, locked until the transaction ends; undefined where a concurrent call has used or
 * replaced the password since it was compared.
 */
export async function lockVerifiedOtp(
  tx: Database,
  { target, otpHash }: VerifiedOtp,
  now: Date,
): Promise<OtpRow | undefined> {
  const row = await lockOtp(tx, target, now);
  return row?.otpHash === otpHash ? row : undefined;
}

/** Uses up the password of a row that `lockVerifiedOtp` gave, and takes the counted attempt back. */
export const markOtpUsed = (tx: Database, row: OtpRow): Promise<void> =>
  updateOtp(tx, row, { otpHash: null, triesToday: withoutThisOne(row) });

/** Takes the counted attempt back of a password that was right and stays good. */
export const takeBackAttempt = (tx: Database, row: OtpRow): Promise<void> =>
  updateOtp(tx, row, { triesToday: withoutThisOne(row) });

/**
 * Counts a wrong date of birth in place of a wrong password. The password's own tries stay counted, so that nobody
 * learns which of the two was wrong.
 */
export const countWrongBirthDate = (tx: Database, row: OtpRow): Promise<void> =>
  updateOtp(tx, row, {
    triesToday: withoutThisOne(row),
    birthDateTriesToday: row.birthDateTriesToday + 1,
  });

const withoutThisOne = ({ triesToday }: OtpRow): number => Math.max(0, triesToday - 1);

/**
 * 400 for a one-time password.
 * @param refusal of its purpose
 * @param tries how many are left, where the answer says so
 */
export const otpRefused = (
  { code, message }: OtpPurpose['wrong'],
  field = 'otp',
  tries?: number,
): Problem => {
  const error = { field, code, message, ...(tries !== undefined && { values: { tries } }) };
  return refusal(400, 'refusal.answers', `The one-time password ${message}`, [error]);
};
