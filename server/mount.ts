/**
 * Mounts every operation of openapi/ on its handler. Before a handler runs, the caller is known, counted and let in,
 * and the request fits the contract; after it, the reply is held against the contract where `config.checkReplies`.
 */
import { randomUUID } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { loanAccessCode } from '../domain/loan-access.ts';
import { operations } from '../openapi/operations.ts';
import { isUnstorable, readBody } from './body.ts';
import { type Caller, loadContract, type Operation } from './contract.ts';
import type { ServerEnv } from './env.ts';
import type { BaseContext, Handlers, Services } from './handler.ts';
import { isDatabaseUnavailable, retryAfterSeconds } from './db/unavailable.ts';
import { type ApiKey, findApiKey } from './api-keys.ts';
import { clientGroup, createLimiter, type Limiter } from './limiter.ts';
import { codeOf, errorFields } from './log.ts';
import { notFound, Problem, shapeError, wrongShape } from './problem.ts';
import { sessionCookie, sessionTokenIn } from './staff/cookie.ts';
import { findSession, type Session } from './staff/sessions.ts';
import { type LoanRow, findLoanByToken } from './tokens.ts';
import { type Check, createChecks } from './validate.ts';

export const apiBase = '/dev/api';

type Call = HonoContext<ServerEnv>;

/** An operation with the checks of its schemas. */
type Mounted = {
  operation: Operation;
  parameters: (Operation['parameters'][number] & { check: Check })[];
  checkBody: Check | undefined;
  checkReply: Map<number, Check>;
  limiter: Limiter | undefined;
};

/** @throws Error where the contract and the handlers do not belong together */
export function mountApi(services: Services, handlers: Handlers): Hono<ServerEnv> {
  const contract = loadContract();
  const checkOf = createChecks(contract);
  const limiters = createLimiters(services);
  const app = new Hono<ServerEnv>();
  const allowed = new Map<string, string[]>();

  for (const operation of contract.operations) {
    requireAgreement(operation, handlers);
    const mounted: Mounted = {
      operation,
      parameters: operation.parameters.map((one) => ({ ...one, check: checkOf(one.schema) })),
      checkBody: operation.body && checkOf(operation.body),
      checkReply: new Map([...operation.replies].map(([status, at]) => [status, checkOf(at)])),
      limiter: limiterOf(operation, limiters),
    };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    allowed.set(path, [...(allowed.get(path) ?? []), operation.method.toUpperCase()]);
    const run = (call: Call) => answer(call, mounted, services, handlers);
    app.on(operation.method, path, (call) =>
      services.faults ? services.faults.around(operation.id, call, () => run(call)) : run(call),
    );
  }
  for (const [path, names] of allowed) {
    app.all(path, (call) => {
      const problem = new Problem(405, 'This address does not take this method', undefined, {
        headers: { allow: names.join(', ') },
      });
      return reply(call, problem.status, problem, problem.extra.headers);
    });
  }
  app.notFound((call) => reply(call, 404, notFound('There is nothing at this address')));
  app.onError((error, call) => {
    services.log.error('request failed', errorFields(error));
    return reply(call, 500, failure());
  });
  return app;
}

