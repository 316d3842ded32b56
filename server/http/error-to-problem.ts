/** Turns whatever a call fails with into an answer of the contract's shape. */
import {
  isConcurrencyFailure,
  isDatabaseUnavailable,
  isOfErasedCustomer,
  retryAfterSeconds,
} from '../db/unavailable.ts';
import { codeOf } from '../platform/log.ts';
import { Problem, sessionEnded, wrongShape } from './problem.ts';

/** PostgreSQL's codes for a value that fits the shape and not the column. */
const unstorable = ['22003', '22021', '22P02', '22P05', '22001', '22008'];

/** The error codes of PostgreSQL and of the file system for a full disk. */
const full = ['53100', 'ENOSPC', 'EDQUOT'];

const diskFullRetrySeconds = 60;

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDiskFull(error)) {
    return unavailable('There is no room left to store anything; nothing was changed', diskFullRetrySeconds);
  }
  if (isDatabaseUnavailable(error)) {
    return unavailable('The database cannot be reached; try again in a few seconds', retryAfterSeconds);
  }
  if (isConcurrencyFailure(error)) return unavailable('Another call was in the way; try again', 1);
  if (isOfErasedCustomer(error)) return sessionEnded();
  if (unstorable.includes(codesOf(error)[0] ?? '')) return wrongShape('', 'A value is out of range');
  return failure();
}

const isDiskFull = (error: unknown): boolean => codesOf(error).some((code) => full.includes(code));

/** Says no more than is known: the call may have failed after what it was for was done. */
export const failure = (): Problem =>
  new Problem(500, 'The server failed; read again whether anything was changed');

const unavailable = (message: string, seconds: number): Problem =>
  new Problem(503, message, undefined, { headers: { 'retry-after': String(seconds) } });

/** The codes of an error and of what caused it. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = codeOf(at);
    if (code !== undefined) codes.push(code);
  }
  return codes;
}
