/** A time-out in PostgreSQL is not reported as a server failure, and does not block others for longer. */
import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished } from 'vitest';
import { batchTransaction, type Database, openDatabase, transaction } from '../../server/db/open.ts';
import { defaultPool, type PoolConfig } from '../../server/db/pool-config.ts';
import { loanTokens } from '../../server/db/schema/loans.ts';
import { isDatabaseUnavailable } from '../../server/db/unavailable.ts';
import { lockLoan } from '../../server/loans/row.ts';
import { startProxy } from '../faults/proxy.ts';
import { createDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';

async function openDatabaseOf(): Promise<string> {
  const { seeded, url: server } = inject('postgres');
  const { url, drop } = await createDatabase(server, seeded);
  onTestFinished(drop);
  return url;
}

async function openWith(pool: Partial<PoolConfig>, url?: string) {
  const { db, close } = await openDatabase({
    databaseUrl: url ?? (await openDatabaseOf()),
    dataDir: '',
    pool: { ...defaultPool, ...pool },
  });
  onTestFinished(close);
  return db;
}

const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );

it('a statement that takes too long is cancelled', async () => {
  const db = await openWith({ statementTimeoutMs: 1_000 });
  const error = await errorOf(db.execute(sql`select pg_sleep(60)`));
  expect(isDatabaseUnavailable(error)).toBe(true);
});

const pidOf = async (db: Database) => (await sendPid(db))[0]?.pid;
const sendPid = (db: Database) =>
  db.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(values (1)) as one`);

it('a silent PostgreSQL blocks neither callers nor connections', async () => {
  const proxy = await startProxy(await openDatabaseOf());
  onTestFinished(() => proxy.close());
  const db = await openWith({ size: 3, statementTimeoutMs: 1000, connectTimeoutMs: 1000 }, proxy.url);
  const asks = [
    () => pidOf(db),
    () => transaction(db, pidOf),
    () => batchTransaction(db, [sendPid, sendPid]),
  ];
  await Promise.all(asks.map((ask) => ask()));
  proxy.silence();
  const errors = await Promise.all(asks.map((ask) => errorOf(ask())));
  expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true]);
  await proxy.close();
  await proxy.open();
  for (const ask of asks) expect(await errorOf(ask())).toBeUndefined();
});

it('an answered batch leaves its connection in use', async () => {
  const db = await openWith({ size: 1, statementTimeoutMs: 500 });
  const [before] = await batchTransaction(db, [sendPid, sendPid]);
  for (let time = 0; time < 3; time += 1) await db.execute(sql`select pg_sleep(0.3)`);
  expect(await pidOf(db)).toBe(before[0]?.pid);
});

it('a transaction rolled back by an ignored error of a statement is an error', async () => {
  const db = await openWith({});
  const work = transaction(db, async (tx) => {
    await errorOf(tx.execute(sql`select 1 / 0`));
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await errorOf(pidOf(db))).toBeUndefined();
});

it('a transaction that waits too long for a lock is retried and then fails', async () => {
  const db = await openWith({ lockTimeoutMs: 50 });
  let runs = 0;
  const lock = sql`lock table loans in exclusive mode`;
  await transaction(db, async (tx) => {
    await tx.execute(lock);
    const error = await errorOf(
      transaction(db, async (other) => {
        runs += 1;
        await other.execute(lock);
      }),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
  expect(runs).toBe(4);
});

it('a locked loan does not block inserts that refer to it', async () => {
  const db = await openWith({ lockTimeoutMs: 50 });
  const now = new Date();
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into loans (id, partner_id, api_key_id, status, name, email, mobile, created_at, updated_at)
      values ('one', gen_random_uuid(), gen_random_uuid(), 'draft', '', '', '', now(), now())`);
  });
  await transaction(db, async (tx) => {
    await lockLoan(tx, 'one', now);
    const token = { tokenHash: 'hash', loanId: 'one', createdAt: now, lastUsedAt: now };
    expect(await errorOf(db.insert(loanTokens).values(token))).toBeUndefined();
    expect(await errorOf(transaction(db, (other) => lockLoan(other, 'one', now)))).toBeDefined();
  });
});

it('an idle transaction is ended and releases its locks', async () => {
  const db = await openWith({ idleTransactionTimeoutMs: 100, lockTimeoutMs: 0 });
  const lock = sql`lock table loans in exclusive mode`;
  const idle = transaction(db, async (tx) => {
    await tx.execute(lock);
    await transaction(db, (other) => other.execute(lock));
    await tx.execute(sql`select 1`);
  });
  expect(isDatabaseUnavailable(await errorOf(idle))).toBe(true);
  const open = sql`select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`;
  await until(
    'no transaction is idle',
    async () => (await db.execute(open)).rows.length,
    (count) => count === 0,
  );
});

it('a call waits for a connection only for the allowed time', async () => {
  // The same time bounds how long a connection may take to open, which on a busy machine is no small part of a second.
  const db = await openWith({ size: 1, connectTimeoutMs: 2_000 });
  await transaction(db, async (tx) => {
    await tx.execute(sql`select 1`);
    expect(isDatabaseUnavailable(await errorOf(db.execute(sql`select 1`)))).toBe(true);
  });
});
