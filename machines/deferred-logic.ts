/** Actor logic that is resolved when an actor of it is spawned, so that its code can be loaded after the machine's. */
import type { ActorLogic, EventObject, Snapshot } from 'xstate';

/**
 * Delegates every method to the logic that `resolve` returns at that moment.
 * @param resolve throws where an actor is spawned before the logic is loaded, which is a bug of the caller
 */
export const deferredLogic = <State extends Snapshot<unknown>, Event extends EventObject, Input>(
  resolve: () => ActorLogic<State, Event, Input>,
): ActorLogic<State, Event, Input> => ({
  getInitialSnapshot: (scope, input) => resolve().getInitialSnapshot(scope, input),
  start: (snapshot, scope) => resolve().start?.(snapshot, scope),
  transition: (snapshot, event, scope) => resolve().transition(snapshot, event, scope),
  getPersistedSnapshot: (snapshot, options) => resolve().getPersistedSnapshot(snapshot, options),
});
