/**
 * Jobs ask providers what became of a request, at growing intervals and at once when an event comes (decision 68). A
 * request has at most one; it is enqueued in the transaction that stores the request, before the first call.
 */
import { dayMs } from '../../domain/values/dates.ts';
import type { ProviderName } from '../adapters/provider.ts';
import type { Database } from '../db/open.ts';
import { enqueueJob } from '../jobs/queue.ts';

/** The page is faster, where the person comes back. */
export const firstCheckMs = 30_000;

/** The time after its creation for which a request is polled. */
const checkedForMs = 30 * dayMs;

/** The time after a payment in which a customer's bank can reverse it: card networks give 120 days, others less. */
export const chargebackMs = 120 * dayMs;

/** The interval at which a paid order is polled after `checkedForMs`. */
export const recheckMs = 7 * dayMs;

/** A job that there is already begins anew. @param id of the request's row */
export const scheduleCheck = (tx: Database, provider: ProviderName, id: string, now: Date): Promise<void> =>
  enqueueJob(tx, 'provider.check', { provider, id }, { now, runAt: new Date(now.getTime() + firstCheckMs) });

/** Asks at once, before what only its time makes due, and then at growing intervals again. */
export const checkNow = (tx: Database, provider: ProviderName, id: string, now: Date): Promise<void> =>
  enqueueJob(tx, 'provider.check', { provider, id }, { now, priority: 10 });

/** Asks at some time, unless a job asks already. */
export const checkLater = (
  tx: Database,
  provider: ProviderName,
  id: string,
  runAt: Date,
  now: Date,
): Promise<void> => enqueueJob(tx, 'provider.check', { provider, id }, { now, runAt, ifAbsent: true });

/** Says whether a request is old enough that only its provider's events are waited for. */
export const isCheckedLongEnough = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > checkedForMs;
