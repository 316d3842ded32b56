/** Reviewers sign in and out. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { Handlers } from '../handler.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { Problem } from '../problem.ts';
import { resetAttempts, countAttempt } from '../staff/attempts.ts';
import { deviceCookie, deviceTokenIn, sessionCookie } from '../staff/cookie.ts';
import { findDevice, registerDevice } from '../staff/devices.ts';
import { verifyPassword } from '../staff/passwords.ts';
import { findReviewer, normalizeEmail } from '../staff/reviewers.ts';
import { useSecondFactor } from '../staff/second-factor.ts';
import { endSession, type Reviewer, startSession } from '../staff/sessions.ts';

export const staffHandlers = {
  currentReviewer: async (_, { staff }) => ({ success: true, result: reviewerOnWire(staff.reviewer) }),

  /** Answers the same, and as slowly, whether the address is nobody's or the password is wrong. */
  async signIn({ body }, { db, clock, config, keyring, client, cookies, answerHeaders }) {
    refuseIssues(required.filter(({ field }) => !body[field].trim()));
    const email = normalizeEmail(body.email);
    const device = await findDevice(db, { token: deviceTokenIn(cookies), email, now: clock.now() });
    const attempted = { email, client, device };
    const { waitSeconds, delayMs } = await countAttempt(db, attempted, clock.now());
    if (waitSeconds > 0) {
      const headers = { 'retry-after': String(waitSeconds) };
      throw new Problem(429, 'Too many wrong tries', undefined, { headers });
    }
    await delay(delayMs);
    const reviewer = await findReviewer(db, email, config.sandbox);
    const isCorrect = await verifyPassword(body.password, reviewer?.passwordHash);
    if (!reviewer || !isCorrect) throw new Problem(401, 'The address or the password is wrong');
    await requireSecondFactor(reviewer, body.code, {
      ...{ db, keyring, sandbox: config.sandbox },
      now: clock.now(),
    });
    const token = await startSession(db, reviewer, clock.now());
    if (!token) throw new Problem(401, 'The address or the password is wrong');
    await resetAttempts(db, attempted);
    answerHeaders.append('set-cookie', sessionCookie(config, token));
    if (device === undefined) {
      const deviceToken = await registerDevice(db, reviewer.id, clock.now());
      answerHeaders.append('set-cookie', deviceCookie(config, deviceToken));
    }
    return { success: true, result: reviewerOnWire(reviewer) };
  },

  async signOut(_, { staff, db, config, answerHeaders }) {
    await endSession(db, staff);
    answerHeaders.set('set-cookie', sessionCookie(config, null));
    return { success: true, result: null };
  },
} satisfies Partial<Handlers>;

/** The refusals of a right password, by their codes. */
const refusedFactor = {
  enrolment: {
    code: 'review.signIn.enrolment',
    message: 'needs a second factor, which an administrator enrols',
  },
  required: { code: 'review.signIn.code.required', message: 'needs the code of the second factor' },
  wrong: { code: 'review.signIn.code.wrong', message: 'is wrong or was used already' },
} as const;

/**
 * Whoever has a second factor is asked for it; outside the sandbox everybody needs one.
 * @throws Problem 401 at `code`
 */
async function requireSecondFactor(
  reviewer: Reviewer,
  code: string | undefined,
  { db, keyring, sandbox, now }: { db: Database; keyring: Keyring; sandbox: boolean; now: Date },
): Promise<void> {
  const refuse = (why: keyof typeof refusedFactor) =>
    new Problem(401, 'The second factor is missing', [{ field: 'code', ...refusedFactor[why] }]);
  if (reviewer.totpSecret === null) {
    if (sandbox) return;
    throw refuse('enrolment');
  }
  if (!code?.trim()) throw refuse('required');
  if (!(await useSecondFactor(db, reviewer, { code, keyring, now }))) throw refuse('wrong');
}

const required = [
  { field: 'email', code: 'review.signIn.email.required' },
  { field: 'password', code: 'review.signIn.password.required' },
] as const;

const reviewerOnWire = ({ id, name, email, role }: Reviewer) => ({ id, name, email, role });
