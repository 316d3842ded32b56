/** Steps through a production machine without running anything: what an actor answers and a delay that ends are events. */
import { type AnyMachineSnapshot, type AnyStateMachine, createEmptyActor } from 'xstate';
import type { GraphConstraints, GraphEvent, GraphNode } from './graph.ts';
import { transitionName } from './statechart.ts';
import type { AnySubject } from './subject.ts';

const plain: GraphConstraints<null> = {
  extraState: { first: () => null, next: () => null },
  canHappen: () => true,
  stateKey: () => null,
};

const asEvent = ({ type, payload }: Pick<GraphEvent, 'type' | 'payload'>) => ({ ...payload, type });

/** Returns whether the machine obeys the event there; an ignored event is not a step of a walk. */
export const isAllowed = (
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  graphEvent: GraphEvent,
): boolean =>
  // Most of what can happen is known nowhere near; asking the states first is many times quicker.
  snapshot._nodes.some(({ transitions }) => transitions.has(graphEvent.type)) &&
  machine.getTransitionData(snapshot, asEvent(graphEvent)).length > 0;

type Scope = Parameters<AnyStateMachine['transition']>[2];

/** An actor that is not run, for transitions that are only inspected. */
function nobody(): Scope {
  const self = createEmptyActor();
  return {
    // It represents an actor of any machine.
    self: self as never,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: () => {},
  };
}

/** Steps through a subject's machine from one of its starts, without running anything. */
export interface Stepper {
  first: GraphNode;
  canHappen: (place: GraphNode, graphEvent: GraphEvent) => boolean;
  after: (place: GraphNode, graphEvent: GraphEvent) => GraphNode;
  keyOf: (place: GraphNode) => string;
}

/** @throws where the subject has no such start */
export function stepperOf<ExtraState = null>(
  { name, machine, starts, stateKey }: AnySubject,
  start: string,
  terms: GraphConstraints<ExtraState> = plain as never,
): Stepper {
  const begin = starts[start];
  if (!begin)
    throw new Error(`No walk of ${name} starts at '${start}', but at: ${Object.keys(starts).join(', ')}`);
  const scope = nobody();
  const keys = new WeakMap<GraphNode, string>();
  // The clock that guards read; it shows the time of the current node.
  let now = 0;
  const input = begin(() => now);

  const at = <T>(time: number, act: () => T): { result: T; taken: string[] } => {
    now = time;
    const taken: string[] = [];
    const watching = scope.system.inspect((event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions)
        if (transition.source) taken.push(transitionName(transition));
    });
    const result = act();
    watching.unsubscribe();
    return { result, taken };
  };
  const timeOf = (place: GraphNode, { waits = 0 }: GraphEvent) => place.now + waits;

  const initial = at(0, () => machine.getInitialSnapshot(scope, input as never));
  return {
    first: {
      snapshot: initial.result,
      now,
      taken: initial.taken,
      extraState: terms.extraState.first(initial.result, start),
    },
    canHappen: (place, graphEvent) => {
      now = timeOf(place, graphEvent);
      return (
        terms.canHappen(place as GraphNode<ExtraState>, graphEvent) &&
        isAllowed(machine, place.snapshot, graphEvent)
      );
    },
    after: (place, graphEvent) => {
      const { result, taken } = at(timeOf(place, graphEvent), () =>
        machine.transition(place.snapshot, asEvent(graphEvent) as never, scope),
      );
      const extraState = terms.extraState.next(
        place.extraState as ExtraState,
        graphEvent,
        place.snapshot,
        result,
      );
      return { snapshot: result, now, taken, extraState };
    },
    keyOf: (place) => {
      const known = keys.get(place);
      if (known !== undefined) return known;
      ({ now } = place);
      const key = JSON.stringify([
        place.snapshot.value,
        stateKey(place.snapshot as never, place.now),
        terms.stateKey(place as GraphNode<ExtraState>),
      ]);
      keys.set(place, key);
      return key;
    },
  };
}
