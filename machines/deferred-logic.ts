/** Actor logic that is resolved when an actor of it is spawned, so that its code can be loaded after the machine's. */
import type { ActorLogic, AnyActor, EventObject, Snapshot } from 'xstate';

/** XState does not export it. */
export type AnyActorSystem = AnyActor['system'];

/**
 * Delegates every method to the logic that `resolve` returns at that moment.
 * @param resolve throws where an actor is spawned before the logic is loaded, which is a bug of the caller
 */
export const deferredLogic = <
  State extends Snapshot<unknown>,
  Event extends EventObject,
  Input,
  Emitted extends EventObject = EventObject,
>(
  resolve: () => ActorLogic<State, Event, Input, AnyActorSystem, Emitted>,
): ActorLogic<State, Event, Input, AnyActorSystem, Emitted> => ({
  getInitialSnapshot: (scope, input) => resolve().getInitialSnapshot(scope, input),
  start: (snapshot, scope) => resolve().start?.(snapshot, scope),
  transition: (snapshot, event, scope) => resolve().transition(snapshot, event, scope),
  getPersistedSnapshot: (snapshot, options) => resolve().getPersistedSnapshot(snapshot, options),
});
