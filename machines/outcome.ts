/** Shared parts of machines: params of guards and actions, the outcome of a call, the placeholder of an actor. */
import { fromPromise } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';

/** Params of a guard or an action of `onDone`. */
export interface OutcomeParams<T = unknown> {
  outcome: Outcome<T>;
}

export type Failure = Exclude<Outcome<unknown>, { kind: 'ok' }>;

/** A named guard or action with the event as its params: `{ actions: withEvent('setText') }`. */
export const withEvent = <const Type extends string>(type: Type) => ({
  type,
  params: <Event>({ event }: { event: Event }): Event => event,
});

/**
 * A named guard or action of `onDone` with the actor's output as its params:
 * `{ guard: withOutcome('succeeded'), actions: withOutcome('setLoan') }`.
 */
export const withOutcome = <const Type extends string>(type: Type) => ({
  type,
  params: <Output>({ event }: { event: { output: Output } }): { outcome: Output } => ({
    outcome: event.output,
  }),
});

/**
 * A named action of `onDone` with the call's result as its params, after a guard that has found it:
 * `{ guard: withOutcome('succeeded'), actions: withValue('setLoan') }`.
 * @throws after no such guard, which is a bug
 */
export const withValue = <const Type extends string>(type: Type) => ({
  type,
  params: <Value>({ event: { output } }: { event: { output: Outcome<Value> } }): { value: Value } => {
    if (output.kind !== 'ok') throw new Error(`No result for '${type}'`);
    return { value: output.value };
  },
});

export const succeeded = (_: unknown, { outcome }: OutcomeParams): boolean => outcome.kind === 'ok';

export const refused = (_: unknown, { outcome }: OutcomeParams): boolean => outcome.kind === 'refused';

export const notFound = (_: unknown, { outcome }: OutcomeParams): boolean => statusOf(outcome) === 404;

export const gatewayTimedOut = (_: unknown, { outcome }: OutcomeParams): boolean =>
  outcome.kind === 'gatewayTimedOut';

/** HTTP status of a refusal; null for every other outcome. */
export const statusOf = (outcome: Outcome<unknown>): number | null =>
  outcome.kind === 'refused' ? outcome.status : null;

/** Returns the call's result; null where it failed. */
export const valueOf = <T>(outcome: Outcome<T>): T | null => (outcome.kind === 'ok' ? outcome.value : null);

export const failureOf = (outcome: Outcome<unknown>): Failure | null =>
  outcome.kind === 'ok' ? null : outcome;

/**
 * Declares an actor whose implementation `.provide` supplies.
 * @throws when it is started without one, which is a bug
 */
export const placeholderActor = <Output, Input>() =>
  fromPromise<Output, Input>(({ self }) => {
    throw new Error(`No implementation was provided for the actor '${String(self.src)}'`);
  });