async function answer(
  call: Call,
  mounted: Mounted,
  services: Services,
  handlers: Handlers,
): Promise<Response> {
  const { operation, checkReply } = mounted;
  const { log, config } = services;
  const requestId = randomUUID();
  const started = performance.now();
  let status = 200;
  let body: unknown;
  let headers: Record<string, string> = { 'x-request-id': requestId };
  const cookies = call.req.header('cookie');
  const base: BaseContext = { ...services, requestId, cookies, answerHeaders: new Headers() };
  try {
    const { request, context } = await admit(call, mounted, base);
    // `admit` has held the request against the schemas that these parameter types are generated from.
    body = await handlers[operation.id](request as never, context as never);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status >= 500 && !(error instanceof Problem)) {
      log.error('handler failed', { op: operation.id, requestId, ...errorFields(error) });
    }
    status = problem.status;
    body = problem.toJSON();
    headers = { ...headers, ...problem.extra.headers };
  }
  if (config.checkReplies) {
    const faults = checkReply.get(status)?.(body) ?? [
      shapeError('', `status ${status} is not in the contract`),
    ];
    if (faults.length > 0) {
      const why = faults.map(({ field, message }) => `${field} ${message}`.trim());
      log.error('reply breaks the contract', { op: operation.id, status, requestId, why });
      status = 500;
      body = failure().toJSON();
    }
  }
  const ms = Math.round(performance.now() - started);
  log.info('answered', { op: operation.id, status, ms, requestId });
  if (status === 200 && operation.tag === 'masters') headers['cache-control'] = 'private, max-age=3600';
  const answered = reply(call, status, body, headers);
  for (const cookie of base.answerHeaders.getSetCookie()) answered.headers.append('set-cookie', cookie);
  return answered;
}

/** Everything between the wire and the handler, in the order in which a caller hears of it. */
async function admit(call: Call, mounted: Mounted, base: BaseContext) {
  const { operation, limiter } = mounted;
  const known = await identify[operation.caller](call, base, operation);
  const key = known.key;
  const wait = limiter?.take(`${key?.keyId ?? ''} ${clientGroup(clientAddress(call, base))}`) ?? 0;
  if (wait > 0) {
    throw new Problem(429, 'Too many calls', undefined, { headers: { 'retry-after': String(wait) } });
  }
  const { path, query, header } = readParameters(call, mounted);
  const loanId = operation.caller === 'loan' ? path.id : undefined;
  const early = typeof loanId === 'string' && key ? await openLoan(call, base, key.id, loanId) : undefined;
  const body = await readRequestBody(call, mounted);
  const isLate = operation.caller === 'loan' && !early && key;
  const loan = isLate ? await openLoan(call, base, key.id, loanIdIn(body)) : early;
  const context = { ...base, ...known, ...(loan && { loan }) };
  return { request: { path, query, header, body }, context };
}

type Known = { key?: ApiKey; staff?: Session };

/** @throws Problem 401 where nobody is known, 403 where it is somebody else */
const identify: Record<Caller, (call: Call, base: BaseContext, operation: Operation) => Promise<Known>> = {
  key: async (call, base) => ({ key: await authenticate(call, base) }),
  loan: async (call, base) => ({ key: await authenticate(call, base) }),
  staff: async (call, base, { unattended }) => ({
    staff: await authenticateStaff(call, base, { isUse: !unattended }),
  }),
  async visitor(call) {
    if (!isMarked(call, 'STAFF')) throw new Problem(401, 'x-auth-type: STAFF is needed');
    return {};
  },
};

const isMarked = (call: Call, marker: 'API' | 'STAFF') => call.req.header('x-auth-type') === marker;

async function authenticate(call: Call, { db }: Services): Promise<ApiKey> {
  const secret = call.req.header('authorization');
  const key = secret && isMarked(call, 'API') ? await findApiKey(db, secret) : undefined;
  if (!key) throw new Problem(401, 'An API key in the authorization header and x-auth-type: API are needed');
  return key;
}

/** The marker is a header that no other site's page can send, so a cookie alone does nothing. */
async function authenticateStaff(
  call: Call,
  base: BaseContext,
  { isUse }: { isUse: boolean },
): Promise<Session> {
  if (isMarked(call, 'API')) {
    await authenticate(call, base);
    throw new Problem(403, "An applicant's key does not open the desk");
  }
  const token = sessionTokenIn(call.req.header('cookie'));
  const opened = token && isMarked(call, 'STAFF') ? await findSession(base, token, isUse) : undefined;
  if (!opened) throw new Problem(401, 'A session of a reviewer and x-auth-type: STAFF are needed');
  if (opened.renewed) base.answerHeaders.append('set-cookie', sessionCookie(base.config, opened.renewed));
  return opened.session;
}

