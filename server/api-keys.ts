/**
 * The partners' API keys. A key is found by its hash and shown once, when it is made; it is kept for the links in
 * messages (decision 1).
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Database } from './db/open.ts';
import { apiKeys } from './db/schema.ts';

export type ApiKey = typeof apiKeys.$inferSelect;

/** The key of the sandbox, the same everywhere; it opens nothing outside the sandbox (decision 28b). */
export const demoKey = 'feepath-demo-key';
export const demoKeyId = 'demo';

/** SHA-256 in hex, for keys and tokens: both are random, so no slow hash is needed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * @param origins that may frame the page, each as `https://school.example`
 * @returns the key, to be shown once, and its public id
 */
export async function createApiKey(
  db: Database,
  { name, origins, now }: { name: string; origins: string[]; now: Date },
): Promise<{ key: string; keyId: string }> {
  const key = `fp_${randomBytes(32).toString('base64url')}`;
  const keyId = randomBytes(6).toString('hex');
  await db
    .insert(apiKeys)
    .values({ id: randomUUID(), keyId, keyHash: hashSecret(key), key, name, origins, createdAt: now });
  return { key, keyId };
}

/** The demo key's row may be there from a sandbox on the same database; outside a sandbox it opens nothing. */
const opensHere = (sandbox: boolean) => (sandbox ? undefined : ne(apiKeys.keyId, demoKeyId));

/** The live key, or undefined for one that is unknown or revoked, or the demo key outside a sandbox. */
export async function findApiKey(db: Database, key: string, sandbox: boolean): Promise<ApiKey | undefined> {
  const [found] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, hashSecret(key)), isNull(apiKeys.revokedAt), opensHere(sandbox)));
  // A key that was made before keys were kept is learned when it is used.
  if (found?.key === null) await db.update(apiKeys).set({ key }).where(eq(apiKeys.id, found.id));
  return found;
}

/** The live key with this public id, for the page's address after the key itself has gone (decision 1). */
export async function findApiKeyById(
  db: Database,
  keyId: string,
  sandbox: boolean,
): Promise<ApiKey | undefined> {
  if (!/^[\w-]{1,64}$/.test(keyId)) return undefined;
  const [found] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyId, keyId), isNull(apiKeys.revokedAt), opensHere(sandbox)));
  return found;
}

export function listApiKeys(db: Database): Promise<ApiKey[]> {
  return db.select().from(apiKeys).orderBy(apiKeys.createdAt);
}

/** @returns false where no live key has this public id */
export async function revokeApiKey(db: Database, keyId: string, now: Date): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.keyId, keyId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}

/** Makes the demo key work in the sandbox, and nowhere else. */
export async function ensureDemoKey(db: Database, sandbox: boolean, now: Date): Promise<void> {
  if (!sandbox) {
    await revokeApiKey(db, demoKeyId, now);
    return;
  }
  await db
    .insert(apiKeys)
    .values({
      id: randomUUID(),
      keyId: demoKeyId,
      keyHash: hashSecret(demoKey),
      key: demoKey,
      name: 'Demo',
      origins: [],
      createdAt: now,
    })
    .onConflictDoUpdate({ target: apiKeys.keyId, set: { key: demoKey, revokedAt: null } });
}

/**
 * An origin as an address may name it: scheme, host and port, nothing after.
 * @returns the origin as browsers write it, or undefined
 */
export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && (href === origin || href === `${origin}/`)
    ? origin
    : undefined;
}
