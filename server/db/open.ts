/**
 * Opens the database: PostgreSQL where `databaseUrl` is given, else PGlite embedded in `dataDir`/db.
 * Both have the same schema, and both answer to the same `Database` type.
 */
import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core';
import { platform } from '../platform/platform.ts';
import { sleep } from '../platform/timers.ts';
import { shareKeyring } from '../encryption/database-keyring.ts';
import { shareConnection } from './connections.ts';
import { ensureDatabaseFolder } from './fresh.ts';
import { lockDataDir } from './lock.ts';
import {
  applyMigrations,
  migratePostgres,
  migrationsFolder,
  requireSchema,
  SchemaMismatch,
} from './migrate.ts';
import { type Notifications, postgresNotifications } from './notifications.ts';
import { defaultPool, type PoolConfig } from './pool-config.ts';
import type { Answers, Statement } from './pooled-transaction.ts';
import { DatabaseStartError } from './start-error.ts';
import { isConcurrencyFailure } from './unavailable.ts';
import type { PGlite } from '@electric-sql/pglite';

type WithRows<Row> = { rows: Row[] };

interface RowsResult extends PgQueryResultHKT {
  readonly type: WithRows<this['row']>;
}

/** A database or a transaction of it. */
export type Database = PgDatabase<RowsResult>;

export type OpenDatabase = {
  db: Database;
  kind: 'pglite' | 'postgres';
  /** The migrations that were applied at the opening, by name. */
  migrated: string[];
  /** Present if several servers can share the database. */
  notifications?: Notifications;
  /** Counts the connections of the pool; absent without a pool. */
  connections?: () => { total: number; idle: number; waiting: number };
  /** Says whether a connection of the pool was given back unharmed within so many milliseconds. */
  hasAnsweredWithin?: (ms: number) => boolean;
  /** Ends the connections and gives the data folder's lock back. May be called twice. */
  close: () => Promise<void>;
};

/**
 * @param databaseUrl a `postgres://` address; absent or empty for the embedded database
 * @param options.dataDir the folder that holds the embedded database; one process at a time
 * @param options.template a folder that keeps an empty embedded database to copy; tests make many
 * @param options.pool the connections to a PostgreSQL
 * @param options.migrates whether a PostgreSQL is migrated; the embedded database has one server, and is always
 * @throws DataDirInUse when another process holds `dataDir`
 * @throws DatabaseStartError when PostgreSQL cannot be used
 * @throws SchemaMismatch when its schema does not fit this version
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  dataDir: string;
  template?: string | undefined;
  migrates?: boolean;
  pool?: PoolConfig;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, template, migrates = false, pool = defaultPool } = options;
  return databaseUrl ? openPostgres(databaseUrl, migrates, pool) : openEmbedded(dataDir, template);
}

/**
 * Runs `work` in a transaction. Inside, use `tx` alone: the embedded database has one connection, so a query on the
 * outer `db` would wait for the transaction that waits for it. A transaction that PostgreSQL aborts because of
 * concurrent ones (deadlock, serialization, lock timeout) is retried, so `work` must have no effect outside `tx`.
 * @param config isolation and access; only for a transaction that is not inside another
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const outer = tasksAfterCommit.get(db);
  const { result, tasks } = outer
    ? await runTransaction(db, work)
    : await withRetries(() => runTransaction(db, work, config));
  // A savepoint's tasks wait for the whole transaction; those of one that was rolled back are dropped.
  if (outer) outer.push(...tasks);
  else for (const task of tasks) task();
  return result;
}

async function runTransaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<{ result: T; tasks: (() => void)[] }> {
  const tasks: (() => void)[] = [];
  const result = await db.transaction((tx) => {
    tasksAfterCommit.set(tx, tasks);
    shareKeyring(db, tx);
    shareConnection(db, tx);
    return work(tx);
  }, config);
  return { result, tasks };
}

type BatchTransaction = <Statements extends readonly Statement<Database>[]>(
  statements: Statements,
) => Promise<Answers<Statements>>;

const batchTransactions = new WeakMap<Database, BatchTransaction>();

/**
 * Runs independent statements in a transaction: PostgreSQL gets them as one message and commits them together. A
 * transaction that it aborts because of concurrent ones is retried.
 * @param db a database that is not a transaction
 * @returns the results of the statements, in their order
 */
export async function batchTransaction<const Statements extends readonly Statement<Database>[]>(
  db: Database,
  statements: Statements,
): Promise<Answers<Statements>> {
  const runBatch = batchTransactions.get(db);
  if (runBatch) return withRetries(() => runBatch(statements));
  const answers = await transaction(db, (tx) => Promise.all(statements.map((statement) => statement(tx))));
  return answers as Answers<Statements>;
}

