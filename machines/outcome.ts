/** How machines read the outcome of a call: the guards, the helper that hands it to them, and the actor's placeholder. */
import { fromPromise } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';

/** What a guard or an action of `onDone` is given. */
export interface OutcomeParams<T = unknown> {
  outcome: Outcome<T>;
}

/** Why a call was not done. */
export type Failure = Exclude<Outcome<unknown>, { kind: 'ok' }>;

/**
 * A named guard or action of `onDone` that is given the actor's output as its outcome:
 * `{ guard: withOutcome('succeeded'), actions: withOutcome('setLoan') }`.
 */
export const withOutcome = <const Type extends string>(type: Type) => ({
  type,
  params: <Output>({ event }: { event: { output: Output } }): { outcome: Output } => ({
    outcome: event.output,
  }),
});

export const succeeded = (_: unknown, { outcome }: OutcomeParams): boolean => outcome.kind === 'ok';

/** The server answered no; nothing was changed. */
export const refused = (_: unknown, { outcome }: OutcomeParams): boolean => outcome.kind === 'refused';

export const notFound = (_: unknown, { outcome }: OutcomeParams): boolean => statusOf(outcome) === 404;

export const gatewayTimedOut = (_: unknown, { outcome }: OutcomeParams): boolean =>
  outcome.kind === 'gatewayTimedOut';

/** HTTP status of a refusal; null where the call was done or no answer came. */
export const statusOf = (outcome: Outcome<unknown>): number | null =>
  outcome.kind === 'refused' ? outcome.status : null;

/** The call's result; null where it failed. */
export const valueOf = <T>(outcome: Outcome<T>): T | null => (outcome.kind === 'ok' ? outcome.value : null);

export const failureOf = (outcome: Outcome<unknown>): Failure | null =>
  outcome.kind === 'ok' ? null : outcome;

/**
 * Declares an actor whose implementation `.provide` supplies.
 * @throws when it is started without one, which is a bug of whoever runs the machine
 */
export const placeholderActor = <Output, Input>() =>
  fromPromise<Output, Input>(({ self }) => {
    throw new Error(`No implementation was provided for the actor '${String(self.src)}'`);
  });
