/** Breadth-first search over all states of a protocol, and the shortest steps to the first that breaks something. */
import { type Protocol, type State, type Step, type View, World } from './world.ts';

export type Counterexample = { broken: string; steps: Step[] };

export type Result = {
  states: number;
  transitions: number;
  /** The longest of the shortest paths to a state. */
  depth: number;
  seconds: number;
  /** Says whether every state was reached that there is. */
  isComplete: boolean;
  counterexample: Counterexample | null;
};

export const neverEnds = 'from every state an acceptable end is reached without a person and without a fault';

/** @param mostStates the search ends there, and unexplored states count as ends */
export function explore(protocol: Protocol, { mostStates = Number.POSITIVE_INFINITY } = {}): Result {
  const started = performance.now();
  const world = new World(protocol);
  const found = new Found(world);
  const graph = new Graph();
  let transitions = 0;
  let at = 0;
  const result = (counterexample: Counterexample | null): Result => ({
    ...{ states: found.count, transitions, depth: found.depth, counterexample },
    seconds: (performance.now() - started) / 1000,
    isComplete: at === found.count,
  });
  found.add(world.initial(), -1, null);
  for (; at < found.count && found.count < mostStates; at += 1) {
    const state = found.stateAt(at);
    const view = world.view(state);
    for (const [broken, holds] of Object.entries(protocol.invariants))
      if (!holds(view)) return result({ broken, steps: found.stepsTo(at) });
    if (protocol.isEnd(view)) graph.addEnd(at);
    for (const { step, next } of world.successors(state)) {
      transitions += 1;
      const to = found.add(next, at, step);
      if (step.cause !== 'person' && step.cause !== 'fault') graph.addEdge(at, to);
    }
  }
  for (let unseen = at; unseen < found.count; unseen += 1) graph.addEnd(unseen);
  const stuck = graph.firstThatNeverEnds(found.count);
  return result(stuck === null ? null : { broken: neverEnds, steps: found.stepsTo(stuck) });
}

/** The states in the order in which they were found, each with the step that led to it first. */
class Found {
  depth = 0;
  private readonly numbers = new Map<string, number>();
  private readonly keys: string[] = [];
  private readonly parents: number[] = [];
  private readonly steps: number[] = [];
  private readonly depths: number[] = [];
  private readonly stepNumbers = new Map<string, number>();
  private readonly allSteps: Step[] = [];

  constructor(private readonly world: World) {}

  get count(): number {
    return this.keys.length;
  }

  add(state: State, parent: number, step: Step | null): number {
    const key = String.fromCharCode(...state);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const depth = parent < 0 ? 0 : (this.depths[parent] ?? 0) + 1;
    this.depth = Math.max(this.depth, depth);
    this.numbers.set(key, this.keys.length);
    this.parents.push(parent);
    this.depths.push(depth);
    this.steps.push(step ? this.numberOf(step) : -1);
    return this.keys.push(key) - 1;
  }

  stateAt(number: number): State {
    const key = this.keys[number] ?? '';
    return Array.from({ length: key.length }, (_, place) => key.charCodeAt(place));
  }

  stepsTo(number: number): Step[] {
    const steps: Step[] = [];
    for (let at = number; at > 0; at = this.parents[at] ?? 0) {
      const step = this.allSteps[this.steps[at] ?? -1];
      if (step) steps.unshift(step);
    }
    return steps;
  }

  private numberOf({ kind, cause, party, event }: Step): number {
    const key = `${kind} ${cause} ${party} ${this.world.events.numberOf(event)}`;
    const known = this.stepNumbers.get(key);
    if (known !== undefined) return known;
    this.stepNumbers.set(key, this.allSteps.length);
    return this.allSteps.push({ kind, cause, party, event }) - 1;
  }
}

/** The steps that happen by themselves, and the states that are acceptable ends. */
class Graph {
  private edges = new Int32Array(2 ** 16);
  private length = 0;
  private readonly ends: number[] = [];

