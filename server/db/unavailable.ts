/** Whether a query failed because the database could not be reached. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { codeOf } from '../log.ts';

/** No connection to the database could be opened. `cause` says why. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('No connection to the database', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Seconds after which a caller may try again. */
export const retryAfterSeconds = 5;

/** What PostgreSQL refuses with while it shuts down, starts, or has no connection left. */
const refusals = /^(08...|57P0[123]|53300)$/;

/**
 * True where no answer of the database came: it could not be reached, or the connection was lost during the query.
 * Everything that PostgreSQL itself answers has a code of five characters (SQLSTATE); a failed connection has a
 * longer one of the system, or none.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof DrizzleQueryError) || error.cause instanceof TypeError) return false;
  const code = codeOf(error.cause) ?? '';
  return code.length !== 5 || refusals.test(code);
}
