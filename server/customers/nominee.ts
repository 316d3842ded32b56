/** The nominee of a customer (decision 99): name, relation and number encrypted as one value, never searched for. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Nominee } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { nominees } from '../db/schema/customers.ts';
import { keyringOf } from '../encryption/database-keyring.ts';
import type { Keyring, RotationResult } from '../encryption/keyring.ts';

const purpose = 'personal data';

const placeOf = (customerId: string): string => `nominee ${customerId}`;

/** Null where none is named, and where the key is missing that has encrypted it. */
export async function readNominee(db: Database, customerId: string): Promise<Nominee | null> {
  const [row] = await db.select().from(nominees).where(eq(nominees.customerId, customerId));
  const text = row && keyringOf(db).decrypt(purpose, placeOf(customerId), row.encrypted);
  return text === undefined ? null : (JSON.parse(text) as Nominee);
}

/** @param nominee null to remove the one that is named */
export async function saveNominee(
  db: Database,
  customerId: string,
  nominee: Nominee | null,
  now: Date,
): Promise<void> {
  if (nominee === null) {
    await db.delete(nominees).where(eq(nominees.customerId, customerId));
    return;
  }
  const encrypted = keyringOf(db).encrypt(purpose, placeOf(customerId), JSON.stringify(nominee));
  const values = { encrypted, updatedAt: now };
  await db
    .insert(nominees)
    .values({ customerId, ...values })
    .onConflictDoUpdate({ target: nominees.customerId, set: values });
}

/** Encrypts again with the first key what another one has encrypted. */
export async function rotateNominees(
  db: Database,
  keyring: Keyring,
  batchSize: number,
): Promise<RotationResult> {
  const rotation: RotationResult = { rotated: 0, unreadable: 0 };
  let after: string | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(nominees)
      .where(after === undefined ? undefined : gt(nominees.customerId, after))
      .orderBy(asc(nominees.customerId))
      .limit(batchSize);
    for (const { customerId, encrypted } of rows) {
      if (encrypted.startsWith(keyring.currentPrefix)) continue;
      const text = keyring.decrypt(purpose, placeOf(customerId), encrypted);
      rotation[text === undefined ? 'unreadable' : 'rotated'] += 1;
      if (text === undefined) continue;
      // One that was changed meanwhile has the first key.
      await db
        .update(nominees)
        .set({ encrypted: keyring.encrypt(purpose, placeOf(customerId), text) })
        .where(and(eq(nominees.customerId, customerId), eq(nominees.encrypted, encrypted)));
    }
    const last = rows.at(-1);
    if (!last) return rotation;
    after = last.customerId;
  }
}