async function openLoan(
  call: Call,
  { db, clock }: Services,
  apiKeyId: string,
  loanId: unknown,
): Promise<LoanRow> {
  const token = call.req.header('x-loan-token');
  const loan =
    token && typeof loanId === 'string'
      ? await findLoanByToken(db, { loanId, apiKeyId, token, now: clock.now() })
      : undefined;
  if (!loan) {
    const error = { field: '', code: loanAccessCode, message: 'needs a token of this loan' };
    throw new Problem(404, 'Not found', [error]);
  }
  return loan;
}

const loanIdIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'loan_id' in body ? body.loan_id : undefined;

function readParameters(call: Call, { parameters }: Mounted) {
  const read: Record<'path' | 'query' | 'header', Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
  };
  const given = call.req.queries();
  const declared = new Set(parameters.filter((one) => one.in === 'query').map((one) => one.name));
  for (const name of Object.keys(given)) {
    if (!declared.has(name)) throw wrongShape(name, 'is not a parameter of this call');
  }
  for (const { name, in: where, required, schema, check } of parameters) {
    const texts = { path: [call.req.param(name)], query: given[name] ?? [], header: [call.req.header(name)] }[
      where
    ];
    const text = texts[0];
    if (texts.length > 1) throw wrongShape(name, 'is given more than once');
    if (text === undefined) {
      if (required) throw wrongShape(name, 'is missing');
      continue;
    }
    if (isUnstorable(text)) throw wrongShape(name, 'holds a character that cannot be kept');
    const value = fromText(text, schema.value.type);
    const fault = check(value)[0];
    if (fault) throw wrongShape(name, fault.message);
    read[where][name] = value;
  }
  return read;
}

/** Text of an address or a header as the declared type; what does not read as that type stays text and is refused. */
function fromText(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

async function readRequestBody(call: Call, { checkBody }: Mounted): Promise<unknown> {
  if (!checkBody) return undefined;
  const body = await readBody(call.req.raw);
  const faults = checkBody(body);
  if (faults.length > 0) throw new Problem(400, 'The body does not have the form of this call', faults);
  return body;
}

/** The client's address; behind a proxy of ours, the one that the proxy saw. */
function clientAddress(call: Call, { config }: Services): string {
  const forwarded = config.trustProxy
    ? call.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return forwarded || call.env?.incoming?.socket.remoteAddress || 'unknown';
}

type Limiters = { byTag: Record<string, Limiter>; visitors: Limiter };

function createLimiters({ config: { rates }, clock }: Services): Limiters {
  const now = () => clock.now().getTime();
  const lookup = createLimiter(rates.lookup, now);
  return {
    byTag: {
      loans: createLimiter(rates.create, now),
      identity: createLimiter(rates.email, now),
      masters: lookup,
      institutes: lookup,
    },
    visitors: createLimiter(rates.signIn, now),
  };
}

/** What an API key opens alone is limited, by the tag of the contract, and so is what opens to anybody. */
function limiterOf({ caller, tag }: Operation, { byTag, visitors }: Limiters): Limiter | undefined {
  const limited: Partial<Record<Caller, Limiter | undefined>> = { key: byTag[tag], visitor: visitors };
  return limited[caller];
}

/** PostgreSQL's codes for a value that fits the shape and not the column. */
const unstorable = ['22003', '22021', '22P02', '22P05', '22001', '22008'];

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error)) {
    return new Problem(503, 'The database cannot be reached; try again in a few seconds', undefined, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (unstorable.includes(codeOf(cause) ?? '')) return wrongShape('', 'A value is out of range');
  return failure();
}

const failure = (): Problem => new Problem(500, 'The server failed; nothing was changed');

function requireAgreement(operation: Operation, handlers: Handlers): void {
  if (typeof handlers[operation.id] !== 'function') throw new Error(`${operation.id} has no handler`);
  if (operations[operation.id][2] !== operation.caller) {
    throw new Error(`openapi/operations.ts does not say who calls ${operation.id}: npm run generate`);
  }
}

function reply(call: Call, status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return call.json(body, status as ContentfulStatusCode, {
    'cache-control': 'no-store',
    ...headers,
  });
}
