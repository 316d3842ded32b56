/** Authenticates callers: each operation names its caller in the contract. */
import type { Context } from 'hono';
import { loanAccessCode } from '../../domain/loan/loan-access.ts';
import { type ApiKey, secretKeyPrefix } from '../partners/api-keys.ts';
import { findLoanOfCustomer } from '../customers/own-loan.ts';
import { type Customer, findCustomerSession } from '../customers/sessions.ts';
import type { Caller, Operation } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { PartnerCaller } from '../partners/partners.ts';
import type { BaseContext, Services } from './handler.ts';
import { loanErased, Problem, sessionEnded } from '../http/problem.ts';
import { sessionCookie, sessionTokenIn } from '../staff/cookie.ts';
import { findSession, type Session } from '../staff/sessions.ts';
import type { LoanRecord } from '../loans/record.ts';
import type { SignedEvent } from './webhook-signature.ts';
import { findLoanByToken, type LoanRow } from '../loans/tokens.ts';

type Call = Context<HonoEnv>;

/** The known data of a caller, which grows during authentication. */
export type Principal = {
  key?: ApiKey;
  staff?: Session;
  loan?: LoanRow;
  record?: LoanRecord;
  event?: SignedEvent;
  customer?: Customer;
  partner?: PartnerCaller;
  /** The id of the customer's session on this device. */
  sessionId?: string;
};

/** @throws Problem 401 for an unknown caller, 403 for another caller */
export const authenticate: Record<
  Caller,
  (call: Call, base: BaseContext, operation: Operation) => Promise<Principal>
> = {
  key: async (call, base, { policy }) =>
    hasBearer(call)
      ? findCustomer(call, base)
      : { key: await findKey(call, base, { acceptsRevoked: policy.acceptsRevokedKey }) },
  loan: async (call, base) =>
    hasBearer(call) ? findCustomer(call, base) : { key: await findKey(call, base, { acceptsRevoked: true }) },
  async staff(call, base, { unattended, policy }) {
    const staff = await findStaff(call, base, { isUse: !unattended });
    if (!policy.roles.includes(staff.reviewer.role)) throw new Problem(403, 'Your role does not allow this');
    return { staff };
  },
  async visitor(call) {
    if (!isMarked(call, 'STAFF')) throw new Problem(401, 'x-auth-type: STAFF is needed');
    return {};
  },
  // Known by the signature of its body, once that is read.
  webhook: async () => ({}),
  customer: async (call, base) => findCustomer(call, base),
  partner: async (call, base, { policy }) => ({ partner: await findPartner(call, base, policy) }),
  anyone: async () => ({}),
};

/**
 * @throws Problem 404 where the token does not open this loan, or the customer does not own it, and the same where there
 *   is no such loan; 410 where the token is the loan's, and the loan was erased
 */
export async function loanOfCaller(
  call: Call,
  { db, clock }: Services,
  { key, customer }: Principal,
  loanId: unknown,
): Promise<{ loan: LoanRow; record: LoanRecord }> {
  const token = call.req.header('x-loan-token');
  const find = async (id: string): Promise<LoanRecord | undefined> => {
    if (customer) return findLoanOfCustomer(db, { loanId: id, customerId: customer.id });
    return token && key
      ? findLoanByToken(db, { loanId: id, partnerId: key.partnerId, token, now: clock.now() })
      : undefined;
  };
  const record = typeof loanId === 'string' ? await find(loanId) : undefined;
  if (!record) {
    const error = { field: '', code: loanAccessCode, message: 'needs a token of this loan' };
    throw new Problem(404, 'Not found', [error]);
  }
  if (record.row.erasedAt) throw loanErased();
  return { loan: record.row, record };
}

/** Returns whether a refusal says that the credentials were wrong. */
export const isFailedAuthentication = (error: unknown): boolean =>
  error instanceof Problem &&
  ([401, 403].includes(error.status) || error.errors?.[0]?.code === loanAccessCode);

const isMarked = (call: Call, marker: 'API' | 'STAFF') => call.req.header('x-auth-type') === marker;

async function findKey(
  call: Call,
  { apiKeys }: Services,
  { acceptsRevoked }: { acceptsRevoked: boolean },
): Promise<ApiKey> {
  const secret = call.req.header('authorization');
  const isKey = secret && isMarked(call, 'API');
  const key = isKey ? await apiKeys.find(secret, { acceptsRevoked }) : undefined;
  if (!key) throw new Problem(401, 'An API key in the authorization header and x-auth-type: API are needed');
  return key;
}

const bearer = /^bearer(?: +(\S+))?$/i;

const bearerToken = (call: Call): string | undefined =>
  hasBearer(call) ? bearer.exec(call.req.header('authorization') ?? '')?.[1] : undefined;

/** Says whether the authorization header has an access token (decision 1); what has a marker is a key. */
const hasBearer = (call: Call): boolean =>
  bearer.test(call.req.header('authorization') ?? '') && call.req.header('x-auth-type') === undefined;

/** A secret key with the scope, or a member of the partner where the operation takes members (decision 129). */
async function findPartner(
  call: Call,
  base: BaseContext,
  { scope, acceptsMembers }: Operation['policy'],
): Promise<PartnerCaller> {
  const token = bearerToken(call);
  if (!token?.startsWith(secretKeyPrefix)) {
    const { customer } = await findCustomer(call, base);
    if (!acceptsMembers || !customer?.partnerId) {
      throw new Problem(403, 'A secret key of a partner, or a member of it where those may, is needed');
    }
    return { id: customer.partnerId, test: null, memberId: customer.id };
  }
  const key = await base.apiKeys.findSecret(token);
  if (!key) throw new Problem(401, 'A secret key that is in force is needed');
  if (scope === null || !key.scopes.includes(scope)) {
    throw new Problem(403, `The key needs the scope ${scope}`);
  }
  return { id: key.partnerId, test: key.test, key };
}

/** The customer, who acts with the key of the house partner where an operation asks for one. */
async function findCustomer(call: Call, { db, clock }: Services): Promise<Principal> {
  const token = bearerToken(call);
  const found = token && (await findCustomerSession(db, token, clock.now()));
  if (!found) throw sessionEnded();
  return found;
}

/** The marker is a header that no other site's page can send, so a cookie alone does nothing. */
async function findStaff(call: Call, base: BaseContext, { isUse }: { isUse: boolean }): Promise<Session> {
  if (isMarked(call, 'API')) {
    await findKey(call, base, { acceptsRevoked: false });
    throw new Problem(403, "An applicant's key does not open the desk");
  }
  const token = sessionTokenIn(call.req.header('cookie'));
  const opened = token && isMarked(call, 'STAFF') ? await findSession(base, token, isUse) : undefined;
  if (!opened) throw new Problem(401, 'A session of a reviewer and x-auth-type: STAFF are needed');
  if (opened.renewed) base.answerHeaders.append('set-cookie', sessionCookie(base.config, opened.renewed));
  return opened.session;
}
