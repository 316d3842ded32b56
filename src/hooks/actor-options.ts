/**
 * The options of every actor that the app creates. In development they are the one hook of the inspector
 * (tools/inspector); a production build leaves nothing of it.
 */
import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate';

type Listener = (event: InspectionEvent) => void;

let listener: Listener | null = null;

/** Pass it on: `createActor(machine, { input, ...actorOptions })`. An actor's children are inspected with it. */
export const actorOptions: Pick<ActorOptions<AnyActorLogic>, 'inspect'> = import.meta.env.DEV
  ? { inspect: (event) => listener?.(event) }
  : {};

/** Sends the inspection events of all actors to `next`, from now on. */
export function inspectActors(next: Listener): void {
  listener = next;
}
