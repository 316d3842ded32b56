/** Who wants to hear when a product is there. */
import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { toCsv } from '../../domain/csv.ts';
import type { ComingProduct } from '../../domain/coming-products.ts';
import type { ContactAddress } from '../../domain/product-interest.ts';
import type { Language } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { productInterests } from '../db/schema/contact.ts';

export type Interest = ContactAddress & {
  product: ComingProduct;
  consentVersion: string;
  language: Language;
  now: Date;
};

/** Idempotent: an address is stored once for each product, with its first consent. */
export async function storeInterest(db: Database, { now, ...interest }: Interest): Promise<void> {
  await db
    .insert(productInterests)
    .values({ id: randomUUID(), ...interest, createdAt: now })
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

/** Idempotent. @returns how many there were */
export async function eraseInterests(db: Database, addresses: readonly string[]): Promise<number> {
  const erased = await db
    .delete(productInterests)
    .where(inArray(productInterests.address, [...addresses]))
    .returning({ id: productInterests.id });
  return erased.length;
}
