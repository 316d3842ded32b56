/** Gives a machine its actors, all of them. */
import type { AnyStateMachine } from 'xstate';

/** Every actor that the machine `setup()` names. */
export type ActorsOf<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

/**
 * As `machine.provide({ actors })`, but a missing actor does not compile, whose placeholder of `setup()` would throw
 * when it is started.
 */
export const provideActors = <Machine extends AnyStateMachine>(
  machine: Machine,
  actors: ActorsOf<Machine>,
): Machine => machine.provide({ actors }) as Machine;
