/** Classifies failed queries: the database was unreachable, or a concurrent transaction interfered. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { codeOf } from '../platform/log.ts';

/** The error of a lost connection to the database, or of one that could not be opened. `cause` is the reason. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('No connection to the database', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Seconds after which a caller may try again. */
export const retryAfterSeconds = 5;

/**
 * The codes with which PostgreSQL refuses while it shuts down, starts, fails over or has no connection left, and those
 * of time-outs of a statement, a lock or an idle transaction.
 */
const refusals = /^(08...|25006|25P03|55P03|57014|57P0[123]|53300)$/;

/**
 * True where no answer of the database came: it could not be reached, or the connection was lost during the query.
 * Everything that PostgreSQL itself answers has a code of five characters (SQLSTATE); a failed connection has another
 * one of the system (of which EPIPE is as long), or none.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof DrizzleQueryError) || error.cause instanceof TypeError) return false;
  const code = codeOf(error.cause) ?? '';
  return code.length !== 5 || code === 'EPIPE' || refusals.test(code);
}

/** serialization_failure, deadlock_detected and lock_not_available: the same transaction may succeed when it is run again. */
const concurrencyCodes = ['40001', '40P01', '55P03'];

/** True where a row with the same unique value is there already. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** True where something of a customer was to be stored who was erased meanwhile. */
export const isOfErasedCustomer = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const constraint = cause instanceof Error ? Reflect.get(cause, 'constraint') : undefined;
  return codeOf(cause) === '23503' && String(constraint).endsWith('_customers_id_fk');
};

/** True where PostgreSQL ended a transaction because of another one. */
export const isConcurrencyFailure = (error: unknown): boolean =>
  concurrencyCodes.includes(sqlState(error) ?? '');

const sqlState = (error: unknown): string | undefined =>
  codeOf(error instanceof DrizzleQueryError ? error.cause : error);
