/** Secret keys, which a partner's server has: what they open, and that they open nothing of a page (decision 129). */
import { eq, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import { createApiKeyCache } from '../../server/partners/api-key-cache.ts';
import {
  createApiKey,
  demoPartnerId,
  findApiKey,
  findPagePartner,
  generateLinkKey,
  hashSecret,
  revokeApiKey,
  rotateApiKey,
} from '../../server/partners/api-keys.ts';
import { linkKeys, loans } from '../../server/db/schema/loans.ts';
import { apiKeys } from '../../server/db/schema/partners.ts';
import { demoSecretKey } from '../../server/sandbox/demo-key.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { person } from './fixtures.ts';
import { createSecretKey } from './operations/case.ts';

describeOnBothDatabases('a secret key', (given) => {
  const createPartner = () =>
    createTestPartner(given.app.db, { name: 'Hill School', now: given.app.clock.now() });
  const statusOf = async (bearer: string) => (await given.app.call('readPartner', { bearer })).status;
  const created = async (key: string, changes: object = {}) => {
    const headers = { authorization: key };
    const { body } = await given.app.call('createLoan', { headers, body: { ...person, ...changes } });
    return body.result.loan_id as string;
  };
  const listed = async (bearer: string, body: object = {}) =>
    (await given.app.call('listPartnerApplications', { bearer, body })).body.result.applications.map(
      (one: { loan_number: string }) => one.loan_number,
    );

  it('opens by its scope and nothing else', async () => {
    const { partnerId } = await createPartner();
    const reader = await createSecretKey(given.app, { partnerId, scopes: ['applications:read'] });
    const other = await createSecretKey(given.app, {
      partnerId,
      scopes: ['applications:write', 'settlements:read', 'webhooks:write'],
    });
    expect([await statusOf(reader), await statusOf(other)]).toEqual([200, 403]);
    expect((await given.app.call('readPartner', { bearer: reader })).body.result.id).toBe(partnerId);
  });

  it('is stored as its hash alone', async () => {
    const key = await createSecretKey(given.app);
    expect(key).toMatch(/^fps_test_[\w-]{43}$/);
    const { rows } = await given.app.db.execute(
      sql`select to_jsonb(api_keys) ->> 'key_hash' as hash, to_jsonb(api_keys)::text as row from api_keys`,
    );
    expect(rows.map(({ hash }) => hash)).toContain(hashSecret(key));
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('a test key lists test applications only, and a live key the others, whatever the call asks for', async () => {
    const { key, partnerId } = await createPartner();
    const [real, test] = [await created(key), await created(key, { test: true })].map(loanNumber);
    const [forTest, forLive] = [
      await createSecretKey(given.app, { partnerId, test: true }),
      await createSecretKey(given.app, { partnerId, test: false }),
    ];
    expect(forLive).toMatch(/^fps_live_/);
    for (const selection of [{}, { test: true }, { test: false }]) {
      expect(await listed(forTest, { selection })).toEqual([test]);
      expect(await listed(forLive, { selection })).toEqual([real]);
    }
    const counts = await given.app.call('readPartner', { bearer: forLive, query: '?test=true' });
    expect(counts.body.result.states).toEqual([{ state: 'draft', count: 1 }]);
    expect(await listed(await createSecretKey(given.app, { partnerId: demoPartnerId }))).not.toContain(test);
  });

  it('works beside the former one once rotated, until that is revoked', async () => {
    const { db, clock } = given.app;
    const { partnerId } = await createPartner();
    const former = await createSecretKey(given.app, { partnerId });
    const keyId = (await given.app.call('readPartner', { bearer: former })).body.result.keys.find(
      ({ secret }: { secret: boolean }) => secret,
    ).key_id;
    const next = (await rotateApiKey(db, keyId, clock.now()))?.key ?? '';
    expect(next).toMatch(/^fps_test_/);
    expect([await statusOf(former), await statusOf(next)]).toEqual([200, 200]);
    await revokeApiKey(db, keyId, clock.now());
    expect([await statusOf(former), await statusOf(next)]).toEqual([401, 200]);
  });

  it('opens no page, begins no loan in a browser and frames nothing', async () => {
    const { db } = given.app;
    const { key: publishable, partnerId } = await createPartner();
    const row = {
      partnerId,
      label: 'Server',
      origins: ['https://school.example'],
      now: given.app.clock.now(),
    };
    const { key } = (await createApiKey(db, { ...row, secret: true })) ?? { key: '' };
    for (const id of ['createLoan', 'listBanks'] as const) {
      const body = id === 'createLoan' ? { body: person } : {};
      for (const headers of [
        { authorization: key },
        { authorization: `Bearer ${key}` },
        { authorization: `Bearer ${key}`, 'x-auth-type': undefined },
      ])
        expect((await given.app.call(id, { headers, ...body })).status).toBe(401);
    }
    const scope = { sandbox: true, acceptsRevoked: true };
    expect(await findApiKey(db, key, scope)).toBeUndefined();
    expect(await findPagePartner(db, { key }, scope)).toBeUndefined();
    expect(await findPagePartner(db, { partnerId }, scope)).toEqual({ id: partnerId, framers: [] });
    const cache = createApiKeyCache(db, { sandbox: true });
    onTestFinished(cache.close);
    expect(await cache.find(key, { acceptsRevoked: true })).toBeUndefined();
    expect(await cache.findSecret(key)).toMatchObject({ partnerId });
    expect(await cache.find(key, { acceptsRevoked: true })).toBeUndefined();
    expect(await cache.findSecret(publishable)).toBeUndefined();
  });

  it('lets message links name its partner when there is no other key', async () => {
    const { db, clock } = given.app;
    const { key, keyId, partnerId } = await createPartner();
    const link = generateLinkKey();
    await db.insert(linkKeys).values({
      ...{ loanId: await created(key), keyHash: hashSecret(link), createdAt: clock.now() },
    });
    await createSecretKey(given.app, { partnerId });
    expect(await findApiKey(db, link, { sandbox: true })).toMatchObject({ keyId });
    await revokeApiKey(db, keyId, clock.now());
    // The page of a loan that there is opens; no other page does, and no loan begins.
    expect(await findApiKey(db, link, { sandbox: true })).toBeUndefined();
    const scope = { sandbox: true, acceptsRevoked: true };
    expect(await findApiKey(db, link, scope)).toMatchObject({ keyId });
    const cache = createApiKeyCache(db, { sandbox: true });
    onTestFinished(cache.close);
    expect(await cache.find(link, { acceptsRevoked: true })).toMatchObject({ keyId });
    expect(await cache.find(link, { acceptsRevoked: false })).toBeUndefined();
    const headers = { authorization: link };
    expect((await given.app.call('createLoan', { headers, body: person })).status).toBe(401);
  });

  it('a secret key names the partner of a page link but opens no page itself', async () => {
    const { db, clock } = given.app;
    const { key, keyId, partnerId } = await createPartner();
    const link = generateLinkKey();
    const loanId = await created(key);
    await db.insert(linkKeys).values({ loanId, keyHash: hashSecret(link), createdAt: clock.now() });
    const row = { partnerId, label: 'Server', origins: ['https://school.example'], now: clock.now() };
    const made = await createApiKey(db, { ...row, secret: true });
    const [stored] = await db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.keyId, made?.keyId ?? ''));
    await db.update(loans).set({ apiKeyId: stored?.id }).where(eq(loans.id, loanId));
    await db.delete(apiKeys).where(eq(apiKeys.keyId, keyId));
    const cache = createApiKeyCache(db, { sandbox: true });
    onTestFinished(cache.close);
    expect(await cache.find(link, { acceptsRevoked: false })).toBeUndefined();
    const scope = { sandbox: true, acceptsRevoked: true };
    expect(await findPagePartner(db, { key: link }, scope)).toEqual({ id: partnerId, framers: [] });
  });

  it('the demo secret key does not work outside a sandbox', async () => {
    expect(await statusOf(demoSecretKey)).toBe(200);
    const cache = createApiKeyCache(given.app.db, { sandbox: false });
    onTestFinished(cache.close);
    expect(await cache.findSecret(demoSecretKey)).toBeUndefined();
  });
});
