/** The object store on a separate port, and raw requests to it. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { type Principal, type Credentials, issueCredentials, loanPrincipal } from '../credentials.ts';
import { openObjectStore, objectStoreFolder } from '../open.ts';
import { bucketLocation } from '../object-keys.ts';
import { presign, computeSignature, formatAmzDate } from '../signature.ts';
import { uriEncodePath, parseQuery } from '../uri.ts';

// Amazon's client says in every run from which year on it will want another Node; its version here is fixed.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** Returns a principal who reads all objects and writes the public ones. */
export const staffPrincipal = (reviewerId: string): Principal => ({
  identity: `staff:${reviewerId}`,
  grants: [
    { prefix: '', may: ['get'] },
    { prefix: 'public/', may: ['put'] },
  ],
});

export type TestStore = Awaited<ReturnType<typeof startStore>>;

/** The response, unparsed. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** A call as it goes over the wire: `path` and `query` are sent as they are. */
export type RawCall = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
};

/** The parts that may differ from a correctly signed request. */
export type SignedParts = Partial<RawCall> & {
  credentials?: Credentials;
  /** The text in place of the body's hash. */
  payload?: string;
  /** The seconds by which the client's clock is ahead. */
  ahead?: number;
  region?: string;
};

export async function startStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-objects-'));
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const lines: string[] = [];
  const write = (event: string, fields?: object) => lines.push(JSON.stringify({ event, ...fields }));
  const log = { info: write, error: write };
  const store = await openObjectStore({ config: { dataDir, objectsKey: undefined }, clock, log });
  const app = new Hono().route('/', store.app);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = `http://${host}`;
  const credentials = (principal: Principal, at = clock.now()) => issueCredentials(store.key, principal, at);

  return {
    store,
    site,
    host,
    dataDir,
    clock,
    lines,
    credentials,
    /** Lets time pass for the server alone. */
    pass: (ms: number) => {
      offset += ms;
    },
    client: (own: Credentials, more: ConstructorParameters<typeof S3Client>[0] = {}) =>
      new S3Client({
        endpoint: `${site}${bucketLocation.base}`,
        region: bucketLocation.region,
        forcePathStyle: true,
        maxAttempts: 1,
        // The store knows no checksum, and Amplify's client sends none.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        credentials: {
          accessKeyId: own.accessKeyId,
          secretAccessKey: own.secret,
          sessionToken: own.sessionToken,
        },
        ...more,
      }),
    /** A call that holds, but for the parts that are given. */
    signed: (parts: SignedParts & { credentials: Credentials }): RawCall => signed(host, clock.now(), parts),
    /** The path and the query of a signed address. */
    address: (
      own: Credentials,
      given: { path: string; method?: string; query?: string; expiresIn?: number; at?: Date },
    ) => addressOf(host, own, { at: clock.now(), ...given }),
    send: (call: RawCall) => send(host, call),
    /** Returns every object in the store, with its properties. */
    state: () => stateOf(objectStoreFolder(dataDir)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const pathOf = (key: string): string =>
  `${bucketLocation.base}/${bucketLocation.bucket}/${uriEncodePath(key)}`;
export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
export const md5 = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('hex');
export const newLoan = (): string => randomUUID();

/** Returns a client of a new loan. */
export function loanClientOf(store: TestStore) {
  const loan = newLoan();
  const client = store.client(store.credentials(loanPrincipal(loan)));
  return { client, loan, keyOf: (name: string) => `private/${loan}/${name}` };
}

/** Returns the store of the tests of one file, and its clients, each of a new loan. */
export function storeForFile() {
  let store: TestStore;
  beforeAll(async () => {
    store = await startStore();
  });
  afterAll(() => store.close());
  return { server: () => store, loanClient: () => loanClientOf(store) };
}

export const bytesOf = async (
  body: { transformToByteArray: () => Promise<Uint8Array> } | undefined,
): Promise<Buffer> => Buffer.from((await body?.transformToByteArray()) ?? []);

export const readObject = async (client: S3Client, Key: string): Promise<Buffer> =>
  bytesOf((await client.send(new GetObjectCommand({ Bucket: bucketLocation.bucket, Key }))).Body);

/** Returns the code of S3's XML; undefined where there is none. */
export const codeOf = ({ body }: Answer): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1];

/** Returns a call that is valid at `now`, apart from the given parts. */
export function signed(host: string, now: Date, parts: SignedParts & { credentials: Credentials }): RawCall {
  const { credentials: own, method = 'GET', path = pathOf(''), query = '', body = Buffer.alloc(0) } = parts;
  const { payload = sha256(body), ahead = 0, region = bucketLocation.region } = parts;
  const stamp = formatAmzDate(new Date(now.getTime() + ahead * 1000));
  const headers: Record<string, string> = {
    host,
    'x-amz-date': stamp,
    'x-amz-content-sha256': payload,
    'x-amz-security-token': own.sessionToken,
    ...parts.headers,
  };
  const signedHeaders = Object.keys(headers).sort();
  const request = { method, path, query: parseQuery(query), headers: new Map(Object.entries(headers)) };
  const signer = { accessKeyId: own.accessKeyId, secret: own.secret, region };
  const signature = computeSignature(request, { stamp, signedHeaders, payload }, signer);
  const credential = `${own.accessKeyId}/${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  const length = ['PUT', 'POST'].includes(method) ? { 'content-length': String(body.length) } : {};
  return { method, path, query, body, headers: { ...length, ...headers, authorization } };
}

function addressOf(
  host: string,
  { accessKeyId, secret, sessionToken }: Credentials,
  given: { path: string; method?: string; query?: string; expiresIn?: number; at: Date },
): RawCall {
  const { path, method = 'GET', query = '', expiresIn = 900, at } = given;
  const address = presign(
    {
      method,
      host,
      path: decodeURIComponent(path),
      query: parseQuery(query),
      sessionToken,
      now: at,
      expiresIn,
    },
    { accessKeyId, secret, region: bucketLocation.region },
  );
  const [sentPath = '', sentQuery = ''] = address.split('?');
  return { method, path: sentPath, query: sentQuery, headers: { host }, body: Buffer.alloc(0) };
}

/** @throws where the connection ends before the answer does */
export function send(host: string, { method, path, query, headers, body }: RawCall): Promise<Answer> {
  const [hostname, port] = host.split(':');
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { hostname, port, method, path: query ? `${path}?${query}` : path, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile())
    .map(({ name, path }) => `${name} ${sha256(readFileSync(path))}`)
    .sort();
}
