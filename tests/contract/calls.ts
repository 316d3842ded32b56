/**
 * Calls by operation id. Every reply is held against openapi/ here, apart from what the server itself checks, and
 * every call is noted.
 */
import { expect } from 'vitest';
import {
  type Caller,
  type Contract,
  loadContract,
  type OperationId,
} from '../../server/contract/contract.ts';
import { demoKey, demoSecretKey } from '../../server/sandbox/demo-key.ts';
import { apiBase } from '../../server/api/mount.ts';
import { createChecks } from '../../server/contract/validate.ts';

const contract = loadContract();
const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));

export type Call = {
  /** Values of the path's parameters. */
  path?: Record<string, string | number>;
  /** The query string with its question mark. */
  query?: string;
  headers?: Record<string, string | undefined>;
  /** JSON unless it is text or bytes, which go as they are. */
  body?: unknown;
  token?: string;
  /** A customer's access token, which is sent alone. */
  bearer?: string;
  /** A reviewer's or a customer's browser: its cookie is sent, and changed as the answer says. */
  jar?: CookieJar;
};

/** The session's cookie, absent without a sign-in, and the cookie of the known device; each as `name=value`. */
export type CookieJar = { cookie?: string; device?: string };

export type Answer = {
  status: number;
  headers: Headers;
  // A reply's members are what the tests are about; its shape was held against the contract.
  body: any;
};

/** The status, then the code of each error. */
export const codesOf = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ code }: { code: string }) => code),
];

/** The target of a call: a server in this process or a remote one. */
export type Callable = { call: (id: OperationId, call?: Call) => Promise<Answer> };

/**
 * @param send takes a path that starts with a slash
 * @param why what a server in this process says of its last failure
 * @param contracts of the versions that may answer: an answer is held against each, and fits one
 */
export function callsTo(
  send: (path: string, init: RequestInit) => Promise<Response>,
  why: () => string = () => '',
  contracts: readonly Contract[] = [contract],
): Callable & { noted: { id: OperationId; status: number }[] } {
  const noted: { id: OperationId; status: number }[] = [];
  const checks = contracts.map(createReplyCheck);

  /** An applicant's operations are called with the demo key, the desk's with the cookie; `headers` may say otherwise. */
  async function call(
    id: OperationId,
    { path = {}, query = '', headers = {}, body, token, bearer, jar }: Call = {},
  ) {
    const operation = operations.get(id);
    if (!operation) throw new Error(`${id} is not in the contract`);
    const at = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name] ?? `no-${name}`)),
    );
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const sent = {
      ...(bearer === undefined ? introductions[operation.caller] : { authorization: `Bearer ${bearer}` }),
      ...(jar?.cookie || jar?.device ? { cookie: [jar.cookie, jar.device].filter(Boolean).join('; ') } : {}),
      ...(token ? { 'x-loan-token': token } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const reply = await send(apiBase + at + query, {
      method: operation.method.toUpperCase(),
      headers: Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const answer: Answer = {
      status: reply.status,
      headers: reply.headers,
      body: await reply.json(),
    };
    const faults = checks.map((check) => check(id, answer));
    expect(faults.find(({ length }) => length === 0) ?? faults[0], `${id} ${answer.status}`).toEqual([]);
    expect(answer.status, `${id}: ${why()}`).not.toBe(500);
    noted.push({ id, status: answer.status });
    if (jar) keepCookies(jar, reply.headers);
    return answer;
  }
  return { call, noted };
}

/** @returns what finds in an answer what is not in a contract */
function createReplyCheck(of: Contract): (id: OperationId, answer: Answer) => unknown[] {
  const compile = createChecks(of);
  const replies = new Map(of.operations.map((operation) => [operation.id, operation.replies]));
  return (id, { status, body }) => {
    const schema = replies.get(id)?.get(status);
    return schema ? compile(schema)(body) : [{ unknown: status, body }];
  };
}

const byKey = { authorization: demoKey, 'x-auth-type': 'API' };
const byPage = { 'x-auth-type': 'STAFF' };

/** The headers that identify a caller of each kind, in addition to the cookie. */
const introductions: Record<Caller, Record<string, string>> = {
  key: byKey,
  loan: byKey,
  staff: byPage,
  visitor: byPage,
  // Signed by the test: the signature is of the body.
  webhook: {},
  // Signed in by the test: `bearer`.
  customer: {},
  partner: { authorization: `Bearer ${demoSecretKey}` },
  anyone: {},
};

/** Stores cookies as a browser does: the last value wins, and a cookie with Max-Age 0 is removed. */
function keepCookies(jar: CookieJar, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const pair = cookie.split(';')[0] ?? '';
    if (pair.startsWith('feepath_staff_device=')) jar.device = pair;
    else if (/; Max-Age=0/i.test(cookie)) delete jar.cookie;
    else jar.cookie = pair;
  }
}
