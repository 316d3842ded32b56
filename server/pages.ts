/** The built app: its files, and its one page at the five addresses of the embedded flow (section 2). */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { type Asset, createAsset, readAssets } from './assets.ts';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import { findKey, findKeyById } from './keys.ts';
import type { ServerEnv } from './mount.ts';

const embeddedRoutes = [
  '/',
  '/loan/:id',
  '/loan/:id/student',
  '/loan/:id/applications',
  '/loan/:id/success',
] as const;

/** @returns the pages, and whether there is an app to serve */
export function mountPages({ config, db }: { config: Config; db: Database }): {
  app: Hono<ServerEnv>;
  built: boolean;
} {
  const assets = readAssets(config.appDir);
  const index = assets.get('/index.html');
  const page = index && withSettings(index, config);
  const app = new Hono<ServerEnv>();

  const servePage =
    (status: 200 | 404, framers: (call: Context) => Promise<string[]>) => async (call: Context) => {
      if (!page) return call.text('The app is not built. Run: npm start', 404);
      for (const [name, value] of pageHeaders(page, await framers(call))) call.header(name, value);
      return send(call, page, status, 'no-cache');
    };
  for (const route of embeddedRoutes)
    app.get(
      route,
      servePage(200, (call) => framersOf(call, db)),
    );
  app.get('*', (call) => {
    const asset = assets.get(call.req.path);
    if (asset && call.req.path !== '/index.html') {
      return send(call, asset, 200, asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    }
    const wantsPage = call.req.header('accept')?.includes('text/html') ?? false;
    return wantsPage && page
      ? servePage(404, async () => [])(call)
      : call.text('There is nothing at this address', 404);
  });
  return { app, built: page !== undefined };
}

async function send(call: Context, asset: Asset, status: 200 | 404, cache: string): Promise<Response> {
  const { bytes, encoding } = await asset.packed(call.req.header('accept-encoding') ?? '');
  const etag = encoding ? asset.etag.replace(/"$/, `-${encoding}"`) : asset.etag;
  call.header('cache-control', cache);
  call.header('etag', etag);
  call.header('vary', 'accept-encoding');
  if (status === 200 && call.req.header('if-none-match') === etag) return call.body(null, 304);
  call.header('content-type', asset.type);
  call.header('content-length', String(bytes.length));
  if (encoding) call.header('content-encoding', encoding);
  return call.body(bytes, status);
}

/** Who may frame the page: the origins of the key that its address names (decision 2b). */
async function framersOf(call: Context, db: Database): Promise<string[]> {
  const { api_key: secret, k: keyId } = call.req.query();
  const key = secret ? await findKey(db, secret) : keyId ? await findKeyById(db, keyId) : undefined;
  return key?.origins ?? [];
}

type Page = Asset & { scripts: string[]; styles: string[] };

function pageHeaders(page: Page, framers: string[]): [string, string][] {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${page.scripts.join(' ')}`.trim(),
    `style-src 'self' ${page.styles.join(' ')}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
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

/** The page as it is served: what the app needs to know of this server stands in its head. */
function withSettings(index: Asset, config: Config): Page {
  const html = Buffer.from(index.bytes)
    .toString('utf8')
    .replace(
      '</head>',
      () => `<meta name="support-phone" content="${escaped(config.supportPhone)}" /></head>`,
    );
  return {
    ...createAsset('/index.html', html),
    scripts: hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}

/** What stands in the page itself may run by its hash; nothing that is added later may. */
const hashesOf = (html: string, tag: RegExp): string[] =>
  [...html.matchAll(tag)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
