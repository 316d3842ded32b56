/**
 * The paths of a production machine. `xstate/graph` is imported here only: it is where `@xstate/test` lives since
 * XState 5.20. It walks the machine with its invocations and delays: what an actor answers and when a delay ends are
 * events like any other. Beside the snapshot it carries what the machine does not know and a walk must: the time,
 * and in a browser the addresses that Back and Forward lead to.
 */
import type { ActorLogic, AnyMachineSnapshot } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { delaysOf, type Invocation, invocationsOf, transitionName, transitionsOf } from './statechart.ts';
import { type Stepper, stepperOf } from './stepper.ts';
import type { AnySubject } from './subject.ts';

/** One event of a walk, with its words. */
export interface GraphEvent {
  type: string;
  words: string;
  /** The invocation that answers, where one does, and the variant of its answer. */
  answers?: Invocation & { variant: string };
  /** The time that passes in milliseconds, for events that are delays. */
  waits?: number;
  /** The event's or answer's data. */
  payload: object;
}

/** A place of a walk. */
export interface GraphNode<ExtraState = unknown> {
  snapshot: AnyMachineSnapshot;
  /** The walk's time in milliseconds. */
  now: number;
  extraState: ExtraState;
  /** The names of the transitions by which the walk came here from the place before. */
  taken: readonly string[];
}

export interface Step {
  graphEvent: GraphEvent;
  to: GraphNode;
}

export interface Walk {
  start: string;
  from: GraphNode;
  steps: readonly Step[];
}

/** The limits of a graph: by default it has each event that the machine obeys, and only its snapshot as state. */
export interface GraphConstraints<ExtraState> {
  extraState: {
    first: (snapshot: AnyMachineSnapshot, start: string) => ExtraState;
    next: (
      extraState: ExtraState,
      graphEvent: GraphEvent,
      before: AnyMachineSnapshot,
      after: AnyMachineSnapshot,
    ) => ExtraState;
  };
  canHappen: (place: GraphNode<ExtraState>, graphEvent: GraphEvent) => boolean;
  /** The values besides the subject's stateKey by which places are told apart. */
  stateKey: (place: GraphNode<ExtraState>) => unknown;
}

export interface Graph {
  start: string;
  first: GraphNode;
  /** The places in the order of their distance. */
  places: { at: GraphNode; key: string; steps: Step[] }[];
  keyOf: (place: GraphNode) => string;
  /** A shortest path to a place, in words. */
  pathTo: (key: string) => string;
}

/** Everything that can happen to a subject's machine, somewhere. */
export function graphEventsOf({ machine, events, answers }: AnySubject): GraphEvent[] {
  const sent = Object.entries<Record<string, object>>(events).flatMap(([type, variants]) =>
    Object.entries(variants).map(([variant, payload]) => ({
      type,
      payload,
      words: variant ? `${type} ${variant}` : type,
    })),
  );
  const answered = invocationsOf(machine).flatMap((invocation) =>
    Object.entries<unknown>((answers as Record<string, Record<string, unknown>>)[invocation.src] ?? {}).map(
      ([variant, output]) => ({
        type: `xstate.done.actor.${invocation.id}`,
        payload: { actorId: invocation.id, output },
        words: `${invocation.words} answers: ${variant}`,
        answers: { ...invocation, variant },
      }),
    ),
  );
  const passed = delaysOf(machine).map(({ eventType, ms, words }) => ({
    type: eventType,
    payload: {},
    words: `${words} passes`,
    waits: ms,
  }));
  return [...sent, ...answered, ...passed];
}

/** The graphs of a subject, one for each of its starts. */
export function graphsOf<ExtraState = null>(
  subject: AnySubject,
  terms?: GraphConstraints<ExtraState>,
): Graph[] {
  const all = graphEventsOf(subject);
  return Object.keys(subject.starts).map((start) => graphFrom(stepperOf(subject, start, terms), all, start));
}

/** A place, as the library wants its snapshots. */
type State = GraphNode & { status: 'active'; output: undefined; error: undefined };
const stateOf = (place: GraphNode): State => ({
  ...place,
  status: 'active',
  output: undefined,
  error: undefined,
});

function graphFrom(stepper: Stepper, all: readonly GraphEvent[], start: string): Graph {
  const { first, canHappen, after, keyOf } = stepper;
  const logic: ActorLogic<State, GraphEvent> = {
    getInitialSnapshot: () => stateOf(first),
    transition: (place, graphEvent) => stateOf(after(place, graphEvent)),
    getPersistedSnapshot: (place) => place,
  };
  const adjacent = getAdjacencyMap(logic, { events: all, serializeState: keyOf, filterEvents: canHappen });
  const graph: Graph = {
    start,
    first,
    keyOf,
    pathTo: (key) => describeStep(shortestWalks(graph).get(key) ?? { start, steps: [] }),
    places: Object.entries(adjacent).map(([key, { state, transitions }]) => ({
      at: state,
      key,
      // The library's maps have branded keys, of which Object.values makes unknowns.
      steps: Object.values<{ event: GraphEvent; state: State }>(transitions).map(({ event, state: to }) => ({
        graphEvent: event,
        to,
      })),
    })),
  };
  return graph;
}