  addEdge(from: number, to: number): void {
    if (this.length + 2 > this.edges.length) {
      const larger = new Int32Array(this.edges.length * 2);
      larger.set(this.edges);
      this.edges = larger;
    }
    this.edges[this.length] = from;
    this.edges[this.length + 1] = to;
    this.length += 2;
  }

  addEnd(state: number): void {
    this.ends.push(state);
  }

  /** @returns the state that was found first of those from which no end is reached; null where there is none */
  firstThatNeverEnds(count: number): number | null {
    const { edges, length } = this;
    const begins = new Int32Array(count + 1);
    for (let edge = 0; edge < length; edge += 2) addAt(begins, at(edges, edge + 1) + 1, 1);
    for (let state = 0; state < count; state += 1) addAt(begins, state + 1, at(begins, state));
    const filled = begins.slice();
    const sources = new Int32Array(length / 2);
    for (let edge = 0; edge < length; edge += 2) {
      const to = at(edges, edge + 1);
      sources[at(filled, to)] = at(edges, edge);
      addAt(filled, to, 1);
    }
    const ending = new Uint8Array(count);
    const waiting = [...this.ends];
    for (const end of waiting) ending[end] = 1;
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      for (let place = at(begins, state); place < at(begins, state + 1); place += 1) {
        const source = at(sources, place);
        if (ending[source]) continue;
        ending[source] = 1;
        waiting.push(source);
      }
    }
    const stuck = ending.indexOf(0);
    return stuck < 0 ? null : stuck;
  }
}

const at = (numbers: Int32Array, place: number): number => numbers[place] ?? 0;
const addAt = (numbers: Int32Array, place: number, more: number): void => {
  numbers[place] = at(numbers, place) + more;
};

/** The steps as a person reads them, one a line. */
export function describeSteps(steps: readonly Step[]): string[] {
  return steps.map(({ kind, cause, party, event }, index) => {
    const { type, ...values } = event;
    const details = Object.keys(values).length > 0 ? ` ${JSON.stringify(values)}` : '';
    const how = {
      act: `does (${cause})`,
      arrives: 'gets',
      lost: 'never gets',
      doubled: 'gets, and will again,',
    };
    return `${index + 1}. ${party} ${how[kind]} ${type}${details}`;
  });
}

/** Returns a walk of random steps, at most `longest` ones. @param pick from 0, below its argument */
export function walk(
  protocol: Protocol,
  pick: (below: number) => number,
  longest: number,
): { steps: Step[]; visited: View[] } {
  const world = new World(protocol);
  const steps: Step[] = [];
  let state = world.initial();
  const visited = [world.view(state)];
  while (steps.length < longest) {
    const following = world.successors(state);
    if (following.length === 0) break;
    const chosen = following[pick(following.length)];
    if (!chosen) break;
    steps.push(chosen.step);
    state = chosen.next;
    visited.push(world.view(state));
  }
  return { steps, visited };
}

/** The shortest walk to a state of which something is true. @throws Error where none is found within `mostStates` */
export function shortestWalk(
  protocol: Protocol,
  isReached: (view: View) => boolean,
  mostStates: number,
): { steps: Step[]; visited: View[] } {
  const searched = { ...protocol, invariants: { isReached: (view: View) => !isReached(view) } };
  const { counterexample } = explore(searched, { mostStates });
  if (counterexample?.broken !== 'isReached') throw new Error('No such state is found');
  const { steps } = counterexample;
  const world = new World(protocol);
  let state = world.initial();
  const visited = [world.view(state)];
  for (const step of steps) {
    const isSame = (other: Step) => describeSteps([other])[0] === describeSteps([step])[0];
    const next = world.successors(state).find((one) => isSame(one.step));
    if (!next) throw new Error('A step does not follow');
    state = next.next;
    visited.push(world.view(state));
  }
  return { steps, visited };
}
