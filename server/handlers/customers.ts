/** Customers sign in by a one-time password, and look after their sessions and their profile. */
import { mobileForm, nomineeForm, profileForm } from '../../domain/forms/account.ts';
import { checkWire } from '../../domain/values/check.ts';
import { cleanMobile } from '../../domain/values/clean.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { CustomerSession, Device } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import { birthDateRefusal } from '../customers/otp.ts';
import { deviceName } from '../customers/device.ts';
import { readNominee, saveNominee } from '../customers/nominee.ts';
import {
  formerNumberTarget,
  nextNumberTarget,
  requireDeliverable,
  sendOtp,
  signInTarget,
  verifyCustomerOtp,
} from '../customers/otp.ts';
import { findOrCreateCustomer, profileOf, updateCustomer } from '../customers/profile.ts';
import {
  accessValidMs,
  type Customer,
  endSession,
  endSessionOfToken,
  endSessions,
  listSessions,
  refreshTokens,
  type SessionTokens,
  startSession,
  idleMs,
} from '../customers/sessions.ts';
import { transaction } from '../db/open.ts';
import { isUniqueViolation } from '../db/unavailable.ts';
import type { BaseContext, Context, Handlers } from '../api/handler.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { eraseNumber } from '../retention/erase-customer.ts';
import { issuedOtp, markOtpUsed, lockVerifiedOtp, otpRefused } from '../otp/issue.ts';
import { customerPurpose } from '../otp/purposes.ts';
import { notFound, Problem, sessionEnded, refusal } from '../http/problem.ts';
import type { Config } from '../config/config.ts';
import { formatCookie, readCookie } from '../http/cookie.ts';

export const customerHandlers = {
  async requestOtp({ body }, context) {
    const mobile = readMobile(body.mobile, context);
    const message = { mobile, language: body.language ?? 'en', template: 'customer.signIn' } as const;
    await sendOtp(context, signInTarget(mobile), message);
    await requireDeliverable(context, message);
    return issuedOtp;
  },

  async signInCustomer({ body }, context) {
    const { db, clock, cookies, userAgent } = context;
    const mobile = readMobile(body.mobile, context);
    const verified = await verifyCustomerOtp(context, signInTarget(mobile), body);
    const former = refreshTokenIn(cookies);
    const signedIn = await transaction(db, async (tx) => {
      const now = clock.now();
      const row = await lockVerifiedOtp(tx, verified, now);
      if (!row) throw otpRefused(customerPurpose.expired);
      const customer = await findOrCreateCustomer(tx, { mobile, language: body.language ?? 'en', now });
      const refusal = await birthDateRefusal(tx, row, { customerId: customer.id, dob: body.dob });
      if (refusal) return refusal;
      await markOtpUsed(tx, row);
      if (former) await endSessionOfToken(tx, former);
      const device = deviceName(userAgent);
      return { customer, tokens: await startSession(tx, { customerId: customer.id, device, now }) };
    });
    if (signedIn instanceof Problem) throw signedIn;
    return sessionOnWire(signedIn, context);
  },

  async refreshSession(_, context) {
    const { db, clock, config, cookies, answerHeaders } = context;
    const token = refreshTokenIn(cookies);
    const refreshed = token && (await refreshTokens(db, token, clock.now()));
    if (refreshed) return sessionOnWire(refreshed, context);
    if (token) answerHeaders.append('set-cookie', refreshCookie(config, null));
    throw sessionEnded();
  },

  async signOutCustomer(_, { db, config, cookies, answerHeaders }) {
    const token = refreshTokenIn(cookies);
    if (!token) return null;
    await endSessionOfToken(db, token);
    answerHeaders.append('set-cookie', refreshCookie(config, null));
    return null;
  },

  listSessions: async (_, context) => devicesOf(context),

  async endSession({ path: { id } }, { db, customer }) {
    if (!(await endSession(db, { id, customerId: customer.id }))) throw notFound();
    return null;
  },

  async endSessions(_, { db, config, customer, answerHeaders }) {
    await endSessions(db, customer.id);
    answerHeaders.append('set-cookie', refreshCookie(config, null));
    return null;
  },

  readProfile: async (_, { customer }) => profileOf(customer),

  async saveProfile({ body }, { db, clock, adapters, customer }) {
    const wire = { name: body.name.trim(), email: body.email.trim() };
    refuseIssues(checkWire(profileForm, wire, { today: todayInIndia(clock.now()) }));
    if (wire.email !== customer.email && !(await adapters.email.reaches(wire.email))) {
      const error = { field: 'email', code: 'account.error.emailInvalid', message: 'no mail can reach it' };
      throw refusal(400, 'refusal.email', 'Invalid Email', [error]);
    }
    const language = body.language ?? customer.language;
    const saved = await updateCustomer(db, customer.id, { ...wire, language });
    return profileOf(saved);
  },

  readNominee: async (_, { db, customer }) => readNominee(db, customer.id),

  async saveNominee({ body: { nominee } }, { db, clock, customer }) {
    const now = clock.now();
    const saved = nominee && {
      name: nominee.name.trim(),
      relation: nominee.relation,
      mobile: cleanMobile(nominee.mobile),
    };
    if (saved) refuseIssues(checkWire(nomineeForm, saved, { today: todayInIndia(now) }));
    await saveNominee(db, customer.id, saved, now);
    return saved;
  },

  async requestMobileChange({ body }, context) {
    const { customer } = context;
    const mobile = readNextMobile(body.mobile, context);
    const { language, mobile: former } = customer;
    const message = { mobile, language, template: 'customer.mobileChange' } as const;
    await sendOtp(context, formerNumberTarget(customer.id), { ...message, mobile: former });
    await sendOtp(context, nextNumberTarget(customer.id, mobile), message);
    await requireDeliverable(context, message);
    return issuedOtp;
  },

  async changeMobile({ body }, context) {
    const { db, clock, customer, sessionId } = context;
    const mobile = readNextMobile(body.mobile, context);
    const verified = [
      await verifyCustomerOtp(context, formerNumberTarget(customer.id), body),
      await verifyCustomerOtp(context, nextNumberTarget(customer.id, mobile), {
        otp: body.new_otp,
        field: 'new_otp',
      }),
    ];
    const changed = await transaction(db, async (tx) => {
      const now = clock.now();
      const rows = [];
      for (const one of verified) {
        const row = await lockVerifiedOtp(tx, one, now);
        if (!row) throw otpRefused(customerPurpose.expired);
        rows.push(row);
      }
      const refusal =
        rows[0] && (await birthDateRefusal(tx, rows[0], { customerId: customer.id, dob: body.dob }));
      if (refusal) return refusal;
      for (const row of rows) await markOtpUsed(tx, row);
      await endSessions(tx, customer.id, sessionId);
      await eraseNumber(tx, customer.mobile);
      return updateCustomer(tx, customer.id, { mobile });
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? numberTaken() : error;
    });
    if (changed instanceof Problem) throw changed;
    return profileOf(changed);
  },
} satisfies Partial<Handlers>;

