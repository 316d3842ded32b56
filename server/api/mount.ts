/**
 * Mounts every operation of openapi/ on its handler. Before a handler runs, the caller is known, counted and let in,
 * and the request fits the contract; after it, the reply is held against the contract where `config.checkReplies`.
 */
import { Hono, type Context as HonoContext } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { platform } from '../platform/platform.ts';
import { type OperationId, operations } from '../../openapi/operations.ts';
import { loadContract, methods, type Operation } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { BaseContext, Handlers, Services } from './handler.ts';
import { admitCall, type Admitting } from './admit-call.ts';
import type { Principal } from './authenticate.ts';
import { clientAddress, clientGroup } from '../http/client-address.ts';
import { asProblem, failure } from '../http/error-to-problem.ts';
import { isConcurrencyFailure } from '../db/unavailable.ts';
import { errorFields } from '../platform/log.ts';
import { notFound, Problem, shapeError } from '../http/problem.ts';
import { type Access, recordAccess } from '../staff/access-log.ts';
import { type Check, createChecks } from '../contract/validate.ts';

export const apiBase = '/dev/api';

type Call = HonoContext<HonoEnv>;

type HeaderRecord = Readonly<Record<string, string>>;

/** An operation with the checks of its schemas, and the headers of its answers. */
type Mounted = Admitting & {
  checkReply: Map<number, Check>;
  headers: { success: HeaderRecord; refusal: HeaderRecord };
};

/**
 * Mounts each operation as one route without middleware, and creates responses with all their headers: the framework
 * sends such a response unchanged, while one that a middleware changes costs more time than the rest of a short call.
 * @param base the path before those of the contract
 * @param headers the headers of responses besides those of their content
 * @throws Error if the contract and the handlers do not match
 */
