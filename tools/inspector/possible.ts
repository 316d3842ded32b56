/** What can happen to a machine now: which events its active states take, and what their guards say to that. */
import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { eventLabel, guardName, isCombined, writtenGuard } from './names.ts';
import { activeNodes } from './states.ts';

/** 'depends': on what the event brings. 'unreached': a transition that is asked before it takes the event. */
export type Verdict = 'open' | 'refused' | 'depends' | 'unreached';

export interface Choice {
  /** Where it leads, seen from where it starts; null where no state changes. */
  to: string | null;
  /** Null where nothing guards it. */
  guard: string | null;
  verdict: Verdict;
}

export interface Possibility {
  type: string;
  label: string;
  /** Whether the machine brings it about itself, by an actor's answer or by time. */
  internal: boolean;
  /** Whether some choice may be taken. */
  can: boolean;
  choices: Choice[];
}

/** The events of the innermost states first. */
export function possibilities(snapshot: AnyMachineSnapshot): Possibility[] {
  const nodes = activeNodes(snapshot).sort((a, b) => b.path.length - a.path.length || a.order - b.order);
  const types = new Set(nodes.flatMap((node) => [...node.transitions.keys()]));
  return [...types].map((type) => possibility(snapshot, type)).sort(internalLast);
}

const internalLast = (a: Possibility, b: Possibility) => Number(a.internal) - Number(b.internal);

function possibility(snapshot: AnyMachineSnapshot, type: string): Possibility {
  const candidates = candidatesFor(snapshot, type);
  const verdicts = verdictsOf(snapshot, type, candidates);
  const choices = candidates.map((candidate, at): Choice => {
    const guard = writtenGuard(candidate);
    return {
      to: targetOf(candidate),
      guard: guard === undefined ? null : guardName(guard),
      verdict: verdicts[at] ?? 'refused',
    };
  });
  const isTaken = (candidate: AnyTransitionDefinition, at: number) =>
    doesSomething(candidate) && (verdicts[at] === 'open' || verdicts[at] === 'depends');
  return {
    type,
    label: eventLabel({ type }, snapshot.machine),
    internal: /^xstate\.(done|error|after|snapshot)\./.test(type),
    can: candidates.some(isTaken),
    choices: choices.filter((_, at) => candidates[at] && doesSomething(candidates[at])),
  };
}

/** The transitions that are asked about an event, in XState's order: a state's children before the state itself. */
export function candidatesFor(snapshot: AnyMachineSnapshot, type: string): AnyTransitionDefinition[] {
  const active = new Set(activeNodes(snapshot));
  const candidatesIn = (node: AnyStateNode): AnyTransitionDefinition[] => {
    const children = Object.values<AnyStateNode>(node.states).filter((child) => active.has(child));
    const inner = children.flatMap(candidatesIn);
    // What an inner state takes in any case never reaches an outer one.
    if (inner.some(({ guard }) => guard === undefined)) return inner;
    return [...inner, ...(node.transitions.get(type) ?? [])];
  };
  return candidatesIn(snapshot.machine.root);
}

function verdictsOf(
  snapshot: AnyMachineSnapshot,
  type: string,
  candidates: AnyTransitionDefinition[],
): Verdict[] {
  const event = unknownEvent(type);
  const takers: AnyStateNode[] = [];
  return candidates.map((candidate) => {
    if (takers.some((taker) => isWithin(taker, candidate.source))) return 'unreached';
    const guard = writtenGuard(candidate);
    const passed = guard === undefined || passes(guard, snapshot, event);
    // A route is one of several, each with an address of its own.
    if (passed && type !== 'xstate.route') takers.push(candidate.source);
    return passed === null ? 'depends' : passed ? 'open' : 'refused';
  });
}

/** Null where the guard needs to know what the event brings. */
function passes(guard: unknown, snapshot: AnyMachineSnapshot, event: EventObject): boolean | null {
  if (isCombined(guard)) {
    const parts = guard.guards.map((part) => passes(part, snapshot, event));
    if (guard.name === 'not') return parts[0] === true ? false : parts[0] === false ? true : null;
    const deciding = guard.name === 'or';
    if (parts.includes(deciding)) return deciding;
    return parts.includes(null) ? null : !deciding;
  }
  try {
    return evaluateGuard(guard as Parameters<typeof evaluateGuard>[0], snapshot.context, event, snapshot);
  } catch {
    return null;
  }
}

/** An event of which only the type is known: to read anything else of it throws. */
function unknownEvent(type: string): EventObject {
  return new Proxy(
    { type },
    {
      get(_, member) {
        if (member === 'type') return type;
        throw new Error('Nobody knows yet what the event brings');
      },
    },
  );
}

/** A transition without target and actions is there to keep an event from outer states. */
const doesSomething = ({ target, actions }: AnyTransitionDefinition) =>
  target !== undefined || actions.length > 0;

const isWithin = (inner: AnyStateNode, outer: AnyStateNode) =>
  outer.path.every((key, at) => inner.path[at] === key);

function targetOf({ source, target }: AnyTransitionDefinition): string | null {
  if (!target) return null;
  return target
    .map(({ path }) => {
      const shared = path.findIndex((key: string, at: number) => source.path[at] !== key);
      return path.slice(shared === -1 ? -1 : shared).join('.');
    })
    .join(', ');
}
