/** The keys that every sandbox has. */
import { platform } from '../platform/platform.ts';
import { partnerScopes } from '../contract/policy.ts';
import { demoKeyId, demoPartnerId, demoSecretKeyId, hashSecret } from '../partners/api-keys.ts';
import { type Database, transaction } from '../db/open.ts';
import { apiKeys, partners } from '../db/schema/partners.ts';

/** The same everywhere; they open nothing outside the sandbox (decision 28). */
export const demoKey = 'feepath-demo-key';
export const demoSecretKey = 'fps_test_feepath_demo';

/** Creates the demo keys with their partner, or makes them live again. */
export async function ensureDemoKey(db: Database, now: Date): Promise<void> {
  const row = { partnerId: demoPartnerId, label: 'Demo', createdAt: now };
  await transaction(db, async (tx) => {
    await tx
      .insert(partners)
      .values({ id: demoPartnerId, name: 'Demo', createdAt: now })
      .onConflictDoNothing();
    await tx
      .insert(apiKeys)
      .values([
        { ...row, id: platform.uuid(), keyId: demoKeyId, keyHash: hashSecret(demoKey) },
        {
          ...{ ...row, id: platform.uuid(), keyId: demoSecretKeyId, keyHash: hashSecret(demoSecretKey) },
          ...{ label: 'Demo server', secret: true, test: true, scopes: [...partnerScopes] },
        },
      ])
      .onConflictDoUpdate({ target: apiKeys.keyId, set: { revokedAt: null } });
  });
}
