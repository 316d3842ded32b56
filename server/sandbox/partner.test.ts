import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPagePartner } from '../partners/api-keys.ts';
import { seedInstitutions } from '../seed/seed.ts';
import { openTestServices, type TestServices } from '../testing/services.ts';
import { demoKey, ensureDemoKey } from './demo-key.ts';
import { setDemoPartnerOrigin, partnerPages } from './partner.ts';

describe("the sandbox's school page", () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices();
    await ensureDemoKey(services.db, services.clock.now());
    await seedInstitutions(services.db);
  });
  afterAll(() => services.close());

  const get = (url: string, remoteAddress = '127.0.0.1') =>
    partnerPages({ db: services.db, config: { port: 4000, publicUrl: undefined } }).request(
      url,
      {},
      { incoming: { socket: { remoteAddress }, httpVersion: '1.1' } },
    );

  it('is of another site than the application, which its policy lets in', async () => {
    const answer = await get('http://127.0.0.1:4000/sandbox/partner');
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src http:\/\/localhost:4000 'sha256-[\w+/=]+';/);
    expect(policy).toContain('frame-src http://localhost:4000;');
    const html = await answer.text();
    expect(html).toContain('<script src="http://localhost:4000/embed.js"></script>');
    expect(html).toContain('Neelamegha Trust School');

    const other = await get('http://localhost:4000/sandbox/partner');
    expect(other.status).toBe(302);
    expect(other.headers.get('location')).toBe('http://127.0.0.1:4000/sandbox/partner');
  });

  it('may frame the application with the demo key once the server listens', async () => {
    const framers = async () =>
      (await findPagePartner(services.db, { key: demoKey }, { sandbox: true }))?.framers;
    expect(await framers()).toEqual([]);
    await setDemoPartnerOrigin(services.db, { port: 4000 });
    expect(await framers()).toEqual(['http://127.0.0.1:4000']);
  });

  it('is for callers of this machine alone', async () => {
    expect((await get('http://127.0.0.1:4000/sandbox/partner', '192.168.1.7')).status).toBe(404);
  });
});
