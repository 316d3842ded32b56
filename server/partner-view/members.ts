/** The customers who see the applications of a partner. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { findOrCreateCustomer } from '../customers/profile.ts';
import { type Database, transaction } from '../db/open.ts';
import { customers } from '../db/schema/customers.ts';
import { partners } from '../db/schema/partners.ts';

/**
 * Lets the customer with a mobile number see the applications of a partner (decision 5), from the next call on. Nobody
 * has to have signed in with the number before.
 * @returns false if the partner does not exist
 */
export const addPartnerMember = (
  db: Database,
  { mobile, partnerId, now }: { mobile: string; partnerId: string; now: Date },
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const [partner] = await tx.select().from(partners).where(eq(partners.id, partnerId));
    if (!partner) return false;
    const { id } = await findOrCreateCustomer(tx, { mobile, language: 'en', now });
    await tx.update(customers).set({ partnerId }).where(eq(customers.id, id));
    return true;
  });

/** @returns false where the number is no member's */
export async function removePartnerMember(db: Database, mobile: string): Promise<boolean> {
  const removed = await db
    .update(customers)
    .set({ partnerId: null })
    .where(and(eq(customers.mobile, mobile), isNotNull(customers.partnerId)))
    .returning({ id: customers.id });
  return removed.length > 0;
}
