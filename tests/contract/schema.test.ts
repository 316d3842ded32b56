/** A server meets a schema that is not its own: older, newer, or being migrated by several at once. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { runCommand } from '../../server/admin/commands.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/config/config.ts';
import { migratePostgres, migrationsFolder, migrationsOf, requireSchema } from '../../server/db/migrate.ts';
import { openDatabase, executeSql } from '../../server/db/open.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { startServer } from '../../server/app/start.ts';
import { openApp } from './app.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { push, readLoan, submitted } from './fixtures.ts';
import { databases } from '../support/databases.ts';
import { createDatabase } from '../support/postgres.ts';

type Journal = {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
};

/** A copy of the migrations with another journal. */
function migrationsWith(change: (entries: Journal['entries']) => Journal['entries']): string {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal;
  writeFileSync(path, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  return folder;
}

/** A PostgreSQL with the migrations of a folder. */
async function databaseWith(folder: string): Promise<string> {
  const { url, drop } = await createDatabase(inject('postgres').url);
  onTestFinished(drop);
  await migratePostgres(url, folder);
  return url;
}

const all = migrationsOf();
const lastTag = all.at(-1)?.tag ?? '';

it('a production server refuses a PostgreSQL with missing migrations and names the command to run', async () => {
  const url = await databaseWith(migrationsWith((entries) => entries.slice(0, -1)));
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

it('concurrent migrations apply each one once, after the running calls have ended', async () => {
  const url = await databaseWith(migrationsFolder);
  const next = {
    idx: all.length,
    version: '7',
    when: (all.at(-1)?.when ?? 0) + 1,
    tag: 'next',
    breakpoints: true,
  };
  const folder = migrationsWith((entries) => [...entries, next]);
  writeFileSync(join(folder, 'next.sql'), 'ALTER TABLE "loans" ADD COLUMN "next" text');
  // A call that is under way: the tables cannot be changed before it ends.
  const call = new pg.Client({ connectionString: url });
  await call.connect();
  await call.query('begin');
  await call.query('select * from loans');
  const migrating = Promise.all([migratePostgres(url, folder), migratePostgres(url, folder)]);
  const waiting = async () =>
    (await call.query(`select 1 from pg_locks where not granted and locktype = 'relation'`)).rows;
  await expect.poll(waiting).toHaveLength(1);
  await call.query('commit');
  await call.end();
  const applied = (await migrating).sort((a, b) => a.length - b.length);
  expect(applied).toEqual([[], ['next']]);

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

/** The statements of docs/deployment.md, for a role of another name. */
function statementsForRole(name: string): string {
  const text = readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8');
  const [, statements] = /```sql\n(CREATE ROLE feepath_server [^`]*)```/.exec(text) ?? [];
  if (!statements) throw new Error('docs/deployment.md has no role of the server');
  return statements.replaceAll('feepath_server', name);
}

it('a server works with a database role that owns no table and cannot change the history', async () => {
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
  it('a newer schema is refused once it no longer serves this version of the server', async () => {
    const { db } = given.app;
    const own = all.at(-1)?.when ?? 0;
    await executeSql(
      db,
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${own + 1})`,
    );
    await requireSchema(db);
    await executeSql(db, sql`update schema_compatibility set oldest_server = ${own + 1}`);
    await expect(requireSchema(db)).rejects.toThrow(/too new for this server/);
    await requireSchema(db, [...all, { tag: 'later', when: own + 1 }]);
  });

  it('a schema with missing migrations is refused with their names, or with their number if there are many', async () => {
    const later = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ tag: `later_${n}`, when: Number.MAX_SAFE_INTEGER - n }));
    await expect(requireSchema(given.app.db, [...all, ...later(2)])).rejects.toThrow(
      /\(it lacks later_0, later_1\): run npm run admin -- migrate/,
    );
    await expect(requireSchema(given.app.db, [...all, ...later(4)])).rejects.toThrow(/lacks 4 migrations/);
  });
});
