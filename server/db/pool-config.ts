/** Limits of the connections to PostgreSQL, so that nothing waits for ever. */

/** The connections to PostgreSQL; 0 for a time means no limit. */
export type PoolConfig = {
  /** Connections at once. */
  size: number;
  /** The time that a call waits for a connection. */
  connectTimeoutMs: number;
  /** The time limit of one statement. */
  statementTimeoutMs: number;
  /** The time that a statement waits for another transaction's lock; the transaction is then retried. */
  lockTimeoutMs: number;
  /** The time after which an idle transaction is ended and its locks are released. */
  idleTransactionTimeoutMs: number;
};

export const defaultPool: PoolConfig = {
  size: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 5000,
  idleTransactionTimeoutMs: 60_000,
};
