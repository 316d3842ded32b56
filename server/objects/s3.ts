/**
 * The S3 protocol on our own server, see `place`. Nothing is open: a call is read as it came over the wire, its token
 * opened, its signature held against it, and its bearer's rights asked, before anything is touched.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { codeOf, errorFacts, type Log } from '../log.ts';
import type { ServerEnv } from '../env.ts';
import { openToken } from './credentials.ts';
import { safeHeaders } from './downloads.ts';
import { S3Error } from './errors.ts';
import type { Folder } from './folder.ts';
import { holdKey } from './keys.ts';
import { objectOperations } from './object-operations.ts';
import { headersOf, type Operation, type OperationName, operationOf } from './operation.ts';
import { receive } from './payload.ts';
import { place } from './place.ts';
import { rawPathOf, readRequest, type S3Request } from './request.ts';
import { readClaim, verify } from './signature.ts';
import { uploadOperations } from './upload-operations.ts';
import type { Uploads } from './uploads.ts';
import { decode } from './uri.ts';
import { writeError } from './xml.ts';

export type Store = {
  folder: Folder;
  uploads: Uploads;
  /** See `settleObjectsKey`. */
  key: string;
  clock: Clock;
  log: Log;
  /** The sandbox's fault switches; they take the names of these operations too. */
  switches?: Switches | undefined;
};

type Call = Context<ServerEnv>;
type Switches = {
  around(operation: OperationName, call: Call, run: () => Promise<Response>): Promise<Response>;
};

/** What the paths of the store's addresses begin with. */
const roots = [place.base, `/${place.bucket}`];

const operations: readonly Operation[] = [...objectOperations, ...uploadOperations];

/** Answers what is at the store's addresses and lets everything else pass. To be mounted at the root. */
export function mountObjects(store: Store): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.use(async (call, next) => {
    const incoming = call.env?.incoming;
    // The framework's own path has lost its `..` and is another address than the one that was signed.
    const path = rawPathOf(incoming?.url ?? '');
    const isOurs = roots.some((root) => path === root || path.startsWith(`${root}/`));
    return incoming && isOurs ? serve(call, incoming, store) : next();
  });
  return app;
}

async function serve(call: Call, incoming: IncomingMessage, store: Store): Promise<Response> {
  const requestId = randomUUID();
  const started = performance.now();
  let op: OperationName | 'unknown' = 'unknown';
  const refused = (error: unknown) => {
    const refusal = asS3Error(error, incoming);
    if (refusal.code === 'InternalError') {
      store.log.error('object store failed', { op, requestId, ...errorFacts(error) });
    }
    return refusalReply(refusal, requestId, incoming.method === 'HEAD');
  };
  const answered = (reply: Response) => {
    // A client whose clock is wrong sets it by the answer's date, which is the time that signatures are held against.
    const headers = { ...safeHeaders, date: store.clock.now().toUTCString(), 'x-amz-request-id': requestId };
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    const ms = Math.round(performance.now() - started);
    store.log.info('answered', { op, status: reply.status, ms, requestId });
    return reply;
  };
  try {
    const request = readRequest(incoming);
    const target = targetOf(request.path);
    const operation = operationOf(operations, request, target.key === '' ? 'bucket' : 'object');
    op = operation?.name ?? op;
    const run = async () =>
      answered(await answer({ request, target, operation, incoming, store }).catch(refused));
    return await (store.switches && operation ? store.switches.around(operation.name, call, run) : run());
  } catch (error) {
    return answered(refused(error));
  }
}

type Target = { bucket: string; key: string };

/** @throws S3Error InvalidURI */
function targetOf(path: string): Target {
  const below = path.startsWith(`/${place.bucket}`) ? path : path.slice(place.base.length);
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(below) ?? [];
  return { bucket: decode(bucket), key: decode(key) };
}

type Asked = {
  request: S3Request;
  target: Target;
  operation: Operation | undefined;
  incoming: IncomingMessage;
  store: Store;
};

/** @throws S3Error */
async function answer({ request, target, operation, incoming, store }: Asked): Promise<Response> {
  const { folder, uploads, clock } = store;
  const now = clock.now();
  const claim = readClaim(request);
  const { bearer, secret } = openToken(store.key, claim, now);
  verify(request, claim, { accessKeyId: claim.accessKeyId, secret, region: place.region }, now);
  if (target.bucket !== place.bucket && target.bucket !== '') {
    throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  }
  const { method } = request;
  if (!['GET', 'HEAD', 'PUT', 'POST', 'DELETE'].includes(method)) {
    throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource');
  }
  if (!operation || target.bucket === '') {
    throw new S3Error('NotImplemented', 'A parameter or an operation that you asked for is not implemented');
  }
  const headers = headersOf(request);
  if (operation.on === 'object') holdKey(target.key);
  return operation.run({
    request,
    headers,
    key: target.key,
    bearer,
    folder,
    uploads,
    receive: (largest, instead = headers) =>
      receive({ headers: instead, payload: claim.payload, bytes: bytesOf(incoming), largest }),
  });
}

/** The body; one that is refused midway leaves the connection open for the answer. */
async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
}

function asS3Error(error: unknown, { destroyed, complete }: IncomingMessage): S3Error {
  if (error instanceof S3Error) return error;
  if ((destroyed && !complete) || codeOf(error) === 'ECONNRESET')
    return new S3Error('IncompleteBody', 'The connection ended before the body did');
  return new S3Error('InternalError', 'We encountered an internal error. Please try again.');
}

function refusalReply(
  { code, status, message, headers }: S3Error,
  requestId: string,
  isHead: boolean,
): Response {
  const body = isHead ? null : writeError({ Code: code, Message: message, RequestId: requestId });
  return new Response(body, { status, headers: { ...headers, 'content-type': 'application/xml' } });
}
