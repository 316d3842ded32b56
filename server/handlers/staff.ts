/** Reviewers sign in and out. */
import type { Handlers } from '../handler.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { Problem } from '../problem.ts';
import { resetAttempts, countAttempt } from '../staff/attempts.ts';
import { deviceCookie, deviceTokenIn, sessionCookie } from '../staff/cookie.ts';
import { findDevice, registerDevice } from '../staff/devices.ts';
import { verifyPassword } from '../staff/passwords.ts';
import { findReviewer, normalizeEmail } from '../staff/reviewers.ts';
import { endSession, type Reviewer, startSession } from '../staff/sessions.ts';

export const staffHandlers = {
  currentReviewer: async (_, { staff }) => ({ success: true, result: reviewerOnWire(staff.reviewer) }),

  /** Answers the same, and as slowly, whether the address is nobody's or the password is wrong. */
  async signIn({ body }, { db, clock, config, cookies, answerHeaders }) {
    refuseIssues(required.filter(({ field }) => !body[field].trim()));
    const email = normalizeEmail(body.email);
    const device = await findDevice(db, { token: deviceTokenIn(cookies), email, now: clock.now() });
    const attempted = { email, device };
    const wait = await countAttempt(db, attempted, clock.now());
    if (wait > 0) {
      throw new Problem(429, 'Too many wrong tries', undefined, { headers: { 'retry-after': String(wait) } });
    }
    const reviewer = await findReviewer(db, email, config.sandbox);
    const isCorrect = await verifyPassword(body.password, reviewer?.passwordHash);
    const token = reviewer && isCorrect ? await startSession(db, reviewer, clock.now()) : undefined;
    if (!reviewer || !token) throw new Problem(401, 'The address or the password is wrong');
    await resetAttempts(db, attempted, clock.now());
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

const required = [
  { field: 'email', code: 'review.signIn.email.required' },
  { field: 'password', code: 'review.signIn.password.required' },
] as const;

const reviewerOnWire = ({ id, name, email, role }: Reviewer) => ({ id, name, email, role });
