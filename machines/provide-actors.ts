/**
 * Gives a machine its actors. XState 5 has no public way to do so without building the machine anew: `provide` constructs
 * another one, and neither `createActor` nor `setup` takes actors for one that is built. This rests on what 5.33 has
 * inside: `implementations` is a property of the machine, and actors are looked up there when they are started.
 * provide-actors.test.ts fails where a release has it otherwise.
 */
import type { AnyStateMachine } from 'xstate';

/** Every actor that the machine `setup()` names. */
export type ActorsOf<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

/**
 * As `machine.provide({ actors })`, but a missing actor does not compile, whose placeholder of `setup()` would throw
 * when it is started; and the machine's states are shared, not built again, which a slow phone takes long for.
 */
export function provideActors<Machine extends AnyStateMachine>(
  machine: Machine,
  actors: ActorsOf<Machine>,
): Machine {
  // Without its methods, which the constructor has bound to the machine: the prototype has them too.
  const data = Object.entries(machine).filter(([, value]) => typeof value !== 'function');
  const { implementations } = machine;
  return Object.assign(Object.create(Object.getPrototypeOf(machine)), Object.fromEntries(data), {
    implementations: { ...implementations, actors: { ...implementations.actors, ...actors } },
  });
}
