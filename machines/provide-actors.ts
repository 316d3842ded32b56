/** Gives a machine its actors. */
import type { AnyStateMachine } from 'xstate';

/** Every actor that the machine `setup()` names. */
export type ActorsOf<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

/**
 * As `machine.provide({ actors })`, which takes any part of them: here one that is left out does not compile. `setup()`
 * can only put placeholders in their places, which throw once they are started.
 */
export function provideActors<Machine extends AnyStateMachine>(
  machine: Machine,
  actors: ActorsOf<Machine>,
): Machine {
  return machine.provide({ actors }) as Machine;
}