export function mountApi(
  services: Services,
  handlers: Handlers,
  { base = '', headers = {} }: { base?: string; headers?: HeaderRecord } = {},
): Hono<HonoEnv> {
  const contract = loadContract();
  const checkOf = createChecks(contract, !services.config.checkReplies);
  const replyCheckOf = createChecks(contract);
  const app = new Hono<HonoEnv>();
  const common = { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' };
  // A client's own id would let it write into the log; a proxy of ours may, so that both logs have one id.
  const assignRequestId = requestId({
    headerName: services.config.trustProxy > 0 ? 'X-Request-Id' : '',
    generator: () => platform.uuid(),
  });
  const refuse = async (call: Call, problem: Problem) => {
    await assignRequestId(call, async () => {});
    return send(call, refusal(problem), { headers: common });
  };
  for (const operation of contract.operations) {
    requireAgreement(operation, handlers);
    const refused = { ...common, ...(isPublic(operation) && { vary: 'accept-encoding' }) };
    const mounted: Mounted = {
      operation,
      parameters: operation.parameters.map((one) => ({ ...one, check: checkOf(one.schema) })),
      checkBody: operation.body && checkOf(operation.body),
      checkReply: new Map([...operation.replies].map(([status, at]) => [status, replyCheckOf(at)])),
      headers: {
        refusal: refused,
        success: {
          ...refused,
          ...(operation.tag === 'masters' && { 'cache-control': 'private, max-age=3600' }),
        },
      },
    };
    const path = base + operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const run = async (call: Call) => {
      await assignRequestId(call, async () => {});
      return answer(call, mounted, services, handlers);
    };
    app.on(operation.method, path, (call) =>
      services.faults ? services.faults.around(operation.id, call, () => run(call)) : run(call),
    );
  }
  app.notFound((call) => {
    const allowed = methods
      .map((method) => method.toUpperCase())
      .filter((method) => app.router.match(method, call.req.path)[0].length > 0);
    if (allowed.length === 0) return refuse(call, notFound('There is nothing at this address'));
    const allow = { headers: { allow: allowed.join(', ') } };
    return refuse(call, new Problem(405, 'This address does not take this method', undefined, allow));
  });
  app.onError((error, call) => {
    services.log.error('request failed', errorFields(error));
    return refuse(call, asProblem(error));
  });
  return app;
}

async function answer(
  call: Call,
  mounted: Mounted,
  services: Services,
  handlers: Handlers,
): Promise<Response> {
  const { operation, headers } = mounted;
  const { log, config } = services;
  let answerHeaders: Headers | undefined;
  const base: BaseContext = {
    ...services,
    requestId: call.get('requestId'),
    client: clientGroup(clientAddress(call, config.trustProxy)),
    // A form of another site's page is sent with them where that is a neighbour of this one.
    cookies: isOfOtherSite(call) ? undefined : call.req.header('cookie'),
    userAgent: call.req.header('user-agent'),
    hungUp: call.req.raw.signal,
    get answerHeaders() {
      answerHeaders ??= new Headers();
      return answerHeaders;
    },
  };
  const known = { op: operation.id, requestId: base.requestId };
  const started = platform.elapsedMs();
  const principal: Principal = {};
  let reply: Reply;
  try {
    const request = await admitCall(call, mounted, base, principal);
    // `admitCall` has held the request against the schemas that these parameter types are generated from.
    const result = await handlers[operation.id](request as never, Object.assign(base, principal) as never);
    await record(operation, request.path, principal, services);
    reply = { status: 200, body: replyWith(result, operation.id), headers: {} };
  } catch (error) {
    const problem = asProblem(error);
    const isExpected = error instanceof Problem && error.cause === undefined;
    if (isConcurrencyFailure(error)) log.info('another call was in the way', known);
    else if (problem.status >= 500 && !isExpected) {
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
  const ms = Math.round(platform.elapsedMs() - started);
  services.metrics?.observe(operation.id, reply.status, ms / 1000);
  log.info('answered', { ...known, status: reply.status, ms, ...actorFields(principal) });
  return send(call, reply, {
    headers: reply.status === 200 ? headers.success : headers.refusal,
    cookies: answerHeaders?.getSetCookie(),
    compresses: isPublic(operation),
  });
}

const applicationCreated = 'The application was created';

/** The messages that replies have besides the result. */
const messages: Partial<Record<OperationId, string>> = {
  createLoan: applicationCreated,
  createLoanByWiderName: applicationCreated,
  createTestLoan: applicationCreated,
};

const replyWith = (result: unknown, id: OperationId) => ({
  success: true,
  ...(result !== undefined && { result }),
  ...(messages[id] !== undefined && { message: messages[id] }),
});

/** Shorter ones gain nothing. */
const compressedFromBytes = 1024;
const compressAnswer = compress({ threshold: compressedFromBytes });

/** Compresses public responses only: the length of a compressed response can leak a secret in it. */
async function compressed(call: Call, answered: Response): Promise<Response> {
  await compressAnswer(call, async () => {
    call.res = answered;
  });
  return call.res;
}

/** Records an access before the data are shown, so that unrecorded data are not shown. */
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

const isOfOtherSite = (call: Call): boolean =>
  !['same-origin', 'none', undefined].includes(call.req.header('sec-fetch-site'));

type Reply = { status: number; body: unknown; headers: Record<string, string> };

/** Returns the differences between a reply and the contract. */
function faultsOf({ status, body }: Reply, { checkReply }: Mounted): string[] {
  const check = checkReply.get(status);
  const faults = check ? check(body) : [shapeError('', `status ${status} is not in the contract`)];
  return faults.map(({ field, message }) => `${field} ${message}`.trim());
}

/** Returns log fields of the caller, with ids that mean nothing outside of this server. */
const actorFields = ({ key, staff, loan, event, customer, partner }: Principal) => ({
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
            : partner
              ? 'partner'
              : 'none',
  actorId:
    staff?.reviewer.id ?? customer?.id ?? (partner?.key ?? key)?.keyId ?? event?.sender ?? partner?.memberId,
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

type Sending = {
  /** Besides those of this reply. */
  headers: HeaderRecord;
  cookies?: string[] | undefined;
  compresses?: boolean;
};

function send(call: Call, { status, body, headers }: Reply, sending: Sending): Response | Promise<Response> {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  const answered = new Response(text, {
    status,
    headers: {
      ...sending.headers,
      'content-length': String(bytes),
      'x-request-id': call.get('requestId'),
      ...headers,
    },
  });
  for (const cookie of sending.cookies ?? []) answered.headers.append('set-cookie', cookie);
  return sending.compresses && bytes >= compressedFromBytes ? compressed(call, answered) : answered;
}
