/** Gives a machine its actors. */
import type { AnyStateMachine } from 'xstate';

/** Every actor that the machine `setup()` names. */
export type ActorsOf<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

/**
 * As `machine.provide({ actors })`, but a missing actor does not compile. Otherwise its placeholder of `setup()` stays,
 * which throws when it is started.
 */
export function provideActors<Machine extends AnyStateMachine>(
  machine: Machine,
  actors: ActorsOf<Machine>,
): Machine {
  return machine.provide({ actors }) as Machine;
}
