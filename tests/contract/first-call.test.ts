/** The developers' page describes a first call exactly as the server behaves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiBase } from '../../server/api/mount.ts';
import { developerPages } from '../../server/developers/pages.ts';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { embedded, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = embedded();
  app = await openApp(database);
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

it('the first call on the developer page gets the answer shown below it', async () => {
  const site = 'https://site.example';
  const html = await (await developerPages(apiBase, { site, key: demoKey }).request('/developers')).text();
  const [, given = '', answer = ''] =
    /<pre>(curl [^<]+)<\/pre><p class="soft">The answer:<\/p><pre>([^<]+)<\/pre>/.exec(html) ?? [];
  const [, address = ''] = /^curl '([^']+)'/.exec(given) ?? [];
  const headers = [...given.matchAll(/-H '([\w-]+): ([^']+)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(address.startsWith(site)).toBe(true);
  const path = address.slice(site.length);
  const reply = await app.site.request(path, { headers: headers as [string, string][] });
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual(JSON.parse(answer.replaceAll('&quot;', '"')));
  expect((await app.site.request(path)).status).toBe(401);
});
