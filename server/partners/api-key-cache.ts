/** The API keys in memory, so that a call need not read its key; a revoked key is forgotten at once. */
import {
  type ApiKey,
  findApiKey,
  hashSecret,
  keyRevocation,
  type KeyScope,
  secretKeyPrefix,
} from './api-keys.ts';
import { createRowCache, type RowCacheOptions } from '../db/row-cache.ts';
import type { Database } from '../db/open.ts';

export type ApiKeyCache = ReturnType<typeof createApiKeyCache>;

/** More than any installation has in use within seconds. */
const mostKeys = 10_000;

export function createApiKeyCache(
  db: Database,
  { sandbox, ...options }: { sandbox: boolean } & RowCacheOptions,
) {
  const cache = createRowCache<string, ApiKey>({ change: keyRevocation, mostRows: mostKeys }, options);
  const read = (secret: string) =>
    cache.find(hashSecret(secret), () =>
      findApiKey(db, secret, { sandbox, acceptsRevoked: true, acceptsSecret: true }),
    );
  return {
    /** Finds the key as `findApiKey` does. */
    async find(
      secret: string,
      { acceptsRevoked }: Required<Pick<KeyScope, 'acceptsRevoked'>>,
    ): Promise<ApiKey | undefined> {
      if (secret.startsWith(secretKeyPrefix)) return undefined;
      const key = await read(secret);
      return acceptsRevoked || (key?.revokedAt === null && !key.secret) ? key : undefined;
    },
    /** @returns undefined for one that is unknown or revoked, and for a publishable key */
    async findSecret(secret: string): Promise<ApiKey | undefined> {
      const key = secret.startsWith(secretKeyPrefix) ? await read(secret) : undefined;
      return key?.secret && key.revokedAt === null ? key : undefined;
    },
    close: cache.close,
  };
}
