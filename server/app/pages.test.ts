import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalPath } from '../../domain/pages/legal.ts';
import type { ApiKeyCache } from '../partners/api-key-cache.ts';
import { revokeApiKey } from '../partners/api-keys.ts';
import { asProblem } from '../http/error-to-problem.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import { demoKey } from '../sandbox/demo-key.ts';
import { mountPages } from './pages.ts';
import { createTestPartner, openTestServices, type TestServices } from '../testing/services.ts';
import { testScript, testScriptPath, testVideoPath, writeTestApp } from '../testing/app.ts';

const { appDir, remove } = writeTestApp();
let services: TestServices;
let app: ReturnType<typeof mountPages>['app'];

beforeAll(async () => {
  services = await openTestServices({
    APP_DIR: appDir,
    SUPPORT_PHONE: '+91 44 1234 "5678"',
    SUPPORT_EMAIL: 'help@school.example',
  });
  app = mountPages(services).app;
});
afterAll(async () => {
  await services.close();
  remove();
});

const policyAt = async (path: string) =>
  (await app.request(path)).headers.get('content-security-policy') ?? '';

describe('the first screen', () => {
  const screenAt = async (path: string, language = '') => {
    const answer = await app.request(path, { headers: { 'accept-language': language } });
    return /<p>([\w-]+):/.exec(await answer.text())?.[1];
  };

  it.each([
    ['the browser says nothing', '', '', 'create-en'],
    ['the browser prefers Tamil', '', 'ta-IN,ta;q=0.9,en;q=0.8', 'create-ta'],
    ['the browser prefers a language that is not offered', '', 'fr,ta;q=0.5', 'create-ta'],
    ['the address names Tamil', '&language=ta', 'en-IN', 'create-ta'],
    ['the address names what is no language', '&language=xx', 'ta', 'create-ta'],
    ['test loans are made', '&language=ta&test=1', '', 'create-ta-test'],
    ['it is not rendered for test loans', '&test=1', '', undefined],
  ])('is part of the page where %s', async (_, search, accepted, screen) => {
    expect(await screenAt(`/?api_key=${demoKey}${search}`, accepted)).toBe(screen);
  });

  it('is the sign-in of customers or of the desk at their addresses', async () => {
    expect(await screenAt('/app/sign-in')).toBe('signIn-en');
    expect(await screenAt('/app/sign-in?test=1', 'ta')).toBe('signIn-ta');
    expect(await screenAt('/review', 'ta')).toBe('deskSignIn-ta');
  });

  it('is not part of any other page, nor of a page without a valid key', async () => {
    for (const path of [
      '/',
      '/?api_key=wrong',
      `/loan/7?api_key=${demoKey}`,
      `/app?api_key=${demoKey}`,
      '/app/profile',
      '/review/invitation',
    ])
      expect([path, await screenAt(path)]).toEqual([path, undefined]);
    expect((await app.request('/first-screen/create-en.html')).status).toBe(404);
  });

  it('shows the contact of the support, and the policy allows its script', async () => {
    const answer = await app.request(`/?api_key=${demoKey}`);
    const text = await answer.text();
    expect(text).toContain('<a href="tel:+914412345678">+91 44 1234 &quot;5678&quot;</a>');
    expect(text).toContain('<a href="mailto:help@school.example">help@school.example</a>');
    expect(answer.headers.get('vary')).toBe('accept-language, accept-encoding');
  });
});

