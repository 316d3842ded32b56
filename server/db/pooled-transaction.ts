/** Transactions on the connections of a pool. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle, type NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { Batch, type BatchedStatement } from './pg-queries.ts';
import { bindConnection } from './connections.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts';

type NoSchema = Record<string, never>;

const dialect = new PgDialect();

/** Replaces Drizzle's own, which never gives back a connection whose BEGIN failed, and waits for each BEGIN. */
export const createPooledTransaction =
  (pool: Pool): NodePgDatabase['transaction'] =>
  (work, config) =>
    withConnection(pool, (client, handle) => {
      const tx = new NodePgTransaction<NoSchema, ExtractTablesWithRelations<NoSchema>>(
        dialect,
        handle._.session,
        undefined,
      );
      bindConnection(tx, handle);
      return runWork(client, () => work(tx), config);
    });

/** Sends one statement before it returns. */
export type Statement<Handle> = (connection: Handle) => PromiseLike<unknown>;

/** The answers of statements, in their order. */
export type Answers<Statements extends readonly Statement<never>[]> = {
  -readonly [At in keyof Statements]: Awaited<ReturnType<Statements[At]>>;
};

/** A transaction of statements that do not need one another's answers: they travel together, so the call waits once. */
export function createBatchTransaction(pool: Pool) {
  let collected: BatchedStatement[] | undefined;
  const query = (config: QueryConfig, values: unknown[]) =>
    new Promise<QueryResult>((resolve, reject) => {
      // It would wait for ever, or be stored with another call's statements.
      if (!collected) throw new Error('A statement of a batch was sent too late');
      collected.push({ config: { ...config, values }, resolve, reject });
    });
  const collecting = drizzle({ query } as unknown as PoolClient);
  return async <Statements extends readonly Statement<NodePgDatabase>[]>(statements: Statements) => {
    const batched: BatchedStatement[] = [];
    collected = batched;
    // A statement of Drizzle may be sent only when somebody waits for it.
    const answers = Promise.all(
      statements.map((statement) => statement(collecting).then((answer) => answer)),
    ) as Promise<Answers<Statements>>;
    collected = undefined;
    // They are waited for below, once there is a connection.
    answers.catch(() => undefined);
    return withConnection(pool, (client) => {
      client.query(new Batch(batched));
      return answers;
    });
  };
}

const handles = new WeakMap<PoolClient, NodePgDatabase>();

/** A connection that was lost meanwhile is not used again. */
async function withConnection<T>(
  pool: Pool,
  work: (client: PoolClient, handle: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error);
  });
  const handle = handles.get(client) ?? drizzle(client);
  handles.set(client, handle);
  let isLost = false;
  try {
    return await work(client, handle);
  } catch (error) {
    isLost = isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** BEGIN is not waited for: it fails only where the connection is lost, and all that follows with it. */
async function runWork<T>(
  client: PoolClient,
  work: () => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const begun = run(client, ['begin', ...modesOf(config)].join(' '));
  // A failed BEGIN also makes the first statement fail, or else the wait below.
  begun.catch(() => undefined);
  try {
    const result = await work();
    await begun;
    const { command } = await run(client, 'commit');
    // PostgreSQL answers so where a statement has failed that the work took no notice of.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
    return result;
  } catch (error) {
    // A failed rollback means that the connection is lost, regardless of the first error.
    await run(client, 'rollback').catch((lost: unknown) => {
      throw new DatabaseUnavailable(lost);
    });
    throw error;
  }
}

const run = (client: PoolClient, statement: string): Promise<QueryResult> =>
  client.query(statement).catch((error: unknown) => {
    throw new DrizzleQueryError(statement, [], error instanceof Error ? error : undefined);
  });

const modesOf = ({ isolationLevel, accessMode, deferrable }: PgTransactionConfig = {}): string[] => [
  ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
  ...(accessMode ? [accessMode] : []),
  ...(deferrable === undefined ? [] : [deferrable ? 'deferrable' : 'not deferrable']),
];
