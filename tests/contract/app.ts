/**
 * The real server in this process, over a database of its own. Every reply that a test gets is held against
 * openapi/ here, apart from what the server itself checks, and every call is noted.
 */
import { mkdirSync } from 'node:fs';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { type Adapters, chooseAdapters } from '../../server/adapters/index.ts';
import { clockAt } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { loadContract, type OperationId } from '../../server/contract.ts';
import { openDatabase } from '../../server/db/open.ts';
import { handlers } from '../../server/handlers/index.ts';
import { demoKey, settleDemoKey } from '../../server/keys.ts';
import { createLog } from '../../server/log.ts';
import { apiBase, mountApi } from '../../server/mount.ts';
import { seedInstitutions } from '../../server/seed/seed.ts';
import { createChecks } from '../../server/validate.ts';
import type { TestDatabase } from '../support/databases.ts';

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
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
};

export type App = Awaited<ReturnType<typeof openApp>>;

/** @param env added to the configuration; @param instead adapters in place of the sandbox's */
export async function openApp(
  database: TestDatabase,
  env: Record<string, string> = {},
  instead: Partial<Adapters> = {},
) {
  mkdirSync(database.dataDir, { recursive: true });
  const config = readConfig({
    SANDBOX: '1',
    NODE_ENV: 'test',
    LOG: 'off',
    DATA_DIR: database.dataDir,
    RATE_CREATE: '1000000',
    RATE_LOOKUP: '1000000',
    RATE_EMAIL: '1000000',
    ...database.env,
    ...env,
  });
  const clock = clockAt(new Date('2026-07-20T06:30:00Z'));
  const lines: string[] = [];
  const log = createLog('errors', (line) => lines.push(line));
  const { db, close } = await openDatabase(config);
  await settleDemoKey(db, true, clock.now());
  await seedInstitutions(db);
  const adapters = { ...chooseAdapters({ config, db, clock, log }), ...instead };
  const site = new Hono().route(apiBase, mountApi({ config, clock, log, db, adapters }, handlers));
  const noted: { id: OperationId; status: number }[] = [];

  /** Calls an operation; the demo key is sent unless `headers` says otherwise. */
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
    const reply = await site.request(apiBase + at + query, {
      method: operation.method.toUpperCase(),
      headers: Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const answer: Answer = { status: reply.status, headers: reply.headers, body: await reply.json() };
    const schema = operation.replies.get(answer.status);
    expect(schema, `${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`).toBeDefined();
    if (schema) expect(compile(schema)(answer.body), `${id} ${answer.status}`).toEqual([]);
    expect(answer.status, `${id}: ${lines.at(-1)}`).not.toBe(500);
    noted.push({ id, status: answer.status });
    return answer;
  }

  return { call, db, clock, config, noted, lines, site, close };
}
