/** Readable names for what XState only numbers: guards without a name, the events of invoked actors and of timers. */
import type { AnyEventObject, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A guard made by `and`, `or` or `not`: a function that carries its parts. */
export interface CombinedGuard {
  name: string;
  guards: readonly unknown[];
}

export const isCombined = (guard: unknown): guard is CombinedGuard =>
  typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards);

/** The guard as somebody wrote it: of a route, XState's own comparison of the address is left out. */
export function writtenGuard({ eventType, guard, source }: AnyTransitionDefinition): unknown {
  if (eventType !== 'xstate.route' || source.parent) return guard;
  return isCombined(guard) ? guard.guards[1] : undefined;
}

/** The name of a guard; of one without a name, its condition. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (isCombined(guard)) {
    const parts = guard.guards.map(guardName);
    return guard.name === 'not' ? `not ${parts.join()}` : parts.join(` ${guard.name} `);
  }
  if (typeof guard === 'function') return conditionOf(String(guard));
  return typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : '';
}

const conditionLength = 72;

/** What stands behind a function's arrow, on one line. */
function conditionOf(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  const [, body = line] = /^.*?=> ?(.+)$/.exec(line) ?? [];
  return body.length > conditionLength ? `${body.slice(0, conditionLength - 1)}…` : body;
}

/** `xstate.done.actor.0.draft.reading` → `done readDraft`; what the app itself sends keeps its name. */
export function eventLabel({ type, ...event }: AnyEventObject, machine: AnyStateMachine): string {
  if (type === 'xstate.route') return `route ${event.to ?? ''}`.trim();
  const [, outcome, actor = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (outcome) return `${outcome} ${invokedName(actor, machine)}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  return type === 'xstate.init' ? 'start' : type === 'xstate.stop' ? 'stop' : type;
}

/** An invoked actor without an id of its own is called by its source's name. */
export function invokedName(id: string, machine: AnyStateMachine): string {
  const [, index, state = ''] = /^(\d+)\.(.+)$/.exec(id) ?? [];
  const source: unknown = allStates(machine.root).find((node) => node.id === state)?.invoke[Number(index)]
    ?.src;
  return typeof source === 'string' ? source : id;
}

function allStates(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values<AnyStateNode>(node.states).flatMap(allStates)];
}
