/** The built app: its files, and the pages of the embedded flow, the consumer app and the desk (decision 4). */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { accountPages, serverRoute } from '../../domain/pages/account-pages.ts';
import { legalDocuments, legalPath, legalVersions } from '../../domain/pages/legal.ts';
import { loanPath, places, steps } from '../../domain/pages/steps.ts';
import { isTestFlag } from '../../domain/loan/test-flag.ts';
import { type LanguageCode, languages } from '../../locales/index.ts';
import { type Asset, createAsset, readAssets } from './assets.ts';
import type { Config } from '../config/config.ts';
import {
  type FirstScreenName,
  firstScreenLanguage,
  firstScreenPath,
  firstScreenPaths,
  firstScreens,
  withSupport,
} from './first-screen.ts';
import type { Services } from '../api/handler.ts';
import { findPagePartner, type PagePartner } from '../partners/api-keys.ts';
import { loadContract } from '../contract/contract.ts';
import { parseByteRange } from '../../packages/object-store/index.ts';
import { clientAddress, clientGroup } from '../http/client-address.ts';
import type { Limit } from '../contract/policy.ts';
import { tooManyCalls } from '../http/problem.ts';
import type { HonoEnv } from '../platform/env.ts';
import { appMessages } from '../texts/app-messages.ts';

/** The pages of the embedded flow, as Hono writes paths. */
const embeddedRoutes = [loanPath, ...places.map((place) => steps[place].path)].map(serverRoute);

/** The routes of the first screens that the build has rendered. */
const createRoute = serverRoute(steps.create.path);
const signInRoute = serverRoute(accountPages.signIn.path);
const deskRoute = '/review';

/** The routes of the consumer app (decision 4). */
const accountRoutes = [
  ...Object.values(accountPages).map(({ path }) => serverRoute(path)),
  ...legalDocuments.flatMap((document) => [
    `/app/${document}`,
    ...legalVersions[document].map((version) => legalPath(document, version)),
  ]),
];

/** The service worker of the consumer app (decision 80). */
const workerPath = '/service-worker.js';

const deskRoutes = [deskRoute, `${deskRoute}/*`] as const;

/** The script that partners' pages load from here (docs/embedding.md). */
export const embedScriptPath = '/embed.js';

/** The pages themselves are served at their routes alone. */
const pageFiles = ['/index.html', '/account.html', '/review.html', ...firstScreenPaths];

const notBuilt = 'The app is not built. Run: npm start';
const nothingHere = 'There is nothing at this address';

type PageServices = Pick<Services, 'config' | 'db' | 'clock' | 'adapters' | 'apiKeys' | 'rateLimiter'>;

