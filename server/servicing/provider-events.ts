/** Events of providers (decision 68): each says that something may have changed, and makes the server ask at once. */
import { eq } from 'drizzle-orm';
import type { ProviderName } from '../adapters/provider.ts';
import { type Database, transaction } from '../db/open.ts';
import { kycChecks, mandates, paymentOrders, providerEvents } from '../db/schema/servicing.ts';
import { Problem } from '../http/problem.ts';
import { checkNow } from './provider-checks.ts';

/** The tables of the requests of each provider. */
const tables = {
  kyc: kycChecks,
  mandate: mandates,
  payments: paymentOrders,
} as const satisfies Record<ProviderName, unknown>;

/**
 * Records the event and asks the provider about its request. Where there is no such request it is recorded alike.
 * @throws Problem 409 where the provider has sent it before
 */
export const receiveProviderEvent = (
  db: Database,
  { provider, eventId, reference }: { provider: ProviderName; eventId: string; reference: string },
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    const [stored] = await tx
      .insert(providerEvents)
      .values({ provider, eventId, reference, receivedAt: now })
      .onConflictDoNothing()
      .returning({ eventId: providerEvents.eventId });
    if (!stored) throw new Problem(409, 'This event was received before');
    const table: (typeof tables)[ProviderName] = tables[provider];
    const isMeant = eq(table.providerReference, reference);
    const [request] = await tx.select({ id: table.id }).from(table).where(isMeant);
    if (request) await checkNow(tx, provider, request.id, now);
  });
