/** The outcomes of the calls of every machine, and other fixtures of many subjects. */
import type { Outcome, Refusal } from '../../../domain/values/outcome.ts';

export const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });

export const refused = (status: number, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
  ...more,
});

export const unreachable: Outcome<never> = { kind: 'unreachable' };

export const gatewayTimedOut: Outcome<never> = { kind: 'gatewayTimedOut' };

/** The only variant of an event that carries nothing. */
export const nothing = { '': {} };
