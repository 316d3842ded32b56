/** The fewest walks that still show everything that is to be shown. */
import type { Graph, GraphNode, Step, Walk } from './graph.ts';

/** Returns the names that a check of a place shows, besides the transitions that led there. */
export type ShowsOf = (place: GraphNode) => readonly string[];

/** Everything that coming to a place shows. */
export const shownAt = (place: GraphNode, shows: ShowsOf): string[] => [...place.taken, ...shows(place)];

/**
 * Walks that together show everything that can be shown: each goes on from where it is to the nearest thing that no
 * walk has shown yet, until it is long enough; none is the beginning of another.
 * @param maximum how many steps a walk may have, unless what it is for is further away
 */
export function coveringWalks(graphs: readonly Graph[], shows: ShowsOf, maximum: number): Walk[] {
  const shown = new Set<string>();
  const walks = graphs.flatMap((graph) => walksIn(graph, shows, maximum, shown));
  return withoutNeedless(walks, shows);
}

/** Everything that some walk in these graphs can show. */
export function showable(graphs: readonly Graph[], shows: ShowsOf): Set<string> {
  return new Set(
    graphs.flatMap(({ first, places }) => [
      ...shownAt(first, shows),
      ...places.flatMap(({ steps }) => steps.flatMap(({ to }) => shownAt(to, shows))),
    ]),
  );
}

/** Returns all names that a walk shows. */
export const shownBy = ({ from, steps }: Walk, shows: ShowsOf): Set<string> =>
  new Set([from, ...steps.map(({ to }) => to)].flatMap((place) => shownAt(place, shows)));

function walksIn(graph: Graph, shows: ShowsOf, maximum: number, shown: Set<string>): Walk[] {
  const stepsFrom = new Map(graph.places.map(({ key, steps }) => [key, steps]));
  const walks: Walk[] = [];
  for (;;) {
    let walk: Walk = { start: graph.start, from: graph.first, steps: [] };
    let isNeeded = note(walk.from);
    for (;;) {
      const more = toSomethingNew(walk.steps.at(-1)?.to ?? walk.from);
      if (!more || (isNeeded && walk.steps.length + more.length > maximum)) break;
      walk = { ...walk, steps: [...walk.steps, ...more] };
      for (const { to } of more) note(to);
      isNeeded = true;
    }
    if (!isNeeded) return walks;
    walks.push(walk);
  }

  /** Marks the place's names as shown, and returns whether one of them was new. */
  function note(place: GraphNode): boolean {
    const names = shownAt(place, shows).filter((name) => !shown.has(name));
    for (const name of names) shown.add(name);
    return names.length > 0;
  }

  /** The shortest way from a place to something new; null where nothing new can be reached. */
  function toSomethingNew(from: GraphNode): Step[] | null {
    const been = new Set([graph.keyOf(from)]);
    const queue: { at: GraphNode; steps: Step[] }[] = [{ at: from, steps: [] }];
    // A list tells its new entries while it is walked, so this is a breadth-first search.
    for (const { at, steps } of queue) {
      for (const step of stepsFrom.get(graph.keyOf(at)) ?? []) {
        const next = [...steps, step];
        if (shownAt(step.to, shows).some((name) => !shown.has(name))) return next;
        const key = graph.keyOf(step.to);
        if (been.has(key)) continue;
        been.add(key);
        queue.push({ at: step.to, steps: next });
      }
    }
    return null;
  }
}

/** Leaves out walks that show nothing beyond the others, the longest first. */
function withoutNeedless(walks: readonly Walk[], shows: ShowsOf): Walk[] {
  const times = new Map<string, number>();
  const shownIn = new Map(walks.map((walk) => [walk, shownBy(walk, shows)]));
  for (const names of shownIn.values()) for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const needed = new Set(walks);
  for (const walk of [...walks].sort((a, b) => b.steps.length - a.steps.length)) {
    const names = [...(shownIn.get(walk) ?? [])];
    if (!names.every((name) => (times.get(name) ?? 0) > 1)) continue;
    needed.delete(walk);
    for (const name of names) times.set(name, (times.get(name) ?? 0) - 1);
  }
  return [...needed];
}
