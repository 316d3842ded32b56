/** Reviewers accept an invitation, sign in and out, and change the own password and authenticator app. */
import { sleep } from '../platform/timers.ts';
import type { Issue } from '../../domain/values/check.ts';
import type { PresentCredentials } from '../../domain/values/wire.ts';
import { newPasswordIssue } from '../../domain/forms/staff-password.ts';
import type { BaseContext, Handlers } from '../api/handler.ts';
import { brokenRules, refuseIssues } from '../loans/refusals.ts';
import { Problem } from '../http/problem.ts';
import { type Attempted, resetAttempts, countAttempt } from '../staff/attempts.ts';
import { deviceCookie, deviceTokenIn, sessionCookie } from '../staff/cookie.ts';
import { findDevice, registerDevice } from '../staff/devices.ts';
import {
  acceptInvitation,
  findInvited,
  inviteToReplaceApp,
  matchInvitedCode,
  needsPassword,
  readInvitedSecret,
} from '../staff/invitations.ts';
import { verifyPassword } from '../staff/passwords.ts';
import { changeOwnPassword, findReviewer, normalizeEmail } from '../staff/reviewers.ts';
import { useSecondFactor } from '../staff/second-factor.ts';
import { endSession, type Reviewer, startSession } from '../staff/sessions.ts';
import { totpUri } from '../staff/totp.ts';

type Needs = Pick<
  BaseContext,
  'db' | 'clock' | 'config' | 'keyring' | 'client' | 'cookies' | 'answerHeaders'
>;

export const staffHandlers = {
  currentReviewer: async (_, { staff }) => reviewerOnWire(staff.reviewer),

  /** Responds the same, and as slowly, to an unknown address as to a wrong password. */
  async signIn({ body }, context) {
    const { db, clock, config } = context;
    refuseIssues(required.filter(({ field }) => !body[field].trim()));
    const email = normalizeEmail(body.email);
    const attempted = await attemptPassword(email, context);
    const reviewer = await findReviewer(db, email, config.sandbox);
    const isCorrect = await verifyPassword(body.password, reviewer?.passwordHash);
    if (!reviewer || !isCorrect) throw new Problem(401, 'The address or the password is wrong');
    const issue = await secondFactorIssue(reviewer, body.code, context);
    if (issue) {
      const { errors } = brokenRules([issue]);
      throw new Problem(401, 'The second factor is missing', errors);
    }
    const token = await startSession(db, reviewer, clock.now());
    if (!token) throw new Problem(401, 'The address or the password is wrong');
    await resetAttempts(db, attempted);
    await setCookies(token, { reviewer, device: attempted.device }, context);
    return reviewerOnWire(reviewer);
  },

  async signOut(_, { staff, db, config, answerHeaders }) {
    await endSession(db, staff);
    answerHeaders.set('set-cookie', sessionCookie(config, null));
    return null;
  },

  async readInvitation({ body }, { db, clock, config, keyring }) {
    const now = clock.now();
    const invited = await findInvited(db, body.token, { sandbox: config.sandbox, now });
    const secret = invited && (await readInvitedSecret(db, invited, { keyring, now }));
    if (!invited || secret === undefined) throw invitationExpired();
    const { name, email } = invited;
    return {
      ...{ name, email, secret, uri: totpUri(secret, email) },
      needs_password: needsPassword(invited),
    };
  },

  async acceptInvitation({ body }, context) {
    const { db, clock, config, keyring } = context;
    const now = clock.now();
    const invited = await findInvited(db, body.token, { sandbox: config.sandbox, now });
    if (!invited) throw invitationExpired();
    const password = needsPassword(invited) ? (body.password ?? '') : undefined;
    if (password !== undefined) refuseIssues(newPasswordIssues('password', password, invited));
    const totpStep = matchInvitedCode(invited, { code: body.code, keyring, now });
    if (totpStep === undefined) throw brokenRules([codeIssues.wrong]);
    const accepted = await acceptInvitation(db, invited, { password, totpStep, now });
    const token = accepted && (await startSession(db, accepted.reviewer, now));
    if (!token) throw invitationExpired();
    const device = await findDeviceOf(invited.email, context);
    await setCookies(token, { reviewer: accepted.reviewer, device }, context);
    return { recovery_codes: accepted.recoveryCodes };
  },

  async changePassword({ body }, context) {
    const { db, clock, staff } = context;
    refuseIssues([
      ...presentPasswordIssues(body.password),
      ...newPasswordIssues('new_password', body.new_password, staff.reviewer),
    ]);
    const attempted = await verifyCredentials(staff.reviewer, body, context);
    const change = { password: body.new_password, now: clock.now() };
    if (!(await changeOwnPassword(db, staff, change))) throw new Problem(401, 'The session has ended');
    await resetAttempts(db, attempted);
    return null;
  },

  async replaceSecondFactor({ body }, context) {
    const { db, clock, staff } = context;
    refuseIssues(presentPasswordIssues(body.password));
    const attempted = await verifyCredentials(staff.reviewer, body, context);
    const invitation = await inviteToReplaceApp(db, staff.reviewer, clock.now());
    if (!invitation) throw new Problem(401, 'The session has ended');
    await resetAttempts(db, attempted);
    return { token: invitation.token };
  },
} satisfies Partial<Handlers>;

