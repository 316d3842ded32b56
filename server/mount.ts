/**
 * Mounts every operation of openapi/ on its handler. Before a handler runs, the caller is known, counted and let in,
 * and the request fits the contract; after it, the reply is held against the contract where `config.checkReplies`.
 */
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isUnkeepable, readBody } from './body.ts';
import { loadContract, type Operation } from './contract.ts';
import { type BaseContext, type Handlers, loanOperations, type Services } from './handler.ts';
import { findKey } from './keys.ts';
import { clientGroup, createLimiter, type Limiter } from './limiter.ts';
import { codeOf, errorFacts } from './log.ts';
import { notFound, Problem, shapeError, wrongShape } from './problem.ts';
import { type LoanRow, loanByToken } from './tokens.ts';
import { type Check, createChecks } from './validate.ts';

export const apiBase = '/dev/api';

export type ServerEnv = { Bindings: Partial<HttpBindings> };
type Call = HonoContext<ServerEnv>;

/** An operation with its schemas compiled. */
type Mounted = {
  operation: Operation;
  parameters: (Operation['parameters'][number] & { check: Check })[];
  checkBody: Map<string, Check>;
  checkReply: Map<number, Check>;
  limiter: Limiter | undefined;
};

/** @throws Error where the contract and the handlers do not belong together */
export function mountApi(services: Services, handlers: Handlers): Hono<ServerEnv> {
  const contract = loadContract();
  const compile = createChecks(contract);
  const limiters = createLimiters(services);
  const app = new Hono<ServerEnv>();
  const allowed = new Map<string, string[]>();

  for (const operation of contract.operations) {
    requireAgreement(operation, handlers);
    const mounted: Mounted = {
      operation,
      parameters: operation.parameters.map((one) => ({ ...one, check: compile(one.schema) })),
      checkBody: new Map([...(operation.body?.media ?? [])].map(([type, at]) => [type, compile(at)])),
      checkReply: new Map([...operation.replies].map(([status, at]) => [status, compile(at)])),
      limiter: operation.needsLoan ? undefined : limiters[operation.tag],
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
    services.log.error('request failed', errorFacts(error));
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
  try {
    const { request, context } = await admit(call, mounted, services, requestId);
    // `admit` has held the request against the schemas that these parameter types are generated from.
    body = await handlers[operation.id](request as never, context as never);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status >= 500 && !(error instanceof Problem)) {
      log.error('handler failed', { op: operation.id, requestId, ...errorFacts(error) });
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
  return reply(call, status, body, headers);
}

/** Everything between the wire and the handler, in the order in which a caller hears of it. */
async function admit(call: Call, mounted: Mounted, services: Services, requestId: string) {
  const { operation, limiter } = mounted;
  const key = await authenticate(call, services);
  const wait = limiter?.take(`${key.keyId} ${clientGroup(clientAddress(call, services))}`) ?? 0;
  if (wait > 0) {
    throw new Problem(429, 'Too many calls', undefined, { headers: { 'retry-after': String(wait) } });
  }
  const { path, query, header } = readParameters(call, mounted);
  const early = operation.needsLoan && typeof path.id === 'string';
  const loan = early ? await openLoan(call, services, key.id, path.id) : undefined;
  const { value, mediaType } = await readRequestBody(call, mounted);
  const late = operation.needsLoan && !early;
  const opened = late ? await openLoan(call, services, key.id, loanIdIn(value)) : loan;
  const context: BaseContext & { loan?: LoanRow } = { ...services, key, requestId };
  if (opened) context.loan = opened;
  return { request: { path, query, header, body: value, mediaType }, context };
}

async function authenticate(call: Call, { db }: Services) {
  const secret = call.req.header('authorization');
  const marked = call.req.header('x-auth-type') === 'API';
  const key = secret && marked ? await findKey(db, secret) : undefined;
  if (!key) throw new Problem(401, 'An API key in the authorization header and x-auth-type: API are needed');
  return key;
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
      ? await loanByToken(db, { loanId, apiKeyId, token, now: clock.now() })
      : undefined;
  if (!loan) throw notFound();
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
    if (isUnkeepable(text)) throw wrongShape(name, 'holds a character that cannot be kept');
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

async function readRequestBody(call: Call, { operation, checkBody }: Mounted) {
  if (!operation.body) return { value: undefined, mediaType: '' };
  const read = await readBody(call.req.raw, operation.body.media);
  const faults =
    read.mediaType === 'application/json' ? (checkBody.get(read.mediaType)?.(read.value) ?? []) : [];
  if (faults.length > 0) throw new Problem(400, 'The body does not have the form of this call', faults);
  return read;
}

/** The client's address; behind a proxy of ours, the one that the proxy saw. */
function clientAddress(call: Call, { config }: Services): string {
  const forwarded = config.trustProxy
    ? call.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return forwarded || call.env?.incoming?.socket.remoteAddress || 'unknown';
}

/** The calls that an API key opens alone are limited, by the tag of the contract. */
function createLimiters({ config: { rates }, clock }: Services): Record<string, Limiter> {
  const now = () => clock.now().getTime();
  const lookup = createLimiter(rates.lookup, now);
  return {
    loans: createLimiter(rates.create, now),
    identity: createLimiter(rates.email, now),
    masters: lookup,
    institutes: lookup,
  };
}

/** PostgreSQL's codes for a value that fits the shape and not the column. */
const unstorable = ['22003', '22021', '22P02', '22P05', '22001', '22008'];

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (unstorable.includes(codeOf(cause) ?? '')) return wrongShape('', 'A value is out of range');
  return failure();
}

const failure = (): Problem => new Problem(500, 'The server failed; nothing was changed');

function requireAgreement(operation: Operation, handlers: Handlers): void {
  if (typeof handlers[operation.id] !== 'function') throw new Error(`${operation.id} has no handler`);
  const listed = loanOperations.some((id) => id === operation.id);
  if (listed !== operation.needsLoan) {
    throw new Error(`loanOperations and the contract disagree about ${operation.id}`);
  }
}

function reply(call: Call, status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return call.json(body, status as ContentfulStatusCode, {
    'cache-control': 'no-store',
    ...headers,
  });
}
