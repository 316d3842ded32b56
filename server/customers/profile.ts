/** A customer's row, and what the page shows of it. */
import { and, eq, notExists } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { Language, Profile } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { customers } from '../db/schema/customers.ts';
import { sessionEnded } from '../http/problem.ts';
import { type Customer, endSessions } from './sessions.ts';

export const profileOf = ({ id, name, email, mobile, language, partnerId }: Customer): Profile => ({
  ...{ id, name, email, mobile, language },
  role: partnerId === null ? 'customer' : 'partner',
});

/** The customer with a proved number, locked until the transaction ends; a new one if the number is new. */
export async function findOrCreateCustomer(
  tx: Database,
  { mobile, language, now }: { mobile: string; language: Language; now: Date },
): Promise<Customer> {
  const [customer] = await tx
    .insert(customers)
    .values({ id: platform.uuid(), mobile, language, createdAt: now })
    // Locks the row: beside an erasure it waits, and makes a new one.
    .onConflictDoUpdate({ target: customers.mobile, set: { mobile } })
    .returning();
  if (!customer) throw new Error('An insert returned no row');
  return customer;
}

/**
 * Gives the customer with a number another one, and ends the sessions.
 * @returns false if the number is unknown, or the next one is taken
 */
export const moveCustomer = (db: Database, mobile: string, next: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    const taken = tx.select().from(customers).where(eq(customers.mobile, next));
    const [moved] = await tx
      .update(customers)
      .set({ mobile: next })
      .where(and(eq(customers.mobile, mobile), notExists(taken)))
      .returning({ id: customers.id });
    if (moved) await endSessions(tx, moved.id);
    return moved !== undefined;
  });

/** @throws Problem 401 where the customer was erased meanwhile */
export async function updateCustomer(
  tx: Database,
  id: string,
  changes: Partial<Pick<Customer, 'name' | 'email' | 'language' | 'mobile'>>,
): Promise<Customer> {
  const [customer] = await tx.update(customers).set(changes).where(eq(customers.id, id)).returning();
  if (!customer) throw sessionEnded();
  return customer;
}
