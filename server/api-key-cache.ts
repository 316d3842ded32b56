/**
 * The live API keys in memory, so that a call need not read its key. A revoked key is forgotten at once: in this process
 * when it revokes, in the others by NOTIFY, and without an answer of the database after `keptMs`.
 */
import {
  type ApiKey,
  findApiKey,
  hashSecret,
  keyRevokedName,
  type KeyScope,
  onKeyRevoked,
} from './api-keys.ts';
import type { Notifications } from './db/notifications.ts';
import type { Database } from './db/open.ts';

export type ApiKeyCache = {
  /** As `findApiKey`. */
  find: (secret: string, scope: Required<Pick<KeyScope, 'acceptsRevoked'>>) => Promise<ApiKey | undefined>;
  close: () => Promise<void>;
};

/** How long a key is used without reading it again. */
const defaultKeptMs = 5000;

/** More than any installation has in use within `keptMs`. */
const mostKeys = 10_000;

export function createApiKeyCache(
  db: Database,
  {
    sandbox,
    notifications,
    keptMs = defaultKeptMs,
  }: { sandbox: boolean; notifications?: Notifications | undefined; keptMs?: number },
): ApiKeyCache {
  const found = new Map<string, { key: ApiKey; until: number }>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    found.clear();
  };
  const findAnyKey = async (secret: string) => {
    const hash = hashSecret(secret);
    const known = found.get(hash);
    if (known && performance.now() < known.until) return known.key;
    const changesBefore = changes;
    const key = await findApiKey(db, secret, { sandbox, acceptsRevoked: true });
    found.delete(hash);
    // A key that is revoked while it is read may have been read before.
    if (key && changes === changesBefore) {
      if (found.size >= mostKeys) found.clear();
      found.set(hash, { key, until: performance.now() + keptMs });
    }
    return key;
  };
  const unsubscribe = onKeyRevoked(forget);
  const stopListening = notifications?.listen(keyRevokedName, forget);
  return {
    async find(secret, { acceptsRevoked }) {
      const key = await findAnyKey(secret);
      return acceptsRevoked || key?.revokedAt === null ? key : undefined;
    },
    async close() {
      unsubscribe();
      await stopListening?.();
    },
  };
}
