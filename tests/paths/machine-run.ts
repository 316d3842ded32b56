/** Walks a machine's paths with the machine driver; checks its invariants and the hand-written ends of journeys. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import {
  type Graph,
  graphsOf,
  graphEventsOf,
  type GraphNode,
  describeStep,
  type Walk,
  walkFrom,
  walksOf,
} from './graph.ts';
import { walkOnMachine } from './machine-driver.ts';
import type { AnySubject } from './subject.ts';

/** A path that did not go as it should. */
export interface Failure {
  machine: string;
  by: 'machine' | 'browser';
  /** The path in words, in the form of `--path`. */
  path: string;
  /** The number of steps before the failure. */
  after: number;
  expected: string;
  seen: string;
  /** The path of the screenshot. */
  picture?: string;
}

export interface MachineResult {
  graphs: Graph[];
  walks: Walk[];
  /** The names of the transitions that were taken. */
  taken: Set<string>;
  failures: Failure[];
}

/** @throws never for a path that fails: its failure comes back */
export async function walkAll(
  subject: AnySubject,
  onWalk: (done: number, of: number) => void,
): Promise<MachineResult> {
  const graphs = graphsOf(subject);
  const walks = walksOf(subject, graphs);
  const taken = new Set<string>();
  const failures: Failure[] = [
    ...graphs.flatMap((graph) => lawless(subject, graph)),
    ...unheeded(subject, graphs),
  ];
  for (const [index, walk] of walks.entries()) {
    const failure = await walked(subject, walk, taken);
    if (failure) failures.push(failure);
    onWalk(index + 1, walks.length);
  }
  for (const { shows, start, words, ends } of subject.journeys ?? []) {
    const path = [start, ...words].join(' → ');
    const failure = await asWritten(subject, path, (seen) => ends(seen.at(-1) as never, seen as never[]));
    if (failure) failures.push({ ...failure, expected: `${shows}; ${failure.expected}` });
  }
  return { graphs, walks, taken, failures };
}

/** Walks one path with the machine driver. */
export async function walkPath(subject: AnySubject, path: string): Promise<Failure | null> {
  return walked(subject, walkFrom(subject, path), new Set());
}

const short = (value: unknown): string => JSON.stringify(value);

/** Checks that the running machine follows the graph by the same transitions, and obeys its invariants throughout. */
async function walked(subject: AnySubject, walk: Walk, taken: Set<string>): Promise<Failure | null> {
  const failed = (after: number, expected: string, seen: string): Failure => ({
    machine: subject.name,
    by: 'machine',
    path: describeStep(walk),
    after,
    expected,
    seen,
  });
  const places = [walk.from, ...walk.steps.map(({ to }) => to)];
  try {
    const { seen, taken: names } = await walkOnMachine(subject, walk);
    for (const name of names) taken.add(name);
    for (const [index, place] of places.entries()) {
      const snapshot = seen[index];
      const expected = short(place.snapshot.value);
      if (!isDeepStrictEqual(snapshot?.value, place.snapshot.value))
        return failed(index, expected, short(snapshot?.value));
      const broken = snapshot && brokenInvariant(subject, snapshot);
      if (broken) return failed(index, broken, expected);
    }
    const wanted = places.flatMap((place) => place.taken);
    if (!isDeepStrictEqual(names, wanted))
      return failed(places.length - 1, wanted.join('; '), names.join('; '));
    return null;
  } catch (error) {
    return failed(places.length - 1, 'every step can be done', messageOf(error));
  }
}

/** A path whose end is looked at by hand-written words. */
async function asWritten(
  subject: AnySubject,
  path: string,
  ends: (seen: AnyMachineSnapshot[]) => void,
): Promise<Failure | null> {
  const failed = (expected: string, seen: string): Failure => ({
    machine: subject.name,
    by: 'machine',
    path,
    after: stepsOf(path),
    expected,
    seen,
  });
  try {
    const { seen } = await walkOnMachine(subject, walkFrom(subject, path));
    try {
      ends(seen);
      return null;
    } catch (error) {
      return failed(messageOf(error), short(seen.at(-1)?.value));
    }
  } catch (error) {
    return failed('every step can be done', messageOf(error));
  }
}

/** The first invariant that does not hold there. */
export const brokenInvariant = (
  { invariants }: AnySubject,
  snapshot: AnyMachineSnapshot,
): string | undefined => Object.entries(invariants).find(([, isKept]) => !isKept(snapshot as never))?.[0];

/** Returns the events and answers that have no effect anywhere: a transition for them is missing. */
function unheeded(subject: AnySubject, graphs: readonly Graph[]): Failure[] {
  const heeded = new Set(
    graphs.flatMap(({ places }) =>
      places.flatMap(({ steps }) => steps.map(({ graphEvent }) => graphEvent.words)),
    ),
  );
  return graphEventsOf(subject)
    .filter(({ words }) => !heeded.has(words))
    .map(({ words }) => ({
      machine: subject.name,
      by: 'machine',
      path: Object.keys(subject.starts)[0] ?? '',
      after: 0,
      expected: `'${words}' has an effect somewhere`,
      seen: 'no state obeys it',
    }));
}

/** Places of the graph where a invariant does not hold, whether or not a walk leads through them: the first of each invariant. */
function lawless(subject: AnySubject, graph: Graph): Failure[] {
  const failures = new Map<string, Failure>();
  const look = (place: GraphNode, pathTo: () => string) => {
    const invariant = brokenInvariant(subject, place.snapshot);
    if (!invariant || failures.has(invariant)) return;
    const path = pathTo();
    const seen = short(place.snapshot.value);
    failures.set(invariant, {
      machine: subject.name,
      by: 'machine',
      path,
      after: stepsOf(path),
      expected: invariant,
      seen,
    });
  };
  for (const { at, key } of graph.places) look(at, () => graph.pathTo(key));
  return [...failures.values()];
}

export const stepsOf = (path: string): number => path.split(' → ').length - 1;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
