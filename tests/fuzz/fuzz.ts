/** The requests of a fuzz run, and the checks of their responses. */
import { demoPartnerId } from '../../server/partners/api-keys.ts';
import { demoKey, demoSecretKey } from '../../server/sandbox/demo-key.ts';
import { loadContract, type Operation } from '../../server/contract/contract.ts';
import { sandboxWebhookSecret } from '../../server/config/config.ts';
import { signatureHeaders } from '../../server/http/standard-webhooks.ts';
import { apiBase } from '../../server/api/mount.ts';
import { createChecks } from '../../server/contract/validate.ts';
import { type KnownLoan, passwordOperations, validCalls } from './fixtures.ts';
import { claimedMobile } from './journeys/customer.ts';
import { walkJourneys } from './journeys/walk.ts';
import { prepareLoans, submitApplication } from './prepare.ts';
import type { Loan } from '../../domain/values/wire.ts';
import { createRandom, type Random } from './random.ts';
import { customerMobile, openSession, readPasswords, type Session } from './session.ts';
import { createValueMaker, hostileBodies, hostileTexts, spoil, uuid } from './values.ts';

export type Findings = {
  statuses: Map<number, number>;
  serverErrors: string[];
  badShapes: string[];
  /** Operations that never succeeded: what lies behind their checks was not reached. */
  uncalled: string[];
};

type Request = {
  operation: Operation | undefined;
  loan?: KnownLoan;
  method: string;
  path: string;
  init: RequestInit;
};

/** The number of calls at once that a small server may meet. */
const concurrency = 12;

/** Addresses beside the contract's, whose answers need no shape. */
const pages = [
  '/',
  '/loan/%00',
  '/%',
  '/review',
  '/sandbox/lender/%00',
  '/sandbox/lender/x',
  '/storage/x',
  '/readyz',
];

