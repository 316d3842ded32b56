/** Gives a machine its actors, all of them. */
import type { AnyStateMachine } from 'xstate';

/** The actors that the machine's `setup()` names. */
export type ActorsOf<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

/**
 * Does the same as `machine.provide({ actors })`, but does not compile if an actor is missing: the placeholder of
 * `setup()` would throw when it is started.
 */
export const provideActors = <Machine extends AnyStateMachine>(
  machine: Machine,
  actors: ActorsOf<Machine>,
): Machine => machine.provide({ actors }) as Machine;
