/**
 * Calls by operation id. Every reply is held against openapi/ here, apart from what the server itself checks, and
 * every call is noted.
 */
import { expect } from 'vitest';
import { loadContract, type OperationId } from '../../server/contract.ts';
import { demoKey } from '../../server/keys.ts';
import { apiBase } from '../../server/mount.ts';
import { createChecks } from '../../server/validate.ts';

const contract = loadContract();
const compile = createChecks(contract);
const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));

export type Call = {
  /** Values of the path's parameters. */
  path?: Record<string, string | number>;
  /** With its question mark. */
  query?: string;
  headers?: Record<string, string | undefined>;
  /** JSON unless it is text or bytes, which go as they are. */
  body?: unknown;
  token?: string;
};

export type Answer = {
  status: number;
  headers: Headers;
  // A reply's members are what the tests are about; its shape was held against the contract.
  body: any;
};

/** Whatever can be called: a server in this process, or one elsewhere. */
export type Callable = { call: (id: OperationId, call?: Call) => Promise<Answer> };

/**
 * @param send takes a path that starts with a slash
 * @param why what a server in this process says of its last failure
 */
export function callsTo(
  send: (path: string, init: RequestInit) => Promise<Response>,
  why: () => string = () => '',
): Callable & { noted: { id: OperationId; status: number }[] } {
  const noted: { id: OperationId; status: number }[] = [];

  /** The demo key is sent unless `headers` says otherwise. */
  async function call(id: OperationId, { path = {}, query = '', headers = {}, body, token }: Call = {}) {
    const operation = operations.get(id);
    if (!operation) throw new Error(`${id} is not in the contract`);
    const at = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name] ?? `no-${name}`)),
    );
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const sent = {
      authorization: demoKey,
      'x-auth-type': 'API',
      ...(token ? { 'x-loan-token': token } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const reply = await send(apiBase + at + query, {
      method: operation.method.toUpperCase(),
      headers: Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const answer: Answer = { status: reply.status, headers: reply.headers, body: await reply.json() };
    const schema = operation.replies.get(answer.status);
    expect(schema, `${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`).toBeDefined();
    if (schema) expect(compile(schema)(answer.body), `${id} ${answer.status}`).toEqual([]);
    expect(answer.status, `${id}: ${why()}`).not.toBe(500);
    noted.push({ id, status: answer.status });
    return answer;
  }
  return { call, noted };
}