/** @param admin runs a command of `npm run admin` and returns its output */
export async function fuzz({
  url,
  calls,
  seed,
  admin,
}: {
  url: string;
  calls: number;
  seed: number;
  admin: (...command: string[]) => Promise<string>;
}): Promise<Findings> {
  const random = createRandom(seed);
  const contract = loadContract();
  const checkOf = createChecks(contract);
  const makeValue = createValueMaker(contract);
  const problem = contract.operations[0]?.replies.get(400);
  const findings: Findings = {
    ...{ statuses: new Map(), serverErrors: [], badShapes: [], uncalled: [] },
  };
  const succeeded = new Set<string>();
  const loans: KnownLoan[] = [];
  const session = await openSession(url);
  const [prepared, claimable, invited] = await Promise.all([
    prepareLoans(url),
    submitApplication(url, claimedMobile),
    admin('create-reviewer', 'invited@feepath.example', '--name', 'Latha R'),
    admin('add-partner-member', customerMobile, '--partner', demoPartnerId),
  ]);
  const invitation = /#([\w-]{43})$/m.exec(invited)?.[1] ?? '';
  await walkJourneys({ url, session, prepared, claimable, invitation, note: (id) => succeeded.add(id) });

  const requestOf = async (): Promise<Request> => {
    if (random.percent(1)) {
      return { operation: undefined, method: 'GET', path: random.pick(pages), init: { redirect: 'manual' } };
    }
    const operation = random.pick(contract.operations);
    if (passwordOperations.includes(operation.id)) session.passwords = await readPasswords(url);
    const known = random.percent(20) || loans.length === 0 ? prepared : loans;
    return createRequest({ operation, random, makeValue, loans: known, session });
  };

  const send = async () => {
    const { operation, loan, method, path, init } = await requestOf();
    const about = `${method} ${path.slice(0, 200)} ${String(init.body ?? '').slice(0, 300)}`;
    const answer = await fetch(url + path, { ...init, method }).catch((error: unknown) => error as Error);
    if (answer instanceof Error) {
      findings.badShapes.push(`${about}: ${String(answer.cause ?? answer)}`);
      return;
    }
    const text = await answer.text();
    findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500) findings.serverErrors.push(`${answer.status} ${about}: ${text.slice(0, 300)}`);
    if (!operation) return;
    const schema = [404, 405].includes(answer.status) ? problem : operation.replies.get(answer.status);
    const faults = schema ? checkOf(schema)(parse(text)) : [{ field: '', message: 'is not in the contract' }];
    if (faults.length > 0) findings.badShapes.push(`${answer.status} ${about}: ${JSON.stringify(faults[0])}`);
    if (answer.status !== 200) return;
    succeeded.add(operation.id);
    learn(operation, parse(text), answer, { loan, loans, session, sent: parse(String(init.body)) });
  };

  let sent = 0;
  const work = async () => {
    while (sent < calls) {
      sent += 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  findings.uncalled = contract.operations.map(({ id }) => id).filter((id) => !succeeded.has(id));
  return findings;
}

type Known = { loans: KnownLoan[]; session: Session };

/** Keeps what later calls need. */
function learn(
  { id }: Operation,
  body: unknown,
  answer: Response,
  { loan, loans, session, sent }: Known & { loan: KnownLoan | undefined; sent: unknown },
): void {
  const { result } = body as { result?: unknown };
  const { phone, mobile } = (sent ?? {}) as { phone?: unknown; mobile?: unknown };
  const { loan_id, access_token, version } = (result ?? {}) as Record<string, unknown>;
  if (typeof loan_id === 'string' && typeof access_token === 'string') {
    if (loans.length > 300) loans.splice(0, 100);
    // Re-entry ends the tokens of before.
    if (loan?.id === loan_id) loan.token = access_token;
    else
      loans.push({ id: loan_id, token: access_token, ...(typeof phone === 'string' && { mobile: phone }) });
  }
  // An access token is good for a quarter of an hour.
  if (id === 'signInCustomer' && mobile === customerMobile) session.bearer = String(access_token);
  if (id === 'createMyLoan' && typeof loan_id === 'string') session.ownLoans.push(loan_id);
  if (loan && id === 'saveApplication') loan.saved = result as Loan;
  if (loan && id === 'getApplication' && typeof version === 'number') loan.version = version;
  if (id === 'listSessions') {
    const others = (result as { id: string; current: boolean }[]).filter(({ current }) => !current);
    session.sessionIds = others.map((one) => one.id);
  }
  for (const line of answer.headers.getSetCookie().filter((one) => !/Max-Age=0/i.test(one))) {
    const cookie = line.split(';')[0] ?? '';
    // The session of the customer who makes the calls is not to be signed out.
    if (cookie.startsWith('feepath_customer=') && mobile !== customerMobile) session.refreshCookie = cookie;
    // A renewed token replaces the present one; a token of another sign-in is kept to be signed out.
    if (cookie.startsWith('feepath_staff=')) session[id === 'signIn' ? 'spareCookie' : 'cookie'] = cookie;
  }
}

function createRequest({
  operation,
  random,
  makeValue,
  loans,
  session,
}: {
  operation: Operation;
  random: Random;
  makeValue: ReturnType<typeof createValueMaker>;
} & Known): Request {
  const loan = loans.length > 0 ? random.pick(loans) : { id: uuid(random), token: 'none' };
  const isHostile = random.percent(12);
  const valid = random.percent(50) ? validCalls[operation.id]?.(loan, random, session) : undefined;
  const valueOf = (parameter: Operation['parameters'][number]): string => {
    if (isHostile && random.percent(50)) return random.pick(hostileTexts);
    const given: unknown = valid?.path?.[parameter.name] ?? valid?.header?.[parameter.name];
    if (given !== undefined) return String(given);
    if (parameter.name === 'id' && operation.caller !== 'key') return loan.id;
    return String(makeValue(parameter.schema, random));
  };
  let path = apiBase + operation.path;
  const query: string[] = [];
  const headers = new Headers(credentialsOf(operation, loan, session, random));
  for (const parameter of operation.parameters) {
    if (!parameter.required && random.percent(70)) continue;
    const value = valueOf(parameter);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encode(value, random));
    if (parameter.in === 'query') query.push(`${parameter.name}=${encode(value, random)}`);
    if (parameter.in === 'header') headers.set(parameter.name, value.replace(/[^\x20-\x7e]/g, '?'));
  }
  if (random.percent(2)) query.push(`${encode(random.pick(hostileTexts), random)}=1`);
  if (query.length > 0) path += `?${query.join('&')}`;
  const init: RequestInit = { headers };
  if (operation.body && !random.percent(1)) {
    headers.set(
      'content-type',
      random.percent(2) ? random.pick(['text/plain', 'x', 'application/xml']) : 'application/json',
    );
    const value = valid?.body ?? makeValue(operation.body, random);
    init.body = random.percent(5)
      ? random.pick(hostileBodies)
      : JSON.stringify(random.percent(35) ? spoil(value, random) : value);
  }
  if (operation.caller === 'webhook' && !random.percent(5)) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const body = Buffer.from(String(init.body ?? ''));
    const signed = signatureHeaders([sandboxWebhookSecret], { eventId: uuid(random), timestamp, body });
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
  }
  const method = random.percent(1) ? random.pick(['PATCH', 'OPTIONS', 'PROPFIND']) : operation.method;
  return { operation, loan, method: method.toUpperCase(), path, init };
}

function credentialsOf(
  { caller, id }: Operation,
  loan: KnownLoan,
  { cookie, bearer, spareCookie, refreshCookie }: Session,
  random: Random,
): Record<string, string> {
  if (random.percent(2)) return {};
  const isStaff = caller === 'staff' || caller === 'visitor';
  if (isStaff) return { 'x-auth-type': 'STAFF', cookie: id === 'signOut' ? spareCookie : cookie };
  if (caller === 'anyone') return { cookie: refreshCookie };
  if (caller === 'partner') return { authorization: `Bearer ${demoSecretKey}` };
  const isCustomer = caller === 'customer' || random.percent(10);
  // The session is for the whole run.
  if (isCustomer && id !== 'endSessions') return { authorization: `Bearer ${bearer}` };
  const token = random.percent(3) ? random.pick(['', 'wrong', 'x'.repeat(3000)]) : loan.token;
  return { authorization: demoKey, 'x-auth-type': 'API', 'x-loan-token': token };
}

/** Percent-encoded as it should be, or now and then as it should not. */
const encode = (text: string, random: Random): string =>
  random.percent(3)
    ? text.replace(/[^\w%.~-]/g, '')
    : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
