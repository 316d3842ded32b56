/** The API key that every sandbox has. */
import { platform } from '../platform/platform.ts';
import { demoKeyId, demoPartnerId, hashSecret } from '../partners/api-keys.ts';
import { type Database, transaction } from '../db/open.ts';
import { apiKeys, partners } from '../db/schema/partners.ts';

/** The same everywhere; it opens nothing outside the sandbox (decision 28). */
export const demoKey = 'feepath-demo-key';

/** Creates the demo key with its partner, or makes it live again. */
export async function ensureDemoKey(db: Database, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    await tx
      .insert(partners)
      .values({ id: demoPartnerId, name: 'Demo', createdAt: now })
      .onConflictDoNothing();
    await tx
      .insert(apiKeys)
      .values({
        id: platform.uuid(),
        keyId: demoKeyId,
        partnerId: demoPartnerId,
        keyHash: hashSecret(demoKey),
        label: 'Demo',
        origins: [],
        createdAt: now,
      })
      .onConflictDoUpdate({ target: apiKeys.keyId, set: { revokedAt: null } });
  });
}
