/** Stores the people who asked to be told when a product is available. */
import { asc, eq, inArray } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { toCsv } from '../../domain/values/csv.ts';
import type { ComingProduct } from '../../domain/pages/coming-products.ts';
import type { ContactAddress } from '../../domain/forms/product-interest.ts';
import type { Language } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { productInterests } from '../db/schema/contact.ts';
import { type MessageSite, queueProductAvailableMessages } from '../outbox/queue.ts';

export type ProductInterest = ContactAddress & {
  product: ComingProduct;
  consentVersion: string;
  language: Language;
  now: Date;
};

/** Idempotent: an address is stored once for each product, with its first consent. */
export async function storeInterest(db: Database, { now, ...interest }: ProductInterest): Promise<void> {
  await db
    .insert(productInterests)
    .values({ id: platform.uuid(), ...interest, createdAt: now })
    .onConflictDoNothing();
}

/** A CSV file whose first line names the columns; the oldest interest first. */
export async function exportInterests(db: Database, product: ComingProduct): Promise<string> {
  const rows = await db
    .select()
    .from(productInterests)
    .where(eq(productInterests.product, product))
    .orderBy(asc(productInterests.createdAt), asc(productInterests.id));
  return toCsv([
    ['channel', 'address', 'language', 'consent_version', 'registered_at'],
    ...rows.map(({ channel, address, language, consentVersion, createdAt }) => [
      ...[channel, address, language, consentVersion],
      createdAt.toISOString(),
    ]),
  ]);
}

const batchSize = 500;

/**
 * Sends each who wanted to hear of a product the one message that was promised, and deletes the interest with it: whatever
 * runs again, or at the same time, finds nobody twice.
 * @returns how many messages are queued
 */
export async function notifyInterests(
  db: Database,
  { product, ...context }: { product: ComingProduct; now: Date; config: MessageSite },
): Promise<number> {
  let notified = 0;
  for (;;) {
    const count = await transaction(db, async (tx) => {
      const batch = tx
        .select({ id: productInterests.id })
        .from(productInterests)
        .where(eq(productInterests.product, product))
        .limit(batchSize)
        .for('update');
      const interests = await tx
        .delete(productInterests)
        .where(inArray(productInterests.id, batch))
        .returning();
      await queueProductAvailableMessages(tx, interests, context);
      return interests.length;
    });
    if (count === 0) return notified;
    notified += count;
  }
}

/** Idempotent. @returns how many there were */
export async function eraseInterests(db: Database, addresses: readonly string[]): Promise<number> {
  const erased = await db
    .delete(productInterests)
    .where(inArray(productInterests.address, [...addresses]))
    .returning({ id: productInterests.id });
  return erased.length;
}
