/** The nominee of a customer (decision 99): name, relation and number encrypted as one value, never searched for. */
import { eq } from 'drizzle-orm';
import type { Nominee } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { nominees } from '../db/schema/customers.ts';
import { keyringOf } from '../encryption/database-keyring.ts';

const purpose = 'personal data';

/** Returns the place of a customer's value, which its encryption is bound to. */
export const nomineeEncryptionContext = (customerId: string): string => `nominee ${customerId}`;

/** Null where none is named, and where the key is missing that has encrypted it. */
export async function readNominee(db: Database, customerId: string): Promise<Nominee | null> {
  const [row] = await db.select().from(nominees).where(eq(nominees.customerId, customerId));
  const text = row && keyringOf(db).decrypt(purpose, nomineeEncryptionContext(customerId), row.encrypted);
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
  const encrypted = keyringOf(db).encrypt(
    purpose,
    nomineeEncryptionContext(customerId),
    JSON.stringify(nominee),
  );
  const values = { encrypted, updatedAt: now };
  await db
    .insert(nominees)
    .values({ customerId, ...values })
    .onConflictDoUpdate({ target: nominees.customerId, set: values });
}
