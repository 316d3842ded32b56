/**
 * Brings the schema up to date, one process at a time, and says whether a server fits the schema that it finds. A
 * migration keeps the schema usable for the server version before it; one that no longer does says so in its SQL:
 * `UPDATE "schema_compatibility" SET "oldest_server" = WHEN`, where WHEN is the journal's `when` of the last migration
 * of the oldest version that still works.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type SQL, sql } from 'drizzle-orm';
import { sleep } from '../platform/timers.ts';
import { codeOf } from '../platform/log.ts';

/** `when`, in milliseconds since 1970, orders the migrations: Drizzle applies what is later than the last one applied. */
export type Migration = { tag: string; when: number };

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The migrations of this version, as `drizzle-kit` has written them down. */
export const migrationsOf = (folder = migrationsFolder): Migration[] =>
  (JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: Migration[] }).entries.map(
    ({ tag, when }) => ({ tag, when }),
  );

/** Thrown where a server does not fit the database's schema. `message` is a sentence for the person at the terminal. */
export class SchemaMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaMismatch';
  }
}

/** A Drizzle database of any schema. */
type Executes = { execute: (query: SQL) => PromiseLike<{ rows: Record<string, unknown>[] }> };

/** The `when` of each migration that the database has. */
async function appliedMigrations(db: Executes): Promise<Set<number>> {
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`);
  if (table.rows[0]?.name == null) return new Set();
  const { rows } = await db.execute(sql`select created_at from drizzle.__drizzle_migrations`);
  return new Set(rows.map(({ created_at }) => Number(created_at)));
}

/**
 * @param migrations those of the server that is to run on the schema
 * @throws SchemaMismatch where the schema is older than they are, or too new for them
 */
export async function requireSchema(db: Executes, migrations = migrationsOf()): Promise<void> {
  const applied = await appliedMigrations(db);
  const missing = migrations.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag);
  if (missing.length > 0) {
    throw new SchemaMismatch(
      `The schema of the database is older than this server (it lacks ${describe(missing)}): ` +
        'run npm run admin -- migrate.',
    );
  }
  const own = Math.max(...migrations.map(({ when }) => when));
  if (Math.max(...applied) <= own) return;
  const { rows } = await db.execute(sql`select oldest_server from schema_compatibility`);
  if (own < Number(rows[0]?.oldest_server ?? 0)) {
    throw new SchemaMismatch(
      'The schema of the database is too new for this server: start the version that has migrated it, or a later one.',
    );
  }
}

const describe = (tags: string[]): string =>
  tags.length > 3 ? `${tags.length} migrations` : tags.join(', ');

/**
 * @param run Drizzle's own migration, all of it in one transaction
 * @param migrations those that it applies
 * @returns the migrations that were applied, by name
 * @throws Error where a migration was left out, which Drizzle does with one that is older than the last one applied
 */
export async function applyMigrations(
  db: Executes,
  run: () => Promise<void>,
  migrations = migrationsOf(),
): Promise<string[]> {
  const before = await appliedMigrations(db);
  await run();
  const after = await appliedMigrations(db);
  const skipped = migrations.filter(({ when }) => !after.has(when)).map(({ tag }) => tag);
  if (skipped.length > 0) throw new Error(`Not applied, because later migrations are: ${skipped.join(', ')}`);
  return migrations.filter(({ when }) => !before.has(when)).map(({ tag }) => tag);
}

/** Any number, as long as every server of one database takes the same. */
const migrationLock = 7_331_202;

/** The time that a migration waits for a lock that running calls hold; other calls queue up behind it meanwhile. */
const lockTimeoutMs = 3000;
const maxAttempts = 20;
const retryAfterMs = 500;

/**
 * Migrates over a connection of its own, which no timeout of the role ends. One process does it; others wait for it. It
 * gives way to running calls and tries again.
 * @param folder the migrations, as `drizzle-kit` has written them
 * @throws an error of PostgreSQL
 */
export async function migratePostgres(databaseUrl: string, folder = migrationsFolder): Promise<string[]> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    const db = drizzle(client);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await applyMigrations(
          db,
          () => migrate(db, { migrationsFolder: folder }),
          migrationsOf(folder),
        );
      } catch (error) {
        if (attempt === maxAttempts || !isLockTimeout(error)) throw error;
      }
      await sleep(retryAfterMs);
    }
  } finally {
    await client.end();
  }
}

const isLockTimeout = (error: unknown): boolean =>
  codeOf(error) === '55P03' || (error instanceof Error && codeOf(error.cause) === '55P03');
