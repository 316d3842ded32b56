/**
 * No push is left to a person: the jobs that go on with a loan where nobody presses anything (decision 52). They are
 * enqueued in the transaction of what makes them necessary, at most one of each for a loan and lender.
 */
import { sql } from 'drizzle-orm';
import { verdictCanChange } from '../../domain/status.ts';
import type { LoanStatus } from '../../domain/wire.ts';
import type { LenderId } from '../adapters/lenders.ts';
import type { Config } from '../config.ts';
import { type Database, rowsOf } from '../db/open.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';
import type { LenderLoanKey } from './lease.ts';

/** The delay before the lender is asked again about a verdict that can change, in milliseconds. */
const firstRefreshMs = 60_000;

export type PushDelay = Pick<Config, 'pushAfterMs'>;

const pushKey = ({ loanId, lenderId }: LenderLoanKey): string => `push:${loanId}:${lenderId}`;
const refreshKey = (loanId: string): string => `refresh:${loanId}`;

type Order = { loanId: string; lenderId: LenderId };

/**
 * The push of a submitted application: first the page's own call may do it, for `pushAfterMs`.
 * @param ifAbsent leaves the job that there is already, with its time and its attempts
 */
export const schedulePush = (
  tx: Database,
  { loanId, lenderId }: Order,
  { now, config, ifAbsent = false }: { now: Date; config: PushDelay; ifAbsent?: boolean },
): Promise<void> =>
  enqueueJob(
    tx,
    'lender.push',
    { loanId, lenderId },
    {
      now,
      runAt: new Date(now.getTime() + config.pushAfterMs),
      dedupeKey: pushKey({ loanId, lenderId }),
      ifAbsent,
    },
  );

/** Asks about a push without an answer at once, by reference; the job that waits begins anew. */
export const pushNow = (tx: Database, order: Order, now: Date): Promise<void> =>
  enqueueJob(tx, 'lender.push', order, { now, dedupeKey: pushKey(order) });

/** The lender has answered, so there is nothing to push any more. */
export const cancelPush = (tx: Database, key: LenderLoanKey): Promise<void> => cancelJob(tx, pushKey(key));

/**
 * Asks again about verdicts that can change: from now on at growing intervals. Final verdicts end that.
 * @param isOpen whether the verdict of one of the loan's lenders can change
 */
export const scheduleRefresh = (
  tx: Database,
  { id }: { id: string },
  { isOpen, now }: { isOpen: boolean; now: Date },
): Promise<void> =>
  isOpen
    ? enqueueRefresh(tx, id, { now, runAt: new Date(now.getTime() + firstRefreshMs) })
    : cancelJob(tx, refreshKey(id));

/** Asks again at once, where the verdict can change: something has happened that may have changed it. */
export async function refreshNow(
  tx: Database,
  { id, status }: { id: string; status: LoanStatus },
  now: Date,
): Promise<void> {
  if (verdictCanChange(status)) await refreshLoanNow(tx, id, now);
}

/** Asks at once about every verdict on the loan that can change. */
export const refreshLoanNow = (tx: Database, loanId: string, now: Date): Promise<void> =>
  enqueueRefresh(tx, loanId, { now, runAt: now });

const enqueueRefresh = (tx: Database, loanId: string, when: { now: Date; runAt: Date }): Promise<void> =>
  enqueueJob(tx, 'lender.refresh', { loanId }, { ...when, dedupeKey: refreshKey(loanId) });

/** Jobs at a time, so that many do not become due at once. */
const mostAdopted = 500;

/** The push to a lender that has not answered; or where `lender_id` is null, the question about a verdict. */
type MissingJob = { id: string; lender_id: LenderId | null };

/** What loans wait for while no job goes on with it, at each of their lenders. */
export const findMissingJobs = (db: Database, most: number): Promise<MissingJob[]> =>
  rowsOf<MissingJob>(
    db,
    sql`select loans.id, missing.lender_id
      from loans cross join lateral (
        select null::integer as lender_id
        where loans.status in ('pending', 'in_progress', 'under_review')
          and not exists (select from jobs where dedupe_key = 'refresh:' || loans.id)
        union all
        select own.lender_id
        from unnest(case when loans.lender_ids = '{}' then array[loans.lender_id] else loans.lender_ids end)
          as own (lender_id)
        where not exists (select from jobs where dedupe_key = 'push:' || loans.id || ':' || own.lender_id)
          and not exists (
            select from lender_loans
            where loan_id = loans.id and lender_loans.lender_id = own.lender_id and result is not null
          )
      ) as missing
      where loans.status in ('submitted', 'with_lender', 'pending', 'in_progress', 'under_review')
        and loans.erased_at is null
        and not exists (select from queries where loan_id = loans.id and state = 'raised')
      limit ${most}`,
  );

/** Enqueues the jobs that loans lack: those of the version before, and what else nobody goes on with. */
export async function adoptOpenLoans(db: Database, now: Date, config: PushDelay): Promise<void> {
  for (const { id, lender_id: lenderId } of await findMissingJobs(db, mostAdopted)) {
    if (lenderId === null) await scheduleRefresh(db, { id }, { isOpen: true, now });
    else await schedulePush(db, { loanId: id, lenderId }, { now, config, ifAbsent: true });
  }
}