/** A shortest walk to every place of a graph, by the place's key. */
export function shortestWalks({ start, first, places, keyOf }: Graph): Map<string, Walk> {
  const stepsFrom = new Map(places.map(({ key, steps }) => [key, steps]));
  const walks = new Map<string, Walk>([[keyOf(first), { start, from: first, steps: [] }]]);
  // A map tells its new entries while it is walked, so this is a breadth-first search.
  for (const [key, walk] of walks) {
    for (const step of stepsFrom.get(key) ?? []) {
      const next = keyOf(step.to);
      if (!walks.has(next)) walks.set(next, { ...walk, steps: [...walk.steps, step] });
    }
  }
  return walks;
}

/**
 * Returns walks that show all events of all states, each at the end of a shortest walk, without those that an earlier
 * start has shown. Of parallel regions only those that take part count, or each pair of them would be walked.
 */
export function walksOf({ machine }: Pick<AnySubject, 'machine'>, graphs: readonly Graph[]): Walk[] {
  const regions = new Map(
    machine.root.type === 'parallel'
      ? transitionsOf(machine).map((transition) => [transitionName(transition), transition.source.path[0]])
      : [],
  );
  const valueOf = ({ value }: AnyMachineSnapshot, taken: readonly string[]): unknown => {
    const moved = new Set(taken.map((name) => regions.get(name)));
    if (typeof value === 'string' || moved.has(undefined)) return value;
    return Object.entries(value).filter(([region]) => moved.has(region));
  };
  const shown = new Set<string>();
  return graphs.flatMap((graph) => {
    const walks = shortestWalks(graph);
    const walked: Walk[] = [];
    for (const { at, key, steps } of graph.places) {
      const walk = walks.get(key);
      if (!walk) continue;
      for (const step of steps) {
        const { graphEvent, to } = step;
        const from = valueOf(at.snapshot, to.taken);
        const name = JSON.stringify([from, graphEvent.words, valueOf(to.snapshot, to.taken), to.taken]);
        if (shown.has(name)) continue;
        shown.add(name);
        walked.push({ ...walk, steps: [...walk.steps, step] });
      }
    }
    return walked.length > 0 ? walked : [{ start: graph.start, from: graph.first, steps: [] }];
  });
}

/** Yields the walks without a repeated place, up to a number of steps. */
export function* simpleWalks({ start, first, places, keyOf }: Graph, maximum: number): Generator<Walk> {
  const stepsFrom = new Map(places.map(({ key, steps }) => [key, steps]));
  yield* onwards({ start, from: first, steps: [] }, [keyOf(first)]);

  function* onwards(walk: Walk, been: readonly string[]): Generator<Walk> {
    const next =
      walk.steps.length < maximum
        ? (stepsFrom.get(been.at(-1) ?? '') ?? []).filter(({ to }) => !been.includes(keyOf(to)))
        : [];
    if (next.length === 0) yield walk;
    for (const step of next)
      yield* onwards({ ...walk, steps: [...walk.steps, step] }, [...been, keyOf(step.to)]);
  }
}

/** A path as it is told, and as `--path` takes it. */
export const describeStep = ({
  start,
  steps,
}: {
  start: string;
  steps: readonly { graphEvent: GraphEvent }[];
}): string => [start, ...steps.map(({ graphEvent }) => graphEvent.words)].join(' → ');

/** Returns a hint with the words that begin alike. */
function likely(all: readonly GraphEvent[], word: string): string {
  const alike = all.map(({ words }) => words).filter((words) => words.split(' ')[0] === word.split(' ')[0]);
  return alike.length > 0 ? `, but: ${alike.join(', ')}` : '; --list tells what there is';
}

/** The walk of a path told in words. @throws with the words that are unknown, or that cannot happen there */
export function walkFrom<ExtraState = null>(
  subject: AnySubject,
  path: string,
  terms?: GraphConstraints<ExtraState>,
): Walk {
  const [start = '', ...words] = path.split(/\s*→\s*/);
  const all = graphEventsOf(subject);
  const { first, canHappen, after } = stepperOf(subject, start, terms);
  const steps: Step[] = [];
  for (const word of words) {
    const called = all.filter((one) => one.words === word);
    if (called.length === 0)
      throw new Error(`Nothing that happens to ${subject.name} is called '${word}'${likely(all, word)}`);
    const at = steps.at(-1)?.to ?? first;
    // A person's act without effect is a step too; an answer that is not awaited is not.
    const graphEvent = called.find((one) => canHappen(at, one)) ?? called.find(({ answers }) => !answers);
    if (!graphEvent)
      throw new Error(
        `'${word}' cannot happen in ${JSON.stringify(at.snapshot.value)}, after: ${describeStep({ start, steps })}`,
      );
    steps.push({ graphEvent, to: after(at, graphEvent) });
  }
  return { start, from: first, steps };
}
