/** The statements of a transaction that PostgreSQL gets at once. */
import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished } from 'vitest';
import { type Database, openDatabase, batchTransaction } from '../../server/db/open.ts';
import { isDatabaseUnavailable, isUniqueViolation } from '../../server/db/unavailable.ts';
import { createDatabase, runSql } from '../support/postgres.ts';

async function open() {
  const { url, drop } = await createDatabase(inject('postgres').url, inject('postgres').seeded);
  onTestFinished(drop);
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  onTestFinished(close);
  await runSql(url, 'create table numbers (n integer primary key)');
  return { db, url };
}

const insert = (n: number) => (db: Database) =>
  db.execute(sql`insert into numbers values (${n}) returning n`);

const countPrepared = (db: Database) =>
  db
    .select({ count: sql<number>`count(*)::integer` })
    .from(sql`numbers`)
    .prepare('count_numbers')
    .execute();

it('a batch is stored whole or not at all, and its answers come in the order of the statements', async () => {
  const { db } = await open();
  const refused = batchTransaction(db, [insert(1), insert(1), countPrepared]);
  await expect(refused).rejects.toSatisfy(isUniqueViolation);
  // The connection is the same one, on which the last statement was not parsed.
  const [one, count, two] = await batchTransaction(db, [insert(1), countPrepared, insert(2)]);
  expect([one.rows, count, two.rows]).toEqual([[{ n: 1 }], [{ count: 1 }], [{ n: 2 }]]);
});

it('a batch with a statement sent late is refused, and other batches do not mix with it', async () => {
  const { db } = await open();
  const late = batchTransaction(db, [insert(1), (tx) => Promise.resolve().then(() => insert(2)(tx))]);
  const refused = expect(late).rejects.toMatchObject({ cause: { message: expect.stringContaining('late') } });
  expect(await batchTransaction(db, [countPrepared])).toEqual([[{ count: expect.any(Number) }]]);
  await refused;
});

it('a batch is not stored when its connection breaks, and the next batch uses another connection', async () => {
  const { db, url } = await open();
  const waiting = batchTransaction(db, [insert(1), (tx) => tx.execute(sql`select pg_sleep(60)`)]);
  const broken = expect(waiting).rejects.toSatisfy(isDatabaseUnavailable);
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()`;
  await expect.poll(async () => (await runSql(url, end)).length).toBe(1);
  await broken;
  expect(await batchTransaction(db, [countPrepared])).toEqual([[{ count: 0 }]]);
});