/** @returns the pages, and whether there is an app to serve */
export function mountPages(services: PageServices): { app: Hono<HonoEnv>; built: boolean } {
  const { config, db, apiKeys, rateLimiter } = services;
  const assets = readAssets(config.appDir);
  const { page, sendPage, firstScreenOf } = pageSender(assets, services);
  const { address: limit } = loadContract().limits;
  const partnerOf = (call: Context<HonoEnv>) =>
    findPartner(call, { db, config, apiKeys, rateLimiter, limit });
  const app = new Hono<HonoEnv>();

  const sendFlow = (
    call: Context,
    status: 200 | 404,
    partner?: PagePartner,
    framers = partner?.framers ?? [],
  ) => {
    const origins = framers.length > 0 && { 'host-origins': framers.join(' ') };
    const isFirst = status === 200 && partner && call.req.path === createRoute;
    const sent = isFirst ? firstScreenOf(call, 'create') : page('/index.html');
    return sendPage(call, sent, { status, framers, facts: { 'key-id': partner?.id ?? '', ...origins } });
  };
  // The consumer app may not be framed, regardless of the key in its address (decision 1).
  const sendAccount = async (call: Context<HonoEnv>, status: 200 | 404) => {
    const partner = await partnerOf(call);
    const isFirst = call.req.path === signInRoute;
    const sent = isFirst ? firstScreenOf(call, 'signIn') : page(firstScreens.signIn.page);
    return sendPage(call, sent, { status, facts: { 'key-id': partner?.id ?? '' } });
  };
  for (const route of embeddedRoutes)
    app.get(route, async (call) => sendFlow(call, 200, await partnerOf(call)));
  for (const route of accountRoutes) app.get(route, (call) => sendAccount(call, 200));
  for (const route of deskRoutes)
    app.get(route, (call) => {
      const isFirst = call.req.path === deskRoute;
      return sendPage(call, isFirst ? firstScreenOf(call, 'deskSignIn') : page(firstScreens.deskSignIn.page));
    });
  mountScripts(app, assets, config);
  app.get(embedNoticePath, async (call) => embedNotice(call, await partnerOf(call)));
  app.get('*', async (call) => {
    const asset = assets.get(call.req.path);
    if (asset && !pageFiles.includes(call.req.path)) {
      return send(call, asset, 200, asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    }
    const wantsPage = call.req.header('accept')?.includes('text/html') ?? false;
    if (!wantsPage || !page('/index.html')) return call.text(nothingHere, 404);
    if (call.req.path.startsWith('/app/')) return sendAccount(call, 404);
    return sendFlow(call, 404, await partnerOf(call), []);
  });
  return { app, built: page('/index.html') !== undefined };
}

/** Sends the pages of the build with the server's settings and the facts of a call in them. */
function pageSender(
  assets: ReadonlyMap<string, Asset>,
  { config, adapters, clock }: Pick<Services, 'config' | 'adapters' | 'clock'>,
) {
  const pages = new Map(
    pageFiles.flatMap((path) => {
      const file = assets.get(path);
      return file ? [[path, withSettings(file, config)]] : [];
    }),
  );
  return {
    page: (path: string): Page | undefined => pages.get(path),
    async sendPage(
      call: Context,
      page: Page | undefined,
      { status = 200, framers = [], facts = {} }: Partial<Served> = {},
    ) {
      if (!page) return call.text(notBuilt, 404);
      for (const [name, value] of pageHeaders(page, framers, adapters.objects.origin))
        call.header(name, value);
      return send(call, withFacts(page, { ...facts, now: clock.now().toISOString() }), status, 'no-cache');
    },
    /** The page with its first screen in it, where the build has rendered it. */
    firstScreenOf(call: Context, name: FirstScreenName): Page | undefined {
      call.header('vary', 'accept-language');
      const { language, test } = call.req.query();
      const isTest = firstScreens[name].hasTest && isTestFlag(test);
      const isOffered = (code: LanguageCode) => pages.has(firstScreenPath(name, code, isTest));
      const shown = firstScreenLanguage(language, call.req.header('accept-language'), isOffered);
      return pages.get(firstScreenPath(name, shown, isTest)) ?? pages.get(firstScreens[name].page);
    },
  };
}

/** The scripts that keep their addresses: the service worker, and what a partner's page loads. */
function mountScripts(app: Hono<HonoEnv>, assets: ReadonlyMap<string, Asset>, config: Config): void {
  app.get(workerPath, (call) => {
    const worker = assets.get(config.serviceWorker ? workerPath : '/service-worker-removal.js');
    if (!worker) return call.text(nothingHere, 404);
    call.header('content-security-policy', "default-src 'none'; connect-src 'self'");
    return send(call, worker, 200, 'no-cache');
  });
  app.get(embedScriptPath, (call) => {
    const script = assets.get(embedScriptPath);
    if (!script) return call.text(notBuilt, 404);
    // The header serves script tags with `crossorigin`.
    call.header('access-control-allow-origin', '*');
    return send(call, script, 200, 'public, max-age=300');
  });
}

async function send(call: Context, asset: Asset, status: 200 | 404, cache: string): Promise<Response> {
  const { bytes, encoding } = await asset.packed(call.req.header('accept-encoding') ?? '');
  const etag = encoding ? asset.etag.replace(/"$/, `-${encoding}"`) : asset.etag;
  call.header('cache-control', cache);
  call.header('etag', etag);
  call.header('vary', 'accept-encoding', { append: true });
  if (status === 200 && call.req.header('if-none-match') === etag) return call.body(null, 304);
  call.header('content-type', asset.type);
  if (encoding) call.header('content-encoding', encoding);
  else call.header('accept-ranges', 'bytes');
  // A client with a part of another version gets the whole.
  const isSame = [undefined, etag].includes(call.req.header('if-range'));
  const isDivisible = !encoding && status === 200 && isSame;
  const range = isDivisible ? parseByteRange(call.req.header('range'), bytes.length) : undefined;
  if (range === undefined) {
    call.header('content-length', String(bytes.length));
    return call.body(bytes, status);
  }
  call.header('content-range', `bytes ${range ? `${range.start}-${range.end}` : '*'}/${bytes.length}`);
  if (range === null) return call.body(null, 416);
  const part = bytes.subarray(range.start, range.end + 1);
  call.header('content-length', String(part.length));
  return call.body(part, 206);
}

/**
 * Returns the partner of a page by its address; a revoked key opens the pages of a loan alone.
 * @throws Problem 429 if the client has opened too many, or tried too many keys
 */
async function findPartner(
  call: Context<HonoEnv>,
  needs: Pick<Services, 'db' | 'config' | 'apiKeys' | 'rateLimiter'> & { limit: Limit },
): Promise<PagePartner | undefined> {
  const { db, config, apiKeys, rateLimiter, limit } = needs;
  const { api_key: key, k: partnerId } = call.req.query();
  if (!key && !partnerId) return undefined;
  const client = clientGroup(clientAddress(call, config.trustProxy));
  const wait = rateLimiter.take(limit, client, 1);
  if (wait > 0) throw tooManyCalls(wait);
  const acceptsRevoked = Boolean(call.req.param('id'));
  const scope = { sandbox: config.sandbox, acceptsRevoked };
  const partner = await findPagePartner(db, { key, partnerId }, scope, (secret) =>
    apiKeys.find(secret, { acceptsRevoked }),
  );
  if (!partner) rateLimiter.take(limit, client, limit.failure);
  return partner;
}

type Page = Asset & { scripts: string[]; styles: string[] };

type Served = {
  status: 200 | 404;
  framers: string[];
  /** The values for this request only, by the name of their meta element. */
  facts: Record<string, string>;
};

/** @param storage another site than ours that keeps the documents, see `Objects` */
function pageHeaders(page: Page, framers: string[], storage = ''): [string, string][] {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${page.scripts.join(' ')}`.trim(),
    `style-src 'self' ${page.styles.join(' ')}`.trim(),
    `img-src 'self' data: blob: ${storage}`.trim(),
    "font-src 'self'",
    // The captions of a video are a file that the page makes of its messages.
    "media-src 'self' blob:",
    `connect-src 'self' ${storage}`.trim(),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.length > 0 ? framers.join(' ') : "'none'"}`,
  ];
  return [
    ['content-security-policy', policy.join('; ')],
    ...(framers.length > 0 ? [] : [['x-frame-options', 'DENY'] as [string, string]]),
  ];
}

/** The page as it is served: what the app needs to know of this server is in its head. */
function withSettings(index: Asset, config: Config): Page {
  const { phone, email } = config.support;
  const shown = { phone: escaped(phone), email: escaped(email) };
  const html = withMeta(withSupport(Buffer.from(index.bytes).toString('utf8'), shown), {
    'support-phone': phone,
    'support-email': email,
  });
  return {
    ...createAsset('/index.html', html),
    scripts: hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}

/** The page with what holds for this request only, such as the server's time. */
const withFacts = (page: Page, facts: Record<string, string>): Asset =>
  createAsset('/index.html', withMeta(Buffer.from(page.bytes).toString('utf8'), facts), 4);

const withMeta = (html: string, facts: Record<string, string>): string =>
  html.replace('</head>', () => {
    const metas = Object.entries(facts).map(
      ([name, content]) => `<meta name="${name}" content="${escaped(content)}" />`,
    );
    return `${metas.join('')}</head>`;
  });

/** Inline code of the page itself may run by its hash; nothing that is added later may. */
const hashesOf = (html: string, tag: RegExp): string[] =>
  [...html.matchAll(tag)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const embedNoticePath = '/embed/notice.js';

const messages = appMessages(['embed.notAllowed.text', 'embed.notAllowed.open']);

/**
 * Answers `/embed.js` about the page that it runs in, because a browser tells no page that the site is not one that may
 * frame another.
 * @returns a module, for which a site's `script-src` is enough; its default export is null where the site may frame the
 * page (decision 1)
 */
function embedNotice(call: Context, partner: PagePartner | undefined): Response {
  const origins = call.req.queries('origin') ?? [];
  const isAllowed =
    origins.length > 0 && origins.every((origin) => partner?.framers.includes(origin) === true);
  const accepted = call.req.header('accept-language');
  const language = firstScreenLanguage(call.req.query('language'), accepted, () => true);
  const { 'embed.notAllowed.text': text, 'embed.notAllowed.open': open } = messages[language];
  const notice = isAllowed ? null : { lang: languages[language].tag, text, open: partner ? open : null };
  call.header('access-control-allow-origin', '*');
  call.header('cache-control', 'no-store');
  call.header('content-type', 'text/javascript; charset=utf-8');
  return call.body(`export default ${JSON.stringify(notice)};\n`);
}
