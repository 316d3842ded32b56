/** The result of a call. A failure is a value; a thrown error is a bug. */
import type { FieldError } from './wire.ts';

export interface Refusal {
  kind: 'refused';
  /** HTTP status of the answer. */
  status: number;
  /** The id of the message about the refusal, `refusal.…`; empty if the server names none. */
  code: string;
  /** One entry per field that breaks a rule; empty if the refusal is about the whole request. */
  errors: FieldError[];
  /** Seconds after which to try again, where the server names them. */
  retryAfter?: number;
}

/**
 * - `ok`: the server did it; `value` is its result.
 * - `refused`: the server refused it; nothing was changed.
 * - `gatewayTimedOut`: somebody behind the server did not answer in time (504).
 * - `unreachable`: no answer came at all; what was sent may or may not have arrived.
 */
export type Outcome<T> =
  { kind: 'ok'; value: T } | Refusal | { kind: 'gatewayTimedOut' } | { kind: 'unreachable' };

export const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });
