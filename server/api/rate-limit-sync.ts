/** Adds up the counts of the rate limiter over all processes that share a PostgreSQL. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { type Database, executeSql } from '../db/open.ts';
import { errorFields, type Log } from '../platform/log.ts';
import type { RateLimiter, SharedCount } from '../http/rate-limiter.ts';

/** The interval at which processes exchange counts. Within one interval a client can exceed its limit. */
const shareEveryMs = 1000;

/** Longer than the clocks of two servers may differ: what one of them deletes, another may still count. */
const minutesKept = 15;

/** The minute in which each limiter last deleted old rows: the column has no index, so it does that once a minute. */
const deletedAt = new WeakMap<RateLimiter, number>();

/** Shares until it is closed. While the database is away each process goes on with its own counts. */
export function startRateLimitSync(
  db: Database,
  limiter: RateLimiter,
  log: Log,
): { close: () => Promise<void> } {
  let isClosed = false;
  let running = Promise.resolve();
  let isAway = false;
  const timer = platform.startInterval(() => {
    running = running.then(async () => {
      if (isClosed) return;
      await syncRateLimits(db, limiter).then(
        () => {
          isAway = false;
        },
        (error: unknown) => {
          if (!isAway) log.error('rates are not shared', errorFields(error));
          isAway = true;
        },
      );
    });
  }, shareEveryMs);
  timer.unref();
  return {
    close: async () => {
      isClosed = true;
      timer.close();
      await running;
    },
  };
}

/**
 * Adds this process's counts and takes everybody's. A subject travels as a hash: an address is personal data, and the
 * row is gone after minutes.
 */
export async function syncRateLimits(db: Database, limiter: RateLimiter): Promise<void> {
  const counts = limiter.unshared();
  if (counts.length === 0) return;
  const subjects = new Map(counts.map((count) => [hashOf(count.subject), count.subject]));
  const added = JSON.stringify(counts.map((count) => ({ ...count, subject: hashOf(count.subject) })));
  // The same order in all processes prevents deadlocks.
  const totals = await executeSql<SharedCount>(
    db,
    sql`
      insert into rate_counts (subject, minute, points)
      select subject, minute, points
      from json_to_recordset(${added}::json) as added (subject text, minute integer, points integer)
      order by subject, minute
      on conflict (subject, minute) do update set points = rate_counts.points + excluded.points
      returning subject, minute, points
    `,
  );
  limiter.learn(totals.map((total) => ({ ...total, subject: subjects.get(total.subject) ?? '' })));
  const newest = Math.max(...counts.map(({ minute }) => minute));
  if (deletedAt.get(limiter) === newest) return;
  deletedAt.set(limiter, newest);
  await db.execute(sql`delete from rate_counts where minute < ${newest - minutesKept}`);
}

const hashOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');
