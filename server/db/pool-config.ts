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

const timeouts = {
  connectTimeoutMs: { variable: 'DATABASE_CONNECT_TIMEOUT_MS', least: 1 },
  statementTimeoutMs: { variable: 'DATABASE_STATEMENT_TIMEOUT_MS', least: 0 },
  lockTimeoutMs: { variable: 'DATABASE_LOCK_TIMEOUT_MS', least: 0 },
  idleTransactionTimeoutMs: { variable: 'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS', least: 0 },
} as const;

export const poolVariables = [
  'DATABASE_POOL_SIZE',
  ...Object.values(timeouts).map(({ variable }) => variable),
];

/** What the environment says of them. */
export function readPoolConfig(
  whole: (name: string, fallback: number, range: [number, number]) => number,
): PoolConfig {
  const timeout = (name: keyof typeof timeouts) =>
    whole(timeouts[name].variable, defaultPool[name], [timeouts[name].least, 600_000]);
  return {
    size: whole('DATABASE_POOL_SIZE', defaultPool.size, [2, 1000]),
    connectTimeoutMs: timeout('connectTimeoutMs'),
    statementTimeoutMs: timeout('statementTimeoutMs'),
    lockTimeoutMs: timeout('lockTimeoutMs'),
    idleTransactionTimeoutMs: timeout('idleTransactionTimeoutMs'),
  };
}
