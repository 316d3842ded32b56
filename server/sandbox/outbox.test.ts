import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxMessages } from '../db/schema/sandbox.ts';
import { openTestServices, type TestServices } from '../testing/services.ts';
import { outboxPages } from './outbox.ts';

const id = (n: number) => `e2b7a6c1-0d5b-4f0f-9a51-1f6e0b6f7c1${n}`;

describe('the sandbox outbox', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices();
  });
  afterAll(() => services.close());

  const from =
    (remoteAddress: string, httpVersion = '1.1') =>
    (path: string, headers: Record<string, string> = {}) =>
      outboxPages(services.db).request(
        path,
        { headers },
        { incoming: { socket: { remoteAddress }, httpVersion } },
      );
  const get = from('127.0.0.1');

  it('says that there is nothing yet', async () => {
    expect(await (await get('/sandbox/outbox')).text()).toContain('There is no message yet.');
    expect(await (await get('/sandbox/outbox.json')).json()).toEqual([]);
  });

  it('shows what was handed over, newest first, with its links, and runs nothing of it', async () => {
    await services.db.insert(sandboxMessages).values([
      {
        id: id(1),
        channel: 'sms',
        recipient: '9840012345',
        subject: null,
        text: 'Open https://feepath.example/loan/1?api_key=k&x="y" now',
        receivedAt: new Date('2026-07-20T06:30:00Z'),
      },
      {
        id: id(2),
        channel: 'email',
        recipient: 'meena@parent.example',
        subject: '<b>Hello</b>',
        text: '<script>alert(1)</script>\nநன்றி',
        receivedAt: new Date('2026-07-20T06:31:00Z'),
      },
    ]);
    const json = (await (await get('/sandbox/outbox.json')).json()) as object[];
    expect(json).toEqual([
      expect.objectContaining({
        id: id(2),
        channel: 'email',
        to: 'meena@parent.example',
        subject: '<b>Hello</b>',
      }),
      expect.objectContaining({ id: id(1), channel: 'sms', subject: null, at: '2026-07-20T06:30:00.000Z' }),
    ]);

    const answer = await get('/sandbox/outbox');
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('&lt;b&gt;Hello&lt;/b&gt;');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\nநன்றி');
    expect(html).toContain('<a href="https://feepath.example/loan/1?api_key=k&amp;x=&quot;y&quot;">');
    expect(html).not.toMatch(/<script|<b>/);
    expect(html.indexOf('meena@parent.example')).toBeLessThan(html.indexOf('9840012345'));
    expect(html).toContain('12:00:00');
  });

  it('is for callers of this machine alone', async () => {
    for (const path of ['/sandbox/outbox', '/sandbox/outbox.json']) {
      expect((await from('192.168.1.7')(path)).status).toBe(404);
      for (const name of ['x-forwarded-for', 'via']) {
        expect((await get(path, { [name]: '192.168.1.7' })).status).toBe(404);
      }
      // A name of another site that resolves to this machine; a proxy that says nothing of itself.
      expect((await get(`http://evil.example${path}`)).status).toBe(404);
      expect((await from('127.0.0.1', '1.0')(path)).status).toBe(404);
      expect((await from('::1')(path)).status).toBe(200);
    }
  });
});
