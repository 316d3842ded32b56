/** Creates services for the server's tests, over a fresh embedded database, and calls without a network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { StaffRole } from '../../domain/values/wire.ts';
import { type Adapters, chooseAdapters } from '../adapters/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { reviewers } from '../db/schema/staff.ts';
import { databaseTemplate } from './database-template.ts';
import { maxDocumentsInMemory } from '../documents/add.ts';
import { createSemaphore } from '../documents/semaphore.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { loadKeyring } from '../config/load-keyring.ts';
import { setKeyring } from '../encryption/database-keyring.ts';
import type { Services } from '../api/handler.ts';
import { createApiKeyCache } from '../partners/api-key-cache.ts';
import { createApiKey, hashSecret } from '../partners/api-keys.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import { createLog } from '../platform/log.ts';
import { createInstitutionCache } from '../masters/institution-cache.ts';
import { type OpenObjectStore, openObjectStore } from '../../packages/object-store/index.ts';
import { createPartner } from '../partners/partners.ts';
import { sandboxAdapters } from '../sandbox/adapters.ts';
import { demoKey, ensureDemoKey } from '../sandbox/demo-key.ts';
import { demoReviewer } from '../sandbox/demo-reviewer.ts';
import { normalizeEmail } from '../staff/reviewers.ts';
import { encryptTotpSecret, generateRecoveryCodes } from '../staff/second-factor.ts';
import type { Reviewer } from '../staff/sessions.ts';
import { generateTotpSecret } from '../staff/totp.ts';
import { manualClock } from './clock.ts';

export type TestServices = Services & {
  clock: ReturnType<typeof manualClock>;
  /** The store behind `adapters.objects`, unless a test replaces it. */
  store: OpenObjectStore;
  /** The logged lines of JSON. */
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
  setKeyring(db, keyring);
  await ensureDemoKey(db, clock.now());
  const store = await openObjectStore({ config, clock, log });
  const needs = { config, db, clock: clock satisfies Clock, log, store, sandbox: sandboxAdapters };
  const adapters = { ...(await chooseAdapters(needs)), ...instead };
  const apiKeys = createApiKeyCache(db, { sandbox: config.sandbox });
  const institutions = createInstitutionCache(db);
  return {
    config,
    clock,
    log,
    lines,
    db,
    store,
    adapters,
    apiKeys,
    institutions,
    documentsInMemory: createSemaphore(maxDocumentsInMemory),
    keyring,
    rateLimiter: createRateLimiter({ rates: config.rates, now: () => clock.now().getTime() }),
    close: async () => {
      await apiKeys.close();
      await institutions.close();
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

/** An account of staff that has accepted its invitation; with the demo reviewer's password, which needs no hashing. */
export async function createTestReviewer(
  db: Database,
  { email, name, role, now }: { email: string; name: string; role: StaffRole; now: Date },
): Promise<{ reviewer: Reviewer; password: string }> {
  const { password, passwordHash } = demoReviewer;
  const row = { id: platform.uuid(), email: normalizeEmail(email), name, role, passwordHash, createdAt: now };
  const [reviewer] = await db.insert(reviewers).values(row).returning();
  if (!reviewer) throw new Error('The reviewer was not stored');
  return { reviewer, password };
}

/** Gives an account a second factor. */
export async function enrolTestReviewer(
  db: Database,
  { id, keyring }: { id: string; keyring: Keyring },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = generateTotpSecret();
  const recoveryCodes = generateRecoveryCodes();
  await db
    .update(reviewers)
    .set({
      totpSecret: encryptTotpSecret(keyring, id, secret),
      recoveryHashes: recoveryCodes.map(hashSecret),
    })
    .where(eq(reviewers.id, id));
  return { secret, recoveryCodes };
}
