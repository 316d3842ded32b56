/** Transactions on the connections of a pool. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle, type NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import { setConnection } from './connections.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts';

type NoSchema = Record<string, never>;

const dialect = new PgDialect();

/**
 * In place of Drizzle's own, which never gives back the connection on which BEGIN failed, and waits for BEGIN before the
 * first statement.
 */
export function createPooledTransaction(pool: Pool): NodePgDatabase['transaction'] {
  const handles = new WeakMap<PoolClient, NodePgDatabase>();
  return async (work, config) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
    const handle = handles.get(client) ?? drizzle(client);
    handles.set(client, handle);
    const tx = new NodePgTransaction<NoSchema, ExtractTablesWithRelations<NoSchema>>(
      dialect,
      handle._.session,
      undefined,
    );
    setConnection(tx, handle);
    let isLost = false;
    try {
      return await runWork(client, () => work(tx), config);
    } catch (error) {
      isLost = isDatabaseUnavailable(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  };
}

/**
 * BEGIN is sent without waiting for its answer: it fails only where the connection is lost, and with it all that
 * follows.
 */
async function runWork<T>(
  client: PoolClient,
  work: () => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const begun = run(client, ['begin', ...modesOf(config)].join(' '));
  // Where it fails so does the first statement, or else the wait below.
  begun.catch(() => undefined);
  try {
    const result = await work();
    await begun;
    await run(client, 'commit');
    return result;
  } catch (error) {
    // Where the transaction cannot be ended, the connection is lost, whatever it was that failed before.
    await run(client, 'rollback').catch((lost: unknown) => {
      throw new DatabaseUnavailable(lost);
    });
    throw error;
  }
}

const run = (client: PoolClient, statement: string): Promise<unknown> =>
  client.query(statement).catch((error: unknown) => {
    throw new DrizzleQueryError(statement, [], error instanceof Error ? error : undefined);
  });

const modesOf = ({ isolationLevel, accessMode, deferrable }: PgTransactionConfig = {}): string[] => [
  ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
  ...(accessMode ? [accessMode] : []),
  ...(deferrable === undefined ? [] : [deferrable ? 'deferrable' : 'not deferrable']),
];