const invitationExpired = (): Problem =>
  new Problem(404, 'The invitation is unknown, was used or has expired', [
    { field: 'token', code: 'review.invitation.expired', message: 'opens no invitation' },
  ]);

/**
 * Counts a try of a password as failed; `resetAttempts` takes it back when the password was right.
 * @throws Problem 429 while no more tries are taken
 */
async function attemptPassword(email: string, context: Needs): Promise<Attempted> {
  const { db, clock, client } = context;
  const attempted = { email, client, device: await findDeviceOf(email, context) };
  const { waitSeconds, delayMs } = await countAttempt(db, attempted, clock.now());
  if (waitSeconds > 0) {
    const headers = { 'retry-after': String(waitSeconds) };
    throw new Problem(429, 'Too many wrong tries', undefined, { headers });
  }
  await sleep(delayMs);
  return attempted;
}

/**
 * Verifies the password and code of a signed-in reviewer, since a stolen session knows neither. Tries count like those
 * of the sign-in.
 * @throws Problem 400 at the field that is wrong, 429 while no more tries are taken
 */
async function verifyCredentials(
  reviewer: Reviewer,
  { password, code }: PresentCredentials,
  context: Needs,
): Promise<Attempted> {
  const attempted = await attemptPassword(reviewer.email, context);
  if (!(await verifyPassword(password, reviewer.passwordHash))) {
    throw brokenRules([{ field: 'password', code: 'review.password.wrong' }]);
  }
  const issue = await secondFactorIssue(reviewer, code, context);
  if (issue) throw brokenRules([issue]);
  return attempted;
}

const presentPasswordIssues = (password: string): Issue[] =>
  password.trim() ? [] : [{ field: 'password', code: 'review.signIn.password.required' }];

const findDeviceOf = (email: string, { db, clock, cookies }: Needs): Promise<string | undefined> =>
  findDevice(db, { token: deviceTokenIn(cookies), email, now: clock.now() });

/** The cookies of a session that has started; a device that is not known yet is registered. */
async function setCookies(
  token: string,
  { reviewer, device }: { reviewer: Reviewer; device: string | undefined },
  { db, clock, config, answerHeaders }: Needs,
): Promise<void> {
  answerHeaders.append('set-cookie', sessionCookie(config, token));
  if (device !== undefined) return;
  const deviceToken = await registerDevice(db, reviewer.id, clock.now());
  answerHeaders.append('set-cookie', deviceCookie(config, deviceToken));
}

/** The issues of a second factor after a correct password. */
const codeIssues = {
  enrolment: { field: 'code', code: 'review.signIn.enrolment' },
  required: { field: 'code', code: 'review.signIn.code.required' },
  wrong: { field: 'code', code: 'review.signIn.code.wrong' },
} as const satisfies Record<string, Issue>;

/** Returns the issue of the second factor; outside the sandbox all reviewers need one. */
async function secondFactorIssue(
  reviewer: Reviewer,
  code: string | undefined,
  { db, config, keyring, clock }: Needs,
): Promise<Issue | undefined> {
  if (reviewer.totpSecret === null) return config.sandbox ? undefined : codeIssues.enrolment;
  if (!code?.trim()) return codeIssues.required;
  const isUsed = await useSecondFactor(db, reviewer, { code, keyring, now: clock.now() });
  return isUsed ? undefined : codeIssues.wrong;
}

function newPasswordIssues(field: string, password: string, { email }: Reviewer): Issue[] {
  const code = newPasswordIssue(password, email);
  return code === undefined ? [] : [{ field, code }];
}

const required = [
  { field: 'email', code: 'review.signIn.email.required' },
  { field: 'password', code: 'review.signIn.password.required' },
] as const;

const reviewerOnWire = ({ id, name, email, role, totpSecret }: Reviewer) => ({
  ...{ id, name, email, role },
  has_second_factor: totpSecret !== null,
});