/** Returns the sessions of the customer who asks. */
export async function devicesOf(context: Context<'listSessions'>): Promise<Device[]> {
  const { db, clock, customer, sessionId } = context;
  const rows = await listSessions(db, customer.id, clock.now());
  return rows.map(({ id, device, signedInAt, lastUsedAt }) =>
    onWire({ id, device, signedInAt, lastUsedAt, current: id === sessionId }),
  );
}

type Needs = Pick<BaseContext, 'clock'>;

/** @throws Problem 400 at `mobile` */
function readMobile(typed: string, { clock }: Needs): string {
  const mobile = cleanMobile(typed);
  refuseIssues(checkWire(mobileForm, { mobile }, { today: todayInIndia(clock.now()) }));
  return mobile;
}

/** @throws Problem 400 at `mobile`, also where it is the number that the customer has */
function readNextMobile(typed: string, { clock, customer }: Needs & { customer: Customer }): string {
  const mobile = readMobile(typed, { clock });
  if (mobile === customer.mobile) {
    const error = { field: 'mobile', code: 'account.error.mobileInvalid', message: 'is the present number' };
    throw refusal(400, 'refusal.numberPresent', 'This is the present number', [error]);
  }
  return mobile;
}

/** The refusal may reveal the account, since the caller has entered the passwords of both numbers. */
const numberTaken = (): Problem =>
  refusal(409, 'refusal.numberTaken', 'Another account has this number', [
    { field: 'mobile', code: 'account.error.mobileInvalid', message: 'has an account of its own' },
  ]);

/** The session for the page; its refresh token goes into the cookie. */
function sessionOnWire(
  { customer, tokens }: { customer: Customer; tokens: SessionTokens },
  { config, answerHeaders }: Pick<BaseContext, 'config' | 'answerHeaders'>,
): CustomerSession {
  answerHeaders.append('set-cookie', refreshCookie(config, tokens.refresh));
  return {
    access_token: tokens.access,
    expires_in: accessValidMs / 1000,
    profile: profileOf(customer),
  };
}

/** The cookie that holds a customer's refresh token. */
const cookieName = 'feepath_customer';

/** The path of the calls about this device's session, which alone carry the cookie. */
const cookiePath = '/dev/api/customer/session';

const refreshTokenIn = (header: string | undefined): string | undefined => readCookie(header, cookieName);

/** The Set-Cookie header that gives the browser a refresh token, or takes it away (null). */
const refreshCookie = (site: Pick<Config, 'publicUrl'>, token: string | null): string =>
  formatCookie(site, {
    ...{ name: cookieName, value: token ?? '', path: cookiePath },
    maxAge: token === null ? 0 : idleMs / 1000,
  });
