/** Starts the server: database, seed, adapters, API, pages, background jobs, and the socket for admin commands. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { getPath } from 'hono/utils/url';
import { platform } from '../platform/platform.ts';
import { sleep } from '../platform/timers.ts';
import { type Adapters, chooseAdapters } from '../adapters/index.ts';
import { runCommand } from '../admin/commands.ts';
import { listenForCommands } from '../admin/socket.ts';
import { type Clock, clockStartingAt, systemClock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import { requireSameClock } from '../db/clock-difference.ts';
import { type Database, type OpenDatabase, openDatabase } from '../db/open.ts';
import { developerPages, documentPath } from '../developers/pages.ts';
import { maxDocumentsInMemory } from '../documents/add.ts';
import { createSemaphore } from '../documents/semaphore.ts';
import { loadKeyring } from '../config/load-keyring.ts';
import { setKeyring } from '../encryption/database-keyring.ts';
import type { Services } from '../api/handler.ts';
import { handlers } from '../handlers/index.ts';
import { jobHandlers } from './job-handlers.ts';
import { startJobRunner } from '../jobs/runner.ts';
import { createApiKeyCache } from '../partners/api-key-cache.ts';
import { demoKeyId, demoSecretKeyId, revokeApiKey } from '../partners/api-keys.ts';
import type { DemoAccess } from './banner.ts';
import { asProblem } from '../http/error-to-problem.ts';
import { healthPages } from '../api/health.ts';
import { createMetrics } from '../api/metrics.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import { countCalls, createHttpServer } from '../http/server.ts';
import { startRateLimitSync } from '../api/rate-limit-sync.ts';
import { createLog, errorFields, type Log } from '../platform/log.ts';
import { createInstitutionCache } from '../masters/institution-cache.ts';
import { apiBase, mountApi } from '../api/mount.ts';
import type { HonoEnv } from '../platform/env.ts';
import { siteOf } from '../http/site.ts';
import { type OpenObjectStore, openObjectStore } from '../../packages/object-store/index.ts';
import { bindStore, openInstallation } from '../documents/installation.ts';
import { embedScriptPath, mountPages } from './pages.ts';
import type { Faults } from '../sandbox/faults.ts';
import { disableReviewer } from '../staff/reviewers.ts';
import { demoReviewerEmail } from '../staff/sessions.ts';

export type RunningServer = {
  /** The address without a slash at the end. */
  url: string;
  db: Database;
  /** The fault switches of a sandbox. */
  faults: Faults | undefined;
  /** The demo credentials of a sandbox. */
  demo: DemoAccess | undefined;
  /** True if the app has been built. */
  built: boolean;
  /**
   * Is not ready at once, takes no more calls after `DRAIN_MS`, lets those under way end for `graceMs`, then closes the
   * database. May be called twice.
   */
  close: (graceMs?: number) => Promise<void>;
};

/** The parts that tests put in place of the clock, the log or single adapters. */
type Substitutes = { clock?: Clock; log?: Log; adapters?: Partial<Adapters> };

