/** The contents of a machine's definition: its states, transitions, invocations and delays, and their names. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export type AnyTransition = AnyTransitionDefinition;

export interface Invocation {
  id: string;
  /** The promised actor. */
  src: string;
  /** The state that invokes it, below the machine. */
  state: string;
  /** The name in a path: its actor, with the state only if another state invokes the actor too. */
  words: string;
}

export interface Delay {
  eventType: string;
  /** The delay in milliseconds. */
  ms: number;
  state: string;
  words: string;
}

/** Returns the state nodes below the machine's root, parents first, in the order of the definition. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states as Record<string, AnyStateNode>).flatMap((child) => [child, ...below(child)]);
  return below(machine.root);
}

/** A state's name below its machine, such as `flow.students.editing`. */
export const nameOf = (node: AnyStateNode): string => node.path.join('.');

/** Returns the transitions, those of the machine itself first. */
export const transitionsOf = (machine: AnyStateMachine): AnyTransition[] =>
  [machine.root, ...nodesOf(machine)].flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);

const names = new WeakMap<AnyTransition, string>();

/** A transition's name: where it leaves from, what causes it, and where it leads. */
export function transitionName(transition: AnyTransition): string {
  const known = names.get(transition) ?? nameFrom(transition);
  names.set(transition, known);
  return known;
}

function nameFrom(transition: AnyTransition): string {
  const { source, eventType, target } = transition;
  const siblings = eventType ? (source.transitions.get(eventType) ?? []) : (source.always ?? []);
  const place = siblings.length > 1 ? ` [${siblings.indexOf(transition) + 1}/${siblings.length}]` : '';
  const to =
    target?.map((node) => node.id).join(', ') ?? (transition.actions.length > 0 ? 'stays' : 'ignored');
  return `${source.id} — ${eventType || 'at once'}${place} → ${to}`;
}

/** The name of a transition's guard; '' where it has none or one that is written in place. */
export function guardName({ guard }: AnyTransition): string {
  if (typeof guard === 'string') return guard;
  if (guard && typeof guard === 'object' && 'type' in guard) return String(guard.type);
  return '';
}

/** The leaves that a snapshot rests in, one of each region. */
export const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter((node) => node.type === 'atomic' || node.type === 'final').map(nameOf);

/** Returns the leaves that a snapshot can rest in, without those that are always left at once. */
export function leavesIn(machine: AnyStateMachine): string[] {
  const passesOn = (node: AnyStateNode) => node.always?.some((transition) => !transition.guard) ?? false;
  return nodesOf(machine)
    .filter((node) => (node.type === 'atomic' || node.type === 'final') && !passesOn(node))
    .map(nameOf);
}

export function invocationsOf(machine: AnyStateMachine): Invocation[] {
  const all = nodesOf(machine).flatMap((node) =>
    node.invoke.map(({ id, src }) => ({ id, src: String(src), state: nameOf(node) })),
  );
  return all.map((one) => {
    // An actor with a given id is known by it; the machine makes up the other ids.
    const isNamed = !/^\d+\./.test(one.id);
    const isAlone = all.filter(({ src }) => src === one.src).length === 1;
    return { ...one, words: isNamed ? one.id : isAlone ? one.src : `${one.src} (${one.state})` };
  });
}

export function delaysOf(machine: AnyStateMachine): Delay[] {
  const delays = machine.implementations.delays as Record<string, unknown>;
  const all = nodesOf(machine).flatMap((node) => {
    const seen = new Map(node.after.map((one) => [one.eventType, one.delay]));
    return [...seen].map(([eventType, delay]) => ({ eventType, delay: String(delay), state: nameOf(node) }));
  });
  return all.map(({ eventType, delay, state }) => {
    const ms = Number(delays[delay] ?? delay);
    if (!Number.isFinite(ms)) throw new Error(`${machine.id}: the delay '${delay}' has no length`);
    const isAlone = all.filter((other) => other.delay === delay).length === 1;
    return { eventType, ms, state, words: isAlone ? delay : `${delay} (${state})` };
  });
}
