/** What the server's own tests use: services over a fresh embedded database, and calls without a network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapters, chooseAdapters } from './adapters/index.ts';
import { type Clock, manualClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/open.ts';
import { databaseTemplate } from './db/template.ts';
import { maxDocumentsInMemory } from './documents/add.ts';
import { createSemaphore } from './documents/semaphore.ts';
import { loadKeyring } from './encryption/load-keyring.ts';
import { setEncryption } from './encryption/database-encryption.ts';
import type { Services } from './handler.ts';
import { createApiKeyCache } from './api-key-cache.ts';
import { createApiKey } from './api-keys.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import { createLog } from './log.ts';
import { type OpenObjectStore, openObjectStore } from './objects/open.ts';
import { createPartner } from './partners.ts';
import { sandboxAdapters } from './sandbox/adapters.ts';
import { demoKey, ensureDemoKey } from './sandbox/demo-key.ts';

export type TestServices = Services & {
  clock: ReturnType<typeof manualClock>;
  /** The store behind `adapters.objects`, unless a test replaces it. */
  store: OpenObjectStore;
  /** What was logged, one JSON line each. */
  lines: string[];
  /** Closes the database and deletes its folder. */
  close: () => Promise<void>;
};

/** Services of a sandbox with the demo key, in a folder of their own; the clock shows noon of 20 July 2026. */
export async function openTestServices(
  env: Record<string, string> = {},
  instead: Partial<Adapters> = {},
): Promise<TestServices> {
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-unit-'));
  const config: Config = readConfig({ SANDBOX: '1', NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  const clock = manualClock(new Date('2026-07-20T06:30:00Z'));
  const lines: string[] = [];
  const log = createLog('all', (line) => lines.push(line));
  const { db, close } = await openDatabase({ dataDir, template: databaseTemplate });
  const keyring = await loadKeyring(config);
  setEncryption(db, { keyring, encryptsPersonalData: true });
  await ensureDemoKey(db, clock.now());
  const store = await openObjectStore({ config, clock, log });
  const needs = { config, db, clock: clock satisfies Clock, log, store, sandbox: sandboxAdapters };
  const adapters = { ...(await chooseAdapters(needs)), ...instead };
  const apiKeys = createApiKeyCache(db, { sandbox: config.sandbox });
  return {
    config,
    clock,
    log,
    lines,
    db,
    store,
    adapters,
    apiKeys,
    documentsInMemory: createSemaphore(maxDocumentsInMemory),
    keyring,
    rateLimiter: createRateLimiter({ rates: config.rates, now: () => clock.now().getTime() }),
    close: async () => {
      await apiKeys.close();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The headers of every call of the desk; `cookie` is `name=value`. */
export const staffHeaders = (cookie?: string): Record<string, string> => ({
  'x-auth-type': 'STAFF',
  ...(cookie === undefined ? {} : { cookie }),
});

/** The headers of every call of the demo key; with a token, those of its loan. */
export const callHeaders = (token?: string): Record<string, string> => ({
  authorization: demoKey,
  'x-auth-type': 'API',
  ...(token ? { 'x-loan-token': token } : {}),
});

/** A partner with one key. */
export async function createTestPartner(
  db: Database,
  { name, origins = [], now }: { name: string; origins?: string[]; now: Date },
): Promise<{ partnerId: string; key: string; keyId: string }> {
  const { id: partnerId } = await createPartner(db, { name, now });
  const made = await createApiKey(db, { partnerId, label: name, origins, now });
  if (!made) throw new Error('The partner was made a moment ago');
  return { partnerId, ...made };
}
