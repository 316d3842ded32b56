/** The real server in this process, over a database of its own. */
import { mkdirSync } from 'node:fs';
import { type Adapters, chooseAdapters } from '../../server/adapters/index.ts';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import { maxDocumentsInMemory } from '../../server/documents/add.ts';
import { createSemaphore } from '../../server/documents/semaphore.ts';
import { loadKeyring } from '../../server/config/load-keyring.ts';
import { setKeyring } from '../../server/encryption/database-keyring.ts';
import type { Services } from '../../server/api/handler.ts';
import { handlers } from '../../server/handlers/index.ts';
import { createApiKeyCache } from '../../server/partners/api-key-cache.ts';
import { createRateLimiter } from '../../server/http/rate-limiter.ts';
import { bindStore, openInstallation } from '../../server/documents/installation.ts';
import { createLog } from '../../server/platform/log.ts';
import { createInstitutionCache } from '../../server/masters/institution-cache.ts';
import { apiBase, mountApi } from '../../server/api/mount.ts';
import { openObjectStore } from '../../packages/object-store/open.ts';
import { ensureDemoData, sandboxAdapters } from '../../server/sandbox/index.ts';
import type { TestDatabase } from '../support/databases.ts';
import { describeReport, verifyTimelines } from '../../server/timeline/verify.ts';
import { callsTo } from './calls.ts';
import { manualClock } from '../../server/testing/clock.ts';
import { unlimitedRates } from '../../server/testing/config.ts';

export type App = Awaited<ReturnType<typeof openApp>>;

/**
 * Opens an app; closing it verifies all timelines except those of the loans in `handWritten` (with reasons).
 * @param env variables added to the configuration; @param instead adapters that replace the sandbox's
 */
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
    CLAMD: 'none',
    REENTRY_ANSWER_MS: '0',
    // Jobs run only in tests that start them.
    OTP_DELIVERY_MS: '0',
    OTP_HASH_COST: '1',
    ...unlimitedRates,
    ...database.env,
    ...env,
  });
  const clock = manualClock(new Date('2026-07-20T06:30:00Z'));
  const lines: string[] = [];
  const log = createLog('errors', (line) => lines.push(line));
  const { db, notifications, close } = await openDatabase(config);
  const keyring = await loadKeyring(config);
  setKeyring(db, keyring);
  await openInstallation(db, true, clock.now());
  await ensureDemoData(db, clock.now());
  const store = await openObjectStore({ config, clock, log });
  const adapters = {
    ...(await chooseAdapters({ config, db, clock, store, sandbox: sandboxAdapters })),
    ...instead,
  };
  await bindStore(db, adapters.objects, clock.now());
  const documentsInMemory = createSemaphore(maxDocumentsInMemory);
  const rateLimiter = createRateLimiter({ rates: config.rates, now: () => clock.now().getTime() });
  const apiKeys = createApiKeyCache(db, { sandbox: true, notifications });
  const institutions = createInstitutionCache(db, { notifications });
  const made = { adapters, apiKeys, institutions, keyring, documentsInMemory, rateLimiter };
  const services: Services = { config, clock, log, db, ...made };
  const { site, call, noted } = callsOf(services, () => lines.at(-1) ?? '');
  const handWritten = new Map<string, string>();
  const closeApp = async () => {
    const { unexplained, ...counts } = await verifyTimelines(db);
    const open = unexplained.filter(({ loanId }) => !handWritten.has(loanId));
    await apiKeys.close();
    await institutions.close();
    await close();
    if (open.length > 0) throw new Error(describeReport({ ...counts, unexplained: open }).join('\n'));
  };
  return { call, db, clock, config, handWritten, noted, lines, site, services, store, close: closeApp };
}

/** Calls to the API over these services. @param why what the server says of its last failure */
export function callsOf(services: Services, why?: () => string) {
  const site = mountApi(services, handlers, { base: apiBase });
  return { site, ...callsTo(async (path, init) => site.request(path, init), why) };
}