export async function startServer(asked: Config, instead: Substitutes = {}): Promise<RunningServer> {
  const database = await openDatabase({ ...asked, migrates: asked.migratesAtStart });
  try {
    await requireSameClock(database.db);
    // Links in messages need the port that the system chose, which is known only once the server listens.
    return await serve(database, await openServices(database, { ...asked }, instead));
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openServices(
  { db, notifications, connections }: OpenDatabase,
  config: Config,
  instead: Substitutes,
) {
  const clock = instead.clock ?? (config.startAt ? clockStartingAt(config.startAt) : systemClock);
  const log = instead.log ?? createLog(config.log);
  const keyring = await loadKeyring(config);
  setKeyring(db, keyring);
  await openInstallation(db, config.sandbox, clock.now());
  // Production does not load what a sandbox is made of.
  const sandbox = config.sandbox ? await import('../sandbox/index.ts') : undefined;
  await (sandbox ? sandbox.ensureDemoData(db, clock.now()) : disableDemoRows(db, clock.now()));
  const faults = sandbox?.createFaults();
  const store = config.s3 ? undefined : await openObjectStore({ config, clock, log, switches: faults });
  const metrics = createMetrics({ db, clock }, connections);
  const chosen = await chooseAdapters({
    onAccessRefused: metrics.countAccessRefused,
    ...{ config, db, clock, store, switches: faults },
    sandbox: sandbox?.sandboxAdapters,
  });
  const adapters = { ...chosen, ...instead.adapters };
  await bindStore(db, adapters.objects, clock.now());
  const services = {
    ...{ db, clock, config, log, adapters, keyring },
    apiKeys: createApiKeyCache(db, { sandbox: config.sandbox, notifications }),
    institutions: createInstitutionCache(db, { notifications }),
    documentsInMemory: createSemaphore(maxDocumentsInMemory),
    rateLimiter: createRateLimiter({ rates: config.rates, now: () => clock.now().getTime() }),
    metrics,
    ...(faults && { faults }),
  };
  return { services, sandbox, faults, store, closeObjects: () => chosen.objects.close?.() };
}

async function serve(
  { db, kind, notifications, hasAnsweredWithin, close: closeDatabase }: OpenDatabase,
  { services, sandbox, faults, store, closeObjects }: Awaited<ReturnType<typeof openServices>>,
): Promise<RunningServer> {
  const { clock, config, log, adapters, metrics, apiKeys, institutions, rateLimiter } = services;
  let isStopping = false;
  const health = healthPages({
    ...{ db, hasAnsweredWithin },
    metrics,
    metricsToken: config.metricsToken,
    isStopping: () => isStopping,
  });
  const { app, built } = await createApp(services, {
    health,
    store,
    sandboxPages: sandbox && faults && sandbox.sandboxPages({ db, clock, config }, faults),
    demoKey: sandbox?.demoAccess(config).key,
  });
  const { fetch, whenIdle } = countCalls(app);
  const server = createHttpServer({ fetch }, { log, maxConnections: config.maxConnections });
  const closeAdminSocket = kind === 'pglite' ? await listenForAdmin(services) : undefined;
  try {
    await listen(server, config);
  } catch (error) {
    await closeAdminSocket?.();
    throw error;
  }
  config.port = (server.address() as AddressInfo).port;
  await sandbox?.setDemoPartnerOrigin(db, config);
  const needs = { db, clock, log, adapters, config, metrics };
  const runner = startJobRunner({ ...needs, notifications }, jobHandlers(needs));
  const shared = kind === 'postgres' ? [startRateLimitSync(db, rateLimiter, log)] : [];
  let closing: Promise<void> | undefined;
  return {
    url: siteOf(config),
    db,
    faults,
    demo: sandbox?.demoAccess(config),
    built,
    close(graceMs = config.stopMs) {
      isStopping = true;
      closing ??= sleep(config.drainMs)
        .then(() => faults?.disarmAll())
        .then(() => Promise.all([closeServer(server, whenIdle, graceMs), runner.close(graceMs)]))
        .then(() => Promise.all([apiKeys, institutions, ...shared].map((one) => one.close())))
        .then(() => closeAdminSocket?.())
        .then(closeObjects)
        .then(() => metrics.close())
        .then(closeDatabase);
      return closing;
    },
  };
}

/** The commands of an operator, while the server holds the database's folder. @returns closes the socket */
function listenForAdmin({ db, clock, config, log, adapters, keyring }: Services) {
  const context = {
    ...{ db, clock, config },
    openObjects: async () => adapters.objects,
    openKeyring: async () => keyring,
  };
  return listenForCommands(config.dataDir, (command) =>
    runCommand(context, command).catch((error: unknown) => {
      log.error('admin command failed', { command: command.name, ...errorFields(error) });
      throw error;
    }),
  );
}

type PageParts = {
  health: Hono<HonoEnv>;
  store: OpenObjectStore | undefined;
  sandboxPages: Hono<HonoEnv> | undefined;
  demoKey: string | undefined;
};

/** The API, and everything else. */
async function createApp(
  services: Services,
  parts: PageParts,
): Promise<{ app: Pick<Hono<HonoEnv>, 'fetch'>; built: boolean }> {
  const headers = await headersOf(secureHeaders(securityHeaders(services.config)));
  const api = mountApi(services, handlers, { base: apiBase, headers });
  const { pages, built } = createPages(services, parts);
  const isCall = (path: string) =>
    path === apiBase || (path.startsWith(`${apiBase}/`) && path !== documentPath(apiBase));
  const fetch: Hono<HonoEnv>['fetch'] = (request, ...rest) =>
    (isCall(getPath(request)) ? api : pages).fetch(request, ...rest);
  return { app: { fetch }, built };
}

/** Returns the headers that a middleware sets on every answer alike. */
async function headersOf(middleware: MiddlewareHandler): Promise<Record<string, string>> {
  const app = new Hono().use(middleware).get('/', (call) => call.body(null));
  return Object.fromEntries((await app.request('/')).headers);
}

function createPages(
  services: Services,
  { health, store, sandboxPages, demoKey }: PageParts,
): { pages: Hono<HonoEnv>; built: boolean } {
  const { config, log } = services;
  const app = new Hono<HonoEnv>();
  app.onError((error, call) => {
    const problem = asProblem(error);
    if (problem.status >= 500) log.error('request failed', errorFields(error));
    return call.text(pageMessages[problem.status] ?? 'The request cannot be answered.', {
      status: problem.status as ContentfulStatusCode,
      headers: problem.extra.headers ?? {},
    });
  });
  // Registered first, so that its header is set last: partners' pages may load /embed.js.
  app.use(
    embedScriptPath,
    secureHeaders({ ...securityHeaders(config), crossOriginResourcePolicy: 'cross-origin' }),
  );
  app.use(secureHeaders(securityHeaders(config)));
  app.route('/', health);
  if (store) app.route('/', store.app);
  app.route('/', developerPages(apiBase, { site: siteOf(config), key: demoKey }));
  if (sandboxPages) app.route('/', sandboxPages);
  const { app: pages, built } = mountPages(services);
  app.route('/', pages);
  return { pages: app, built };
}

/** The rows of a sandbox that used the database before; findApiKey and findReviewer refuse them as well. */
async function disableDemoRows(db: Database, now: Date): Promise<void> {
  for (const keyId of [demoKeyId, demoSecretKeyId]) await revokeApiKey(db, keyId, now);
  await disableReviewer(db, demoReviewerEmail, now);
}

/** The texts of error answers, by status, where no page can be shown. */
const pageMessages: Record<number, string> = {
  429: 'Too many pages were opened. Please try again in a minute.',
  500: 'The server failed.',
  503: 'The service cannot answer at the moment. Please try again in a few seconds.',
};

const securityHeaders = ({ publicUrl }: Config) => ({
  referrerPolicy: 'no-referrer',
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  strictTransportSecurity: publicUrl?.startsWith('https:')
    ? 'max-age=31536000; includeSubDomains'
    : (false as const),
  // The page's own headers say who may frame it (decision 1).
  xFrameOptions: false as const,
  xXssProtection: false as const,
});

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
}

const sweepMs = 100;

/** Closes the server. It also waits for calls whose clients have gone, since their queries would fail. */
async function closeServer(server: Server, whenIdle: () => Promise<void>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A kept-alive connection becomes idle only after its response, so it is closed by the interval.
  const sweep = platform.startInterval(() => server.closeIdleConnections(), sweepMs);
  const timeout = platform.startTimer(() => server.closeAllConnections(), graceMs);
  const end = sleep(graceMs, { ref: false });
  await closed;
  timeout.close();
  sweep.close();
  await Promise.race([whenIdle(), end]);
}
