/**
 * Mounts every operation of openapi/ on its handler. Before a handler runs, the caller is known, counted and let in,
 * and the request fits the contract; after it, the reply is held against the contract where `config.checkReplies`.
 */
import { Hono, type Context as HonoContext } from 'hono';
import { requestId } from 'hono/request-id';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { operations } from '../openapi/operations.ts';
import { loadContract, type Operation } from './contract.ts';
import type { ServerEnv } from './env.ts';
import type { BaseContext, Handlers, Services } from './handler.ts';
import { admit, type Admitting } from './http/admit.ts';
import type { Principal } from './http/authenticate.ts';
import { clientAddress, clientGroup } from './http/client-address.ts';
import { asProblem, failure } from './http/problems.ts';
import { errorFields } from './log.ts';
import { notFound, Problem, shapeError } from './problem.ts';
import { type Access, recordAccess } from './staff/access-log.ts';
import { type Check, createChecks } from './validate.ts';

export const apiBase = '/dev/api';

type Call = HonoContext<ServerEnv>;

/** An operation with the checks of its schemas. */
type Mounted = Admitting & { checkReply: Map<number, Check> };

/** @throws Error where the contract and the handlers do not belong together */
export function mountApi(services: Services, handlers: Handlers): Hono<ServerEnv> {
  const contract = loadContract();
  const checkOf = createChecks(contract, !services.config.checkReplies);
  const replyCheckOf = createChecks(contract);
  const app = new Hono<ServerEnv>();
  // A client's own id would let it write into the log; a proxy of ours may, so that both logs have one id.
  app.use(requestId({ headerName: services.config.trustProxy > 0 ? 'X-Request-Id' : '' }));
  const allowed = new Map<string, string[]>();

  for (const operation of contract.operations) {
    requireAgreement(operation, handlers);
    const mounted: Mounted = {
      operation,
      parameters: operation.parameters.map((one) => ({ ...one, check: checkOf(one.schema) })),
      checkBody: operation.body && checkOf(operation.body),
      checkReply: new Map([...operation.replies].map(([status, at]) => [status, replyCheckOf(at)])),
    };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    allowed.set(path, [...(allowed.get(path) ?? []), operation.method.toUpperCase()]);
    const run = (call: Call) => answer(call, mounted, services, handlers);
    app.on(operation.method, path, (call) =>
      services.faults ? services.faults.around(operation.id, call, () => run(call)) : run(call),
    );
  }
  for (const [path, names] of allowed) {
    app.all(path, (call) =>
      refuse(
        call,
        new Problem(405, 'This address does not take this method', undefined, {
          headers: { allow: names.join(', ') },
        }),
      ),
    );
  }
  app.all('*', (call) => refuse(call, notFound('There is nothing at this address')));
  return app;
}

async function answer(
  call: Call,
  mounted: Mounted,
  services: Services,
  handlers: Handlers,
): Promise<Response> {
  const { operation } = mounted;
  const { log, config } = services;
  const base: BaseContext = {
    ...services,
    requestId: call.get('requestId'),
    client: clientGroup(clientAddress(call, config.trustProxy)),
    cookies: call.req.header('cookie'),
    userAgent: call.req.header('user-agent'),
    answerHeaders: new Headers(),
  };
  const known = { op: operation.id, requestId: base.requestId };
  const started = performance.now();
  const principal: Principal = {};
  let reply: Reply;
  try {
    const request = await admit(call, mounted, base, principal);
    // `admit` has held the request against the schemas that these parameter types are generated from.
    const body = await handlers[operation.id](request as never, { ...base, ...principal } as never);
    await record(operation, request.path, principal, services);
    reply = { status: 200, body, headers: {} };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status >= 500 && !(error instanceof Problem)) {
      log.error('handler failed', { ...known, ...errorFields(error) });
    }
    reply = refusal(problem);
  }
  if (config.checkReplies) {
    const faults = faultsOf(reply, mounted);
    if (faults.length > 0) {
      log.error('reply breaks the contract', { ...known, status: reply.status, why: faults });
      reply = refusal(failure());
    }
  }
  const ms = Math.round(performance.now() - started);
  services.metrics?.observe(operation.id, reply.status, ms / 1000);
  log.info('answered', { ...known, status: reply.status, ms, ...actorFields(principal) });
  if (reply.status === 200 && operation.tag === 'masters') {
    reply.headers['cache-control'] = 'private, max-age=3600';
  }
  // Said before the middleware that compresses has to.
  if (isPublic(operation)) reply.headers.vary = 'accept-encoding';
  const answered = send(call, reply);
  for (const cookie of base.answerHeaders.getSetCookie()) answered.headers.append('set-cookie', cookie);
  return answered;
}

/** Before it is shown: what cannot be recorded is not shown. */
async function record(
  { policy }: Operation,
  path: Access['path'],
  { staff }: Principal,
  { db, clock }: Services,
): Promise<void> {
  if (!staff || !policy.recorded) return;
  await recordAccess(db, { reviewer: staff.reviewer, operation: policy.recorded, path, now: clock.now() });
}

/** The same for everybody, so that it may be compressed: the length of what is secret could tell it. */
const isPublic = ({ tag }: Operation): boolean => tag === 'institutes' || tag === 'masters';

type Reply = { status: number; body: unknown; headers: Record<string, string> };

/** What of a reply is not as the contract says. */
function faultsOf({ status, body }: Reply, { checkReply }: Mounted): string[] {
  const check = checkReply.get(status);
  const faults = check ? check(body) : [shapeError('', `status ${status} is not in the contract`)];
  return faults.map(({ field, message }) => `${field} ${message}`.trim());
}

/** Who called, by ids that are nobody's outside of this server. */
const actorFields = ({ key, staff, loan, event, customer }: Principal) => ({
  actor: staff
    ? 'staff'
    : customer
      ? 'customer'
      : loan
        ? 'applicant'
        : key
          ? 'key'
          : event
            ? 'webhook'
            : 'none',
  actorId: staff?.reviewer.id ?? customer?.id ?? key?.keyId ?? event?.sender,
  loan: loan?.id,
});

function requireAgreement(operation: Operation, handlers: Handlers): void {
  if (typeof handlers[operation.id] !== 'function') throw new Error(`${operation.id} has no handler`);
  if (operations[operation.id][2] !== operation.caller) {
    throw new Error(`openapi/operations.ts does not say who calls ${operation.id}: npm run generate`);
  }
}

const refusal = (problem: Problem): Reply => ({
  status: problem.status,
  body: problem.toJSON(),
  headers: { ...problem.extra.headers },
});

/** Answers a refusal in the contract's shape. */
export const refuse = (call: Call, problem: Problem): Response => send(call, refusal(problem));

function send(call: Call, { status, body, headers }: Reply): Response {
  const text = JSON.stringify(body);
  return call.body(text, status as ContentfulStatusCode, {
    'content-type': 'application/json',
    // Known, so that the middleware need not look at a short body to find that it is not worth compressing.
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-request-id': call.get('requestId'),
    ...headers,
  });
}
