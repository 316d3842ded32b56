/**
 * Jobs ask providers what became of a request, at growing intervals and at once when an event comes (decision 68). A
 * request has at most one; it is enqueued in the transaction that stores the request, before the first call. An event says
 * only that something may have changed; a reply that says nothing refuses the call that waits for it.
 */
import type {
  NoRequest,
  NoResponse,
  ProviderFailed,
  ProviderName,
  ProviderReply,
} from '../adapters/provider.ts';
import { type Database, transaction } from '../db/open.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { Problem } from '../http/problem.ts';
import { eq, lt } from 'drizzle-orm';
import { kycChecks, mandates, paymentOrders, providerEvents } from '../db/schema/servicing.ts';
import { eventsKeptMs } from '../config/retention-periods.ts';

/** The page is faster, where the person comes back. */
const firstCheckMs = 30_000;

const dayMs = 24 * 60 * 60_000;

/** So long after it was made a request is asked about. */
const checkedForMs = 30 * dayMs;

/** So long after a payment a customer's bank can take it back: card networks give 120 days, others less. */
export const chargebackMs = 120 * dayMs;

/** How often an order is asked about in which there is money, once it is checked long enough. */
export const recheckMs = 7 * dayMs;

const checkKey = (provider: ProviderName, id: string): string => `check:${provider}:${id}`;

/**
 * A job that there is already begins anew.
 * @param id of the request's row
 */
export const scheduleCheck = (tx: Database, provider: ProviderName, id: string, now: Date): Promise<void> =>
  enqueueJob(
    tx,
    'provider.check',
    { provider, id },
    {
      now,
      runAt: new Date(now.getTime() + firstCheckMs),
      dedupeKey: checkKey(provider, id),
    },
  );

/** Asks at once, before what only its time makes due, and then at growing intervals again. */
export const checkNow = (tx: Database, provider: ProviderName, id: string, now: Date): Promise<void> =>
  enqueueJob(
    tx,
    'provider.check',
    { provider, id },
    { now, dedupeKey: checkKey(provider, id), priority: 10 },
  );

/** Asks at some time, unless a job asks already. */
export const checkLater = (
  tx: Database,
  provider: ProviderName,
  id: string,
  runAt: Date,
  now: Date,
): Promise<void> =>
  enqueueJob(
    tx,
    'provider.check',
    { provider, id },
    { now, runAt, dedupeKey: checkKey(provider, id), ifAbsent: true },
  );

/** Whether a request is old enough that only its provider's events are waited for. */
export const isCheckedLongEnough = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > checkedForMs;

export const providerFailed = (): Problem =>
  new Problem(502, 'The provider has refused, or none is configured');

const noProviderResponse = (): Problem =>
  new Problem(504, 'The provider did not answer in time; the same call again is safe', undefined, {
    statusCode: 504,
  });

/** @throws Problem 502 where the provider has refused, 504 where it is not known what it did */
export function requireReading<Reading extends { kind: string }>(
  reply: ProviderReply<Reading>,
): Reading | NoRequest {
  if (isFailure(reply)) throw reply.kind === 'failed' ? providerFailed() : noProviderResponse();
  return reply;
}

/** Whether the reply says nothing about the request. */
export const isFailure = (reply: { kind: string }): reply is ProviderFailed | NoResponse =>
  reply.kind === 'failed' || reply.kind === 'noResponse';

type FindRequest = (tx: Database, reference: string) => Promise<{ id: string }[]>;

/** The row of a provider's request, by its reference. */
const findRequest: Record<ProviderName, FindRequest> = {
  kyc: (tx, reference) =>
    tx.select({ id: kycChecks.id }).from(kycChecks).where(eq(kycChecks.providerReference, reference)),
  mandate: (tx, reference) =>
    tx.select({ id: mandates.id }).from(mandates).where(eq(mandates.providerReference, reference)),
  payments: (tx, reference) =>
    tx
      .select({ id: paymentOrders.id })
      .from(paymentOrders)
      .where(eq(paymentOrders.providerReference, reference)),
};

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
    const [request] = await findRequest[provider](tx, reference);
    if (request) await checkNow(tx, provider, request.id, now);
  });

export async function removeOldProviderEvents(db: Database, now: Date): Promise<void> {
  await db
    .delete(providerEvents)
    .where(lt(providerEvents.receivedAt, new Date(now.getTime() - eventsKeptMs)));
}
