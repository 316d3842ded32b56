/** Limits of the connections to PostgreSQL, so that nothing waits for ever. */

/** The connections to PostgreSQL; 0 for a time means no limit. */
export type PoolConfig = {
  /** Connections at once. */
  size: number;
  /** How long a call waits for a connection. */
  connectTimeoutMs: number;
  /** Of one statement. */
  statementTimeoutMs: number;
  /** How long a statement waits for another transaction's lock; the transaction is then run again. */
  lockTimeoutMs: number;
  /** After which a transaction that does nothing is ended, and with it its locks. */
  idleTransactionTimeoutMs: number;
};

export const defaultPool: PoolConfig = {
  size: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 5000,
  idleTransactionTimeoutMs: 60_000,
};
