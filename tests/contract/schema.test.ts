/** A server meets a schema that is not its own: older, newer, or being migrated by several at once. */
import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { runCommand } from '../../server/admin/commands.ts';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { migratePostgres, migrationsFolder, migrationsOf, requireSchema } from '../../server/db/migrate.ts';
import { openDatabase, rowsOf } from '../../server/db/open.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { startServer } from '../../server/start.ts';
import { openApp } from './app.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { push, readLoan, submitted } from './fixtures.ts';
import { databases } from '../support/databases.ts';
import { createDatabase } from '../support/postgres.ts';

/** A PostgreSQL with the first `count` migrations alone, as an older version has left it. */
async function databaseOfOlderVersion(count: number): Promise<string> {
  const { url, drop } = await createDatabase(inject('postgres').url);
  onTestFinished(drop);
  const folder = mkdtempSync(join(tmpdir(), 'feepath-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
  return url;
}

const all = migrationsOf();
const lastTag = all.at(-1)?.tag ?? '';

it('a server in production refuses a PostgreSQL that is not migrated, and says what to run', async () => {
  const url = await databaseOfOlderVersion(all.length - 1);
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = {
    ...readConfig({ SANDBOX: '1', DATABASE_URL: url, DATA_DIR: dataDir }),
    sandbox: false,
    migratesAtStart: false,
  };
  await expect(startServer(config)).rejects.toThrow(
    `The schema of the database is older than this server (it lacks ${lastTag}): run npm run admin -- migrate.`,
  );
});

it('is migrated once where several migrate it, and not before running calls have ended', async () => {
  const url = await databaseOfOlderVersion(1);
  // A call that is under way: the tables cannot be changed before it ends.
  const call = new pg.Client({ connectionString: url });
  await call.connect();
  await call.query('begin');
  await call.query('select * from loans');
  const migrating = Promise.all([migratePostgres(url), migratePostgres(url)]);
  const waiting = async () =>
    (await call.query(`select 1 from pg_locks where not granted and locktype = 'relation'`)).rows;
  await expect.poll(waiting).toHaveLength(1);
  await call.query('commit');
  await call.end();
  const applied = (await migrating).sort((a, b) => a.length - b.length);
  expect(applied).toEqual([[], all.slice(1).map(({ tag }) => tag)]);

  const { db, migrated, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  onTestFinished(close);
  const config = { dataDir: '/nowhere', sandbox: false, publicUrl: undefined, port: 4000 };
  const notNeeded = () => Promise.reject(new Error('Not needed'));
  const opened = { openObjects: notNeeded, openKeyring: notNeeded };
  const run = (names: string[]) =>
    runCommand({ db, clock: systemClock, config, ...opened, migrated: names }, { name: 'migrate' });
  expect(await run(migrated)).toEqual({ ok: true, lines: ['The schema is up to date.'] });
  expect(await run([lastTag])).toEqual({ ok: true, lines: [`Applied to the schema: ${lastTag}.`] });
});

it('asks again about orders in which there is money that a bank can take back', async () => {
  const url = await databaseOfOlderVersion(all.findIndex(({ tag }) => tag === '0034_payments_captured'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Without the rows that these refer to.
  await client.query("set session_replication_role = 'replica'");
  const payments = [
    ['captured', 119],
    ['captured', 121],
    ['refunded', 40],
    ['held', 200],
  ] as const;
  const ids = payments.map(() => randomUUID());
  for (const [index, [state, days]] of payments.entries()) {
    await client.query(
      `insert into payment_orders (id, loan_id, lender_id, purpose, amount_paise, state, idempotency_key, created_at, expires_at)
       values ($1::text::uuid, 'loan', 15, 'advance', 1, 'paid', $1, now() - $2 * interval '1 day', now())`,
      [ids[index], days],
    );
    await client.query(
      `insert into payments (id, order_id, loan_id, lender_id, provider_payment_id, amount_paise, currency, state, method,
         paid_at, received_at)
       values ($1::text::uuid, $1::text::uuid, 'loan', 15, $1, 1, 'INR', $2, 'upi', now() - $3 * interval '1 day', now())`,
      [ids[index], state, days],
    );
  }
  await migratePostgres(url);
  const { rows } = await client.query(
    "select payload ->> 'id' as id from jobs where kind = 'provider.check'",
  );
  await client.end();
  expect(rows.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[3]].toSorted());
});

/** The statements of docs/deployment.md, for a role of another name. */
function statementsForRole(name: string): string {
  const text = readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8');
  const [, statements] = /```sql\n(CREATE ROLE feepath_server [^`]*)```/.exec(text) ?? [];
  if (!statements) throw new Error('docs/deployment.md has no role of the server');
  return statements.replaceAll('feepath_server', name);
}

it('a server works with a role that owns nothing, and that cannot change the history', async () => {
  const postgres = databases.find(({ kind }) => kind === 'postgres');
  if (!postgres) throw new Error('This needs PostgreSQL');
  const database = await postgres.open();
  const role = `feepath_${randomBytes(6).toString('hex')}`;
  await database.query(statementsForRole(role));
  const url = new URL(database.env.DATABASE_URL ?? '');
  url.username = role;
  url.password = 'secret';
  const app = await openApp({ ...database, env: { DATABASE_URL: url.href } });
  onTestFinished(async () => {
    await app.close();
    await database.query(`drop owned by ${role}; drop role ${role}`);
    await database.drop();
  });
  const opened = await submitted(app);
  expect((await push(app, { ...opened, loan: await readLoan(app, opened) })).status).toBe(200);
  expect(await eraseLoan(app.services, opened.id)).toBe('erased');
  for (const statement of [
    'delete from timeline',
    'truncate submissions',
    'alter table timeline disable trigger all',
    'drop trigger timeline_unchanged on timeline',
  ]) {
    await expect(app.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  }
});

describeOnBothDatabases('a schema', (given) => {
  it('that a later version has migrated is refused once it no longer serves this version', async () => {
    const { db } = given.app;
    const own = all.at(-1)?.when ?? 0;
    await rowsOf(
      db,
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${own + 1})`,
    );
    await requireSchema(db);
    await rowsOf(db, sql`update schema_compatibility set oldest_server = ${own + 1}`);
    await expect(requireSchema(db)).rejects.toThrow(/too new for this server/);
    await requireSchema(db, [...all, { tag: 'later', when: own + 1 }]);
  });

  it('that lacks migrations is refused by their names, or by their number', async () => {
    const later = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ tag: `later_${n}`, when: Number.MAX_SAFE_INTEGER - n }));
    await expect(requireSchema(given.app.db, [...all, ...later(2)])).rejects.toThrow(
      /\(it lacks later_0, later_1\): run npm run admin -- migrate/,
    );
    await expect(requireSchema(given.app.db, [...all, ...later(4)])).rejects.toThrow(/lacks 4 migrations/);
  });
});