/** Runs all reads on one snapshot, so that the results are consistent. */
export const readSnapshot = <T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> =>
  transaction(db, read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

const maxTransactionAttempts = 4;
const firstRetryAfterMs = 20;

async function withRetries<T>(run: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (attempt === maxTransactionAttempts || !isConcurrencyFailure(error)) throw error;
  }
  await sleep(platform.randomInt(firstRetryAfterMs * 2 ** attempt));
  return withRetries(run, attempt + 1);
}

const tasksAfterCommit = new WeakMap<Database, (() => void)[]>();

/** Does `task` once the transaction is committed, and never where it is not. It must not throw. */
export function afterCommit(tx: Database, task: () => void): void {
  const tasks = tasksAfterCommit.get(tx);
  if (tasks) tasks.push(task);
  else task();
}

/** The rows of a statement written in SQL. The caller names their shape. */
export async function executeSql<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  const result = await db.execute<Row>(query);
  return result.rows;
}

async function openEmbedded(dataDir: string, template: string | undefined): Promise<OpenDatabase> {
  const unlock = await lockDataDir(dataDir);
  try {
    const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('drizzle-orm/pglite'),
      import('drizzle-orm/pglite/migrator'),
    ]);
    const folder = join(dataDir, 'db');
    await ensureDatabaseFolder(
      folder,
      async (draft) => {
        await (await PGlite.create(draft)).close();
      },
      template,
    );
    const client = await PGlite.create(folder);
    // Drizzle's parsers are merged with these at each statement: without those of rows of tables, it takes half as long.
    client.parsers = Object.fromEntries(Object.entries(client.parsers).filter(([oid]) => +oid < 10_000));
    addEventLoopTurns(client);
    const db = drizzle(client);
    const migrated = await applyMigrations(db, () => migrate(db, { migrationsFolder }));
    await requireSchema(db);
    return {
      db,
      kind: 'pglite',
      migrated,
      close: once(async () => {
        await client.close();
        unlock();
      }),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openPostgres(
  databaseUrl: string,
  migrates: boolean,
  { size, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs }: PoolConfig,
): Promise<OpenDatabase> {
  const [
    { default: pg },
    { drizzle },
    { createPooledTransaction, createBatchTransaction },
    { namedQueriesOn },
  ] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('./pooled-transaction.ts'),
    import('./pg-queries.ts'),
  ]);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A PostgreSQL that falls silent ends no statement.
    query_timeout: Math.round(statementTimeoutMs * 1.2),
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    // A connection whose database went away without a word is found dead.
    keepAlive: true,
    // Statements of a transaction that do not wait for one another's answers travel together.
    pipeline: true,
  });
  // The pool replaces a connection that the database dropped, idle or in use, and the query on it is rejected. An
  // 'error' event without a listener would end the process besides.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let answeredAt = Number.NEGATIVE_INFINITY;
  pool.on('release', (error) => {
    if (!error) answeredAt = platform.elapsedMs();
  });
  const db = drizzle(namedQueriesOn(pool) as unknown as Pool);
  let migrated: string[] = [];
  try {
    if (migrates) migrated = await migratePostgres(databaseUrl);
    await requireSchema(db);
  } catch (error) {
    await pool.end();
    if (error instanceof SchemaMismatch) throw error;
    throw new DatabaseStartError(error);
  }
  db.transaction = createPooledTransaction(pool);
  batchTransactions.set(db, createBatchTransaction(pool));
  return {
    db,
    kind: 'postgres',
    migrated,
    notifications: postgresNotifications(pool),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    hasAnsweredWithin: (ms) => platform.elapsedMs() - answeredAt <= ms,
    close: once(() => pool.end()),
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** The time in which statements may follow one another without a turn; longer than most calls take altogether. */
const longestWithoutTurnMs = 10;

/**
 * The statements of concurrent calls follow one another without a turn of the event loop, because none of them waits for
 * anything outside: so many calls at once would hold up every other connection, timer and answer.
 */
function addEventLoopTurns(client: PGlite): void {
  const execute = client.execProtocolStream.bind(client);
  let turnedAt = platform.elapsedMs();
  client.execProtocolStream = async (...message) => {
    if (platform.elapsedMs() - turnedAt > longestWithoutTurnMs) {
      await platform.nextTurn();
      turnedAt = platform.elapsedMs();
    }
    return execute(...message);
  };
}