describe('the page', () => {
  it('is served at the five addresses of the flow', async () => {
    for (const path of ['/', '/loan/7', '/loan/7/student', '/loan/7/applications', '/loan/7/success']) {
      const answer = await app.request(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
    const other = await app.request('/loan/7/elsewhere', { headers: { accept: 'text/html' } });
    expect(other.status).toBe(404);
    expect((await app.request('/loan/7/elsewhere')).headers.get('content-type')).toContain('text/plain');
  });

  it('reads its key once, and refuses a client for a minute after too many keys', async () => {
    const keys: string[] = [];
    const { apiKeys } = services;
    const config = { ...services.config, rates: { address: 43 } };
    const rateLimiter = createRateLimiter({ rates: config.rates, now: () => services.clock.now().getTime() });
    const find: ApiKeyCache['find'] = (secret, scope) => {
      keys.push(secret);
      return apiKeys.find(secret, scope);
    };
    const pages = mountPages({ ...services, config, rateLimiter, apiKeys: { ...apiKeys, find } }).app;
    pages.onError((error, call) => call.text('', asProblem(error).status as 429));
    const statuses: number[] = [];
    for (const key of [demoKey, 'wrong', 'wrong as well', 'and again', demoKey])
      statuses.push((await pages.request(`/?api_key=${key}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(keys).toEqual([demoKey, 'wrong', 'wrong as well']);
    // A page without a key costs the server nothing.
    expect((await pages.request('/')).status).toBe(200);
  });

  it("carries its key's public id and the server's time, never the key", async () => {
    const text = await (await app.request(`/?api_key=${demoKey}`)).text();
    expect(text).toContain('<meta name="key-id" content="demo" />');
    expect(text).toContain('<meta name="now" content="2026-07-20T06:30:00.000Z" />');
    expect(text).not.toContain(demoKey);
    expect(await (await app.request('/?k=nobody')).text()).toContain('<meta name="key-id" content="" />');
  });

  it('carries the id of its key at an unknown address, where it cannot be framed', async () => {
    const answer = await app.request(`/nowhere?api_key=${demoKey}`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<meta name="key-id" content="demo" />');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  it('serves each version of the terms and the privacy policy, which cannot be framed', async () => {
    for (const path of ['/app/terms', '/app/privacy', legalPath('terms'), legalPath('privacy')]) {
      const answer = await app.request(path);
      expect([path, answer.status, answer.headers.get('x-frame-options')]).toEqual([path, 200, 'DENY']);
    }
    expect((await app.request('/app/terms/1999-01-01')).status).toBe(404);
  });

  it('carries the support phone', async () => {
    expect(await (await app.request('/')).text()).toContain(
      '<meta name="support-phone" content="+91 44 1234 &quot;5678&quot;" />',
    );
  });

  it('can be framed only by the origins of the key in its address', async () => {
    const origins = ['https://school.example', 'https://portal.example:8443'];
    const { key, keyId, partnerId } = await createTestPartner(services.db, {
      name: 'School',
      origins,
      now: services.clock.now(),
    });
    const framed = `frame-ancestors ${origins.join(' ')}`;
    expect(await policyAt(`/?api_key=${key}`)).toContain(framed);
    expect(await policyAt(`/loan/7/student?k=${partnerId}`)).toContain(framed);
    expect((await app.request(`/?k=${partnerId}`)).headers.get('x-frame-options')).toBeNull();
    for (const path of ['/', '/?api_key=wrong', '/?k=wrong', '/?k=%00', '/?api_key=feepath-demo-key']) {
      expect(await policyAt(path)).toContain("frame-ancestors 'none'");
    }
    expect((await app.request('/')).headers.get('x-frame-options')).toBe('DENY');

    // The origins that the framed page may talk to.
    const meta = `<meta name="host-origins" content="${origins.join(' ')}" />`;
    for (const path of [`/?api_key=${key}`, `/loan/7?k=${partnerId}`])
      expect(await (await app.request(path)).text()).toContain(meta);
    for (const path of ['/', '/?api_key=wrong', `/app/loan/7/documents?api_key=${key}`])
      expect(await (await app.request(path)).text()).not.toContain('host-origins');

    await revokeApiKey(services.db, keyId, services.clock.now());
    const known = `<meta name="key-id" content="${partnerId}" />`;
    for (const query of [`?api_key=${key}`, `?k=${partnerId}`]) {
      expect(await policyAt(`/loan/7${query}`)).toContain("frame-ancestors 'none'");
      expect(await (await app.request(`/loan/7${query}`)).text()).toContain(known);
      expect(await (await app.request(`/${query}`)).text()).not.toContain(known);
    }
  });

  it('tells the script of a site whether the site may frame it', async () => {
    const origins = ['https://school.example'];
    const { key } = await createTestPartner(services.db, { name: 'A', origins, now: services.clock.now() });
    const noticeAt = async (query: string) => {
      const answer = await app.request(`/embed/notice.js?${query}`);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('content-type')).toContain('text/javascript');
      return JSON.parse(/^export default (.+);\n$/.exec(await answer.text())?.[1] ?? '') as object | null;
    };
    expect(await noticeAt(`api_key=${key}&origin=https://school.example`)).toBeNull();
    const notAllowed = [
      `api_key=${key}&origin=https://www.school.example`,
      `api_key=${key}&origin=https://school.example&origin=https://portal.example`,
      `api_key=${key}`,
    ];
    for (const query of notAllowed)
      expect(await noticeAt(query)).toMatchObject({ lang: 'en-IN', open: 'Open it in a new tab' });
    expect(await noticeAt(`api_key=${key}&language=tl`)).toMatchObject({ lang: 'te' });
    expect(await noticeAt('api_key=wrong&origin=https://school.example')).toMatchObject({ open: null });
  });

  it('allows only its own inline code, by hash', async () => {
    const policy = await policyAt('/');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]+';/);
    expect(policy).not.toContain('unsafe');
  });
});

it('the policy of the pages allows the site of the documents and no other site', async () => {
  const origin = 'https://loans.s3.ap-south-1.amazonaws.com';
  const adapters = { ...services.adapters, objects: { ...services.adapters.objects, origin } };
  const { app: other } = mountPages({ ...services, adapters });
  for (const path of ['/', '/loan/7', '/review']) {
    const policy = (await other.request(path)).headers.get('content-security-policy');
    expect(policy).toContain(`; img-src 'self' data: blob: ${origin};`);
    expect(policy).toContain(`; connect-src 'self' ${origin};`);
    expect(policy?.split(origin)).toHaveLength(3);
    expect(await policyAt(path)).toContain("; img-src 'self' data: blob:;");
    expect(await policyAt(path)).toContain("; connect-src 'self';");
  }
});

describe('the consumer app', () => {
  const addresses = ['/app', '/app/loan/7/documents', '/app/terms', legalPath('privacy')];

  it('has a separate page that cannot be framed with any key', async () => {
    for (const path of addresses) {
      for (const query of ['', `?api_key=${demoKey}`]) {
        const answer = await app.request(path + query);
        expect([path, answer.status]).toEqual([path, 200]);
        const text = await answer.text();
        expect(text).toContain('<p>The consumer app</p>');
        expect(text).toContain(`<meta name="key-id" content="${query && 'demo'}" />`);
        expect(answer.headers.get('x-frame-options')).toBe('DENY');
      }
    }
  });

  it('serves its own page with status 404 for an unknown address', async () => {
    const answer = await app.request('/app/nowhere', { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<p>The consumer app</p>');
    const other = await app.request('/application', { headers: { accept: 'text/html' } });
    expect(await other.text()).not.toContain('The consumer app');
  });
});

it('the server serves the service worker or its removal, and neither can fetch from other sites', async () => {
  const answer = await app.request('/service-worker.js');
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(await answer.text()).toBe('stored');
  const config = { ...services.config, serviceWorker: false };
  const { app: other } = mountPages({ ...services, config });
  expect(await (await other.request('/service-worker.js')).text()).toBe('removed');
});

describe("the reviewer's desk", () => {
  const addresses = ['/review', '/review/', '/review/queue', '/review/applications/7'];

  it('has a separate page from the flow', async () => {
    for (const path of addresses) {
      const answer = await app.request(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const text = await answer.text();
      expect(text).toContain('<p>The desk</p>');
      expect(text).toContain('<meta name="now" content="2026-07-20T06:30:00.000Z" />');
      expect(text).toContain('<meta name="support-phone"');
      expect(text).not.toContain('key-id');
    }
    for (const path of ['/', '/loan/review', '/reviewer', '/loan/7/review']) {
      const answer = await app.request(path, { headers: { accept: 'text/html' } });
      expect(await answer.text()).not.toContain('The desk');
    }
  });

  it('cannot be framed with any key', async () => {
    const origins = ['https://school.example'];
    const { key, partnerId } = await createTestPartner(services.db, {
      name: 'School',
      origins,
      now: services.clock.now(),
    });
    for (const path of addresses) {
      for (const query of ['', `?api_key=${key}`, `?k=${partnerId}`]) {
        const { headers } = await app.request(path + query);
        const policy = headers.get('content-security-policy');
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("img-src 'self' data: blob:");
        expect(policy).toContain("media-src 'self' blob:;");
        expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
        expect(policy).not.toContain('unsafe');
        expect(headers.get('x-frame-options')).toBe('DENY');
      }
    }
  });
});

describe('files', () => {
  const get = (headers: Record<string, string>) => app.request(testScriptPath, { headers });

  it('are cached for ever where their name contains their hash', async () => {
    const answer = await get({});
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(testScript);
  });

  it('are compressed in the encoding that the client accepts', async () => {
    const packed = await get({ 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(testScript);
    const zipped = await get({ 'accept-encoding': 'gzip, br;q=0' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(testScript);
    const etag = zipped.headers.get('etag') ?? '';
    const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  it.each([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=0-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=4-2', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
  ])('that are not compressed are sent in parts: %s', async (range, status, contentRange, body) => {
    const answer = await app.request(testVideoPath, { headers: { range, 'accept-encoding': 'br' } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(body);
  });

  it('are sent whole where the client has a part of another version, or where they are compressed', async () => {
    const { headers } = await app.request(testVideoPath);
    const partFor = (etag: string) =>
      app.request(testVideoPath, { headers: { range: 'bytes=2-4', 'if-range': etag } });
    expect((await partFor(headers.get('etag') ?? '')).status).toBe(206);
    expect((await partFor('"other"')).status).toBe(200);
    const packed = await get({ 'accept-encoding': 'br', range: 'bytes=2-4' });
    expect([packed.status, packed.headers.get('accept-ranges')]).toEqual([200, null]);
  });

  it('of the embedding kit can be loaded by other sites and are revalidated after minutes', async () => {
    const answer = await app.request('/embed.js');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.text()).toBe(testScript);
  });

  it('are served only from the folder of the app', async () => {
    for (const other of [
      '/.vite/manifest.json',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/',
      '/index.html',
      '/account.html',
      '/review.html',
    ]) {
      expect((await app.request(other)).status).toBe(404);
    }
  });
});

it('the server says that the app is not built where it is missing', async () => {
  const { app: empty, built } = mountPages({
    ...services,
    config: { ...services.config, appDir: '/nowhere' },
  });
  expect(built).toBe(false);
  for (const path of ['/', '/review', '/review/queue', '/embed.js']) {
    const answer = await empty.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('The app is not built. Run: npm start');
  }
});
