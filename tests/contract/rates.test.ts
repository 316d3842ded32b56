/** The limits hold over all processes that share a PostgreSQL. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { executeSql } from '../../server/db/open.ts';
import { createRateLimiter } from '../../server/http/rate-limiter.ts';
import { syncRateLimits } from '../../server/api/rate-limit-sync.ts';
import type { Limit } from '../../server/contract/policy.ts';
import { describeOnBothDatabases } from './both-databases.ts';

const limit: Limit = { name: 'create', per: ['address'], points: 4, failure: 0 };

describeOnBothDatabases('the counts of two processes', (given) => {
  it('are added up across processes and deleted after minutes', async () => {
    const { db } = given.app;
    let now = 600_000;
    const limiters = [1, 2].map(() => createRateLimiter({ now: () => now }));
    const [one, two] = limiters;
    const share = async () => {
      // The second time, the first one learns what the second one has added.
      for (const limiter of [...limiters, ...limiters]) await syncRateLimits(db, limiter);
    };
    const take = (limiter = one) => limiter?.take(limit, '203.0.113.9', 1);
    expect([take(one), take(one), take(two)]).toEqual([0, 0, 0]);
    await share();
    expect(take(two)).toBe(0);
    await share();
    expect(take(one)).toBe(0);
    await share();
    expect(take(one)).toBeGreaterThan(0);
    expect(take(two)).toBeGreaterThan(0);

    const rows = await executeSql<{ subject: string; points: number }>(db, sql`select * from rate_counts`);
    expect(rows).toEqual([expect.objectContaining({ minute: 10, points: 5 })]);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.9');

    now += 10 * 60_000;
    expect(take(one)).toBe(0);
    await share();
    const minutes = () => executeSql(db, sql`select minute from rate_counts order by minute`);
    expect(await minutes()).toEqual([{ minute: 10 }, { minute: 20 }]);

    now += 10 * 60_000;
    expect(take(one)).toBe(0);
    await share();
    expect(await minutes()).toEqual([{ minute: 20 }, { minute: 30 }]);
    await db.execute(sql`update rate_counts set minute = 10 where minute = 20`);
    expect(take(one)).toBe(0);
    await share();
    // The requests are a minute apart.
    expect(await minutes()).toEqual([{ minute: 10 }, { minute: 30 }]);
  });

  it('are all stored when several processes store at once', async () => {
    const { db } = given.app;
    const limiters = Array.from({ length: 4 }, () => createRateLimiter({ now: () => 0 }));
    for (const limiter of limiters) {
      for (let who = 0; who < 200; who += 1)
        limiter.take(limit, String(Math.random() < 0.5 ? who : 199 - who), 1);
    }
    await Promise.all(limiters.map((limiter) => syncRateLimits(db, limiter)));
    const [total] = await executeSql<{ points: number }>(
      db,
      sql`select sum(points)::integer as points from rate_counts where minute = 0`,
    );
    expect(total?.points).toBe(limiters.length * 200);
  });
});
