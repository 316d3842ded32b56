/** Keys in memory: read once, and forgotten as soon as one is revoked, by whichever process. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { createApiKeyCache } from '../../server/partners/api-key-cache.ts';
import { revokeApiKey } from '../../server/partners/api-keys.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { databases } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { describeOnBothDatabases } from './both-databases.ts';

const live = { acceptsRevoked: false };
const hourMs = 3_600_000;

describeOnBothDatabases('keys in memory', (given) => {
  const createKey = async () => {
    const { db, clock } = given.app;
    return createTestPartner(db, { name: 'School', now: clock.now() });
  };
  /** Revokes the key by SQL, as an operator may, without a notification to any server. */
  const revokeUnnoticed = (keyId: string) =>
    given.app.db.execute(sql`update api_keys set revoked_at = now() where key_id = ${keyId}`);

  it('are read from the database once until their cache time ends', async () => {
    const cache = createApiKeyCache(given.app.db, { sandbox: true, ttlMs: hourMs });
    const forgetful = createApiKeyCache(given.app.db, { sandbox: true, ttlMs: 0 });
    onTestFinished(cache.close);
    onTestFinished(forgetful.close);
    const { key, keyId } = await createKey();
    for (const one of [cache, forgetful]) expect(await one.find(key, live)).toMatchObject({ keyId });
    await revokeUnnoticed(keyId);
    expect(await cache.find(key, live)).toMatchObject({ keyId });
    expect(await forgetful.find(key, live)).toBeUndefined();
    expect(await forgetful.find(key, { acceptsRevoked: true })).toMatchObject({ keyId });
  });

  it('are forgotten when this process revokes one', async () => {
    const cache = createApiKeyCache(given.app.db, { sandbox: true, ttlMs: hourMs });
    onTestFinished(cache.close);
    const { key, keyId } = await createKey();
    expect(await cache.find(key, live)).toMatchObject({ keyId });
    await revokeApiKey(given.app.db, keyId, given.app.clock.now());
    expect(await cache.find(key, live)).toBeUndefined();
  });
});

it('are forgotten when another process on the same PostgreSQL revokes one', async () => {
  const postgres = databases.find(({ kind }) => kind === 'postgres');
  if (!postgres) throw new Error('There is no PostgreSQL');
  const database = await postgres.open();
  onTestFinished(database.drop);
  const databaseUrl = database.env.DATABASE_URL;
  const { db, notifications, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  const cache = createApiKeyCache(db, { sandbox: true, notifications, ttlMs: hourMs });
  onTestFinished(cache.close);
  const { key, keyId } = await createTestPartner(db, { name: 'School', now: new Date() });
  expect(await cache.find(key, live)).toMatchObject({ keyId });
  // The other process revokes it by SQL; the statement is repeated, because this process may not listen yet.
  await database.query('update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  const revokedElsewhere = async () => {
    await database.query(`select pg_notify('feepath_key_revoked', '')`);
    return cache.find(key, live);
  };
  await until('the key is forgotten', revokedElsewhere, (found) => found === undefined);
});
