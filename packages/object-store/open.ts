/** Opens the embedded object store over DATA_DIR. */
import { join } from 'node:path';
import { Hono, type Context } from 'hono';
import { openObjectFolder } from './folder.ts';
import { createQuota } from './quota.ts';
import { openUploads } from './uploads.ts';
import type { IncomingMessage } from 'node:http';
import { platform } from '../../server/platform/platform.ts';
import { loadOrCreateObjectsKey, verifySessionToken } from './credentials.ts';
import { securityHeaders } from './downloads.ts';
import { S3Error } from './errors.ts';
import { bucketLocation, validateKey } from './object-keys.ts';
import { objectOperations } from './object-operations.ts';
import { headersOf, type S3Operation, type S3OperationName, matchS3Operation } from './operation.ts';
import { verifyPayload } from './payload.ts';
import { rawPathOf, readRequest, type S3Request } from './request.ts';
import { parseSignature, verifySignature } from './signature.ts';
import { uploadOperations } from './upload-operations.ts';
import { uriDecode } from './uri.ts';
import { writeError } from './xml.ts';
import { codeOf, errorFields, type Log } from '../../server/platform/log.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { HonoEnv } from '../../server/platform/env.ts';

/** Returns the folder of the store, below DATA_DIR. */
export const objectStoreFolder = (dataDir: string): string => join(dataDir, 'objects', 'store');

type StoreOptions = {
  config: { dataDir: string; objectsKey: string | undefined };
  clock: Clock;
  log: Log;
  /** The sandbox's fault switches; they take the names of these operations too. */
  switches?: Switches | undefined;
};

/** @returns the store, with `app` to be mounted at the root */
export async function openObjectStore(options: StoreOptions) {
  const store = await openStore(options);
  return { ...store, app: createS3App(store) };
}

export type OpenObjectStore = Awaited<ReturnType<typeof openObjectStore>>;

async function openStore({ config, ...rest }: StoreOptions) {
  const folder = await openObjectFolder(objectStoreFolder(config.dataDir), rest.clock);
  const uploads = openUploads(folder);
  const key = await loadOrCreateObjectsKey(config);
  return { ...rest, folder, uploads, key, quota: createQuota(folder, uploads) };
}

/**
 * The S3 protocol on our own server, see `place`. A request is refused before anything is changed unless its token, its
 * signature and its principal's permissions are valid; there is no public access.
 */
type ObjectStore = Awaited<ReturnType<typeof openStore>>;

type Switches = {
  around(operation: S3OperationName, call: Context, run: () => Promise<Response>): Promise<Response>;
};

/** The first segments of the store's paths. */
const roots = [bucketLocation.base, `/${bucketLocation.bucket}`];

const operations: readonly S3Operation[] = [...objectOperations, ...uploadOperations];

/** Answers requests at the store's addresses and lets others pass. It has to be mounted at the root. */
function createS3App(store: ObjectStore): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  app.use(async (call, next) => {
    const incoming = call.env?.incoming;
    // The framework has removed `..` from its path, so that it differs from the signed one.
    const path = rawPathOf(incoming?.url ?? '');
    const isOurs = roots.some((root) => path === root || path.startsWith(`${root}/`));
    return incoming && isOurs ? serve(call, incoming, store) : next();
  });
  return app;
}

async function serve(call: Context, incoming: IncomingMessage, store: ObjectStore): Promise<Response> {
  const requestId = platform.uuid();
  const started = platform.elapsedMs();
  let op: S3OperationName | 'unknown' = 'unknown';
  const refused = (error: unknown) => {
    const refusal = asS3Error(error, incoming);
    if (refusal.code === 'InternalError') {
      store.log.error('object store failed', { op, requestId, ...errorFields(error) });
    }
    return refusalReply(refusal, requestId, incoming.method === 'HEAD');
  };
  const answered = (reply: Response) => {
    // A client with a wrong clock sets it by the response's date, which is the time used to verify signatures.
    const headers = {
      ...securityHeaders,
      date: store.clock.now().toUTCString(),
      'x-amz-request-id': requestId,
    };
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    const ms = Math.round(platform.elapsedMs() - started);
    store.log.info('answered', { op, status: reply.status, ms, requestId });
    return reply;
  };
  try {
    const request = readRequest(incoming);
    const target = targetOf(request.path);
    const operation = matchS3Operation(operations, request, target.key === '' ? 'bucket' : 'object');
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
  const below = path.startsWith(`/${bucketLocation.bucket}`) ? path : path.slice(bucketLocation.base.length);
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(below) ?? [];
  return { bucket: uriDecode(bucket), key: uriDecode(key) };
}

type Asked = {
  request: S3Request;
  target: Target;
  operation: S3Operation | undefined;
  incoming: IncomingMessage;
  store: ObjectStore;
};

/** @throws S3Error */
async function answer({ request, target, operation, incoming, store }: Asked): Promise<Response> {
  const { folder, uploads, quota, clock } = store;
  const now = clock.now();
  const requestSignature = parseSignature(request);
  const { principal, secret } = verifySessionToken(store.key, requestSignature, now);
  const { accessKeyId } = requestSignature;
  verifySignature(request, requestSignature, { accessKeyId, secret, region: bucketLocation.region }, now);
  if (target.bucket !== bucketLocation.bucket && target.bucket !== '') {
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
  if (operation.on === 'object') validateKey(target.key);
  return operation.run({
    request,
    headers,
    key: target.key,
    principal,
    folder,
    uploads,
    quota,
    receive: (largest) =>
      verifyPayload({ headers, payload: requestSignature.payload, bytes: bytesOf(incoming), largest }),
  });
}

/** Reads the body; a refused body leaves the connection open for the response. */
async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
}

function asS3Error(error: unknown, { destroyed, complete }: IncomingMessage): S3Error {
  if (error instanceof S3Error) return error;
  if ((destroyed && !complete) || codeOf(error) === 'ECONNRESET')
    return new S3Error('IncompleteBody', 'The connection ended before the body did');
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? ''))
    return new S3Error('ServiceUnavailable', 'The store has no room left');
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
