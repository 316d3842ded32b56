/** The options of every actor that the app creates. */
import { type ActorOptions, type AnyActorLogic, type InspectionEvent, isMachineSnapshot } from 'xstate';

/**
 * Pass it on: `createActor(machine, { input, ...actorOptions })`; an actor's children have the same. `npm run dev` logs
 * each transition to the browser's console at the level "verbose"; any other build leaves nothing of it.
 */
export const actorOptions: Pick<ActorOptions<AnyActorLogic>, 'inspect'> = import.meta.env.MODE ===
'development'
  ? { inspect: logTransition }
  : {};

/** Logs the machine, the event's type and the state after it; no value of a context, and nothing that an event carries. */
export function logTransition(inspected: InspectionEvent): void {
  if (inspected.type !== '@xstate.snapshot' || !isMachineSnapshot(inspected.snapshot)) return;
  const { machine, value } = inspected.snapshot;
  console.debug(machine.id, inspected.event.type, value);
}
