/**
 * Schedules the jobs that go on with a loan without user action (decision 27). They are enqueued in the transaction
 * that makes them necessary, at most one of each for a loan and lender.
 */
import { sql } from 'drizzle-orm';
import { verdictCanChange } from '../../domain/loan/status.ts';
import type { LoanStatus } from '../../domain/values/wire.ts';
import type { LenderId } from '../adapters/lenders.ts';
import type { Config } from '../config/config.ts';
import { type Database, executeSql } from '../db/open.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';

/** The delay before the lender is asked again about a verdict that can change, in milliseconds. */
const firstRefreshMs = 60_000;

export type PushDelay = Pick<Config, 'pushAfterMs'>;

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
    { now, runAt: new Date(now.getTime() + config.pushAfterMs), ifAbsent },
  );

/** Asks about a push without an answer at once, by reference; the job that waits begins anew. */
export const pushNow = (tx: Database, order: Order, now: Date): Promise<void> =>
  enqueueJob(tx, 'lender.push', order, { now });

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
    ? enqueueJob(
        tx,
        'lender.refresh',
        { loanId: id },
        { now, runAt: new Date(now.getTime() + firstRefreshMs) },
      )
    : cancelJob(tx, 'lender.refresh', { loanId: id });

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
  enqueueJob(tx, 'lender.refresh', { loanId }, { now });

/** Loans that one statement looks at. */
const loansAtATime = 1000;

/** Adopted jobs become due one after the other, so that what is submitted meanwhile does not wait behind them. */
const adoptedEveryMs = 100;

/** The statuses of a loan that waits for a lender. */
const waitingStatuses = ['submitted', 'with_lender', 'pending', 'in_progress', 'under_review'] as const;

/** A missing job: the push to a lender that has not answered, or, where `lenderId` is null, the refresh of the loan's verdicts. */
export type MissingJob = { loanId: string; lenderId: LenderId | null };

/** Yields in batches the jobs that open loans lack at each of their lenders, the oldest loans of each status first. */
export async function* missingJobs(db: Database): AsyncGenerator<MissingJob[]> {
  for (const status of waitingStatuses) {
    let after: Pick<LookedAt, 'created_at' | 'id'> = { created_at: '-infinity', id: '' };
    for (;;) {
      const rows = await lookAtLoans(db, status, after);
      const last = rows.at(-1);
      if (!last) break;
      yield rows
        .filter(({ is_missing }) => is_missing)
        .map(({ id, lender_id }) => ({ loanId: id, lenderId: lender_id }));
      after = last;
    }
  }
}

type LookedAt = { id: string; created_at: string; is_missing: boolean; lender_id: LenderId | null };

/** Loans of a status, each once or once for each job that it lacks. */
const lookAtLoans = (
  db: Database,
  status: (typeof waitingStatuses)[number],
  after: Pick<LookedAt, 'created_at' | 'id'>,
): Promise<LookedAt[]> =>
  executeSql<LookedAt>(
    db,
    sql`with waiting as materialized (
        select id, status, lender_id, lender_ids, submitted_at, created_at from loans
        where status = ${status} and erased_at is null
          and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::text)
        order by created_at, id limit ${loansAtATime}
      )
      select waiting.id, waiting.created_at::text as created_at,
        missing.loan_id is not null as is_missing, missing.lender_id
      from waiting left join lateral (
        select waiting.id as loan_id, null::integer as lender_id
        where waiting.status in ('pending', 'in_progress', 'under_review')
          and not exists (select from jobs where dedupe_key = 'refresh:' || waiting.id)
        union all
        select waiting.id, own.lender_id
        from unnest(
          case when waiting.lender_ids = '{}' then array[waiting.lender_id] else waiting.lender_ids end
        ) as own (lender_id)
        where not exists (
            select from jobs where dedupe_key = 'push:' || waiting.id || ':' || own.lender_id
          )
          and not exists (
            select from lender_loans
            where loan_id = waiting.id and lender_loans.lender_id = own.lender_id and result is not null
          )
          and not exists (
            select from (
              select distinct on (purpose) withdrawn_at from consents
              where loan_id = waiting.id and consents.lender_id = own.lender_id
                and purpose in ('share', 'credit_check', 'guardian')
              order by purpose, given_at desc
            ) as latest where withdrawn_at >= waiting.submitted_at
          )
      ) as missing on not exists (select from queries where loan_id = waiting.id and state = 'raised')
      order by waiting.created_at, waiting.id`,
  );

/** Enqueues the jobs that loans lack, so that somebody goes on with each of them. */
export async function adoptOpenLoans(db: Database, now: Date, config: PushDelay): Promise<void> {
  let adopted = 0;
  for await (const jobs of missingJobs(db)) {
    for (const { loanId, lenderId } of jobs) {
      const after = new Date(now.getTime() + adopted * adoptedEveryMs);
      adopted += 1;
      if (lenderId === null) await scheduleRefresh(db, { id: loanId }, { isOpen: true, now: after });
      else await schedulePush(db, { loanId, lenderId }, { now: after, config, ifAbsent: true });
    }
  }
}
