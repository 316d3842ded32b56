/** State values as people read them: the active states as a tree, and what changed between two values. */
import type { AnyMachineSnapshot, AnyStateNode, StateValue } from 'xstate';

export interface ActiveState {
  /** From the machine's root, joined by dots. */
  path: string;
  name: string;
  /** 0 for the children of the root. */
  depth: number;
  tags: readonly string[];
}

/** The root and every active state below it, in the order of the machine's source. */
export function activeNodes({ machine, value }: AnyMachineSnapshot): AnyStateNode[] {
  const within = (node: AnyStateNode, inner: StateValue): AnyStateNode[] => {
    const entries = typeof inner === 'string' ? [[inner, {}] as const] : Object.entries(inner);
    const children = entries.flatMap(([key, next = {}]) => {
      const child: AnyStateNode | undefined = node.states[key];
      return child ? within(child, next) : [];
    });
    return [node, ...children];
  };
  return within(machine.root, value).sort((a, b) => a.order - b.order);
}

/** A state stands below its parent, and regions below each other. */
export function activeStates(snapshot: AnyMachineSnapshot): ActiveState[] {
  return activeNodes(snapshot)
    .filter(({ parent }) => parent)
    .map(({ path, key, tags }) => ({ path: path.join('.'), name: key, depth: path.length - 1, tags }));
}

export interface Change {
  /** The innermost state in which it happened; empty for the machine itself. */
  at: string;
  /** Null where there was nothing before. */
  from: string | null;
  to: string;
}

/** One change for each region that stands elsewhere than before. */
export function changesBetween(before: StateValue | null, after: StateValue, at: string[] = []): Change[] {
  if (before !== null && valueName(before) === valueName(after)) return [];
  if (isNested(before) && isNested(after) && Object.keys(before).join() === Object.keys(after).join()) {
    return Object.entries(after).flatMap(([key, value]) =>
      changesBetween(before[key] ?? null, value ?? {}, [...at, key]),
    );
  }
  return [{ at: at.join('.'), from: before === null ? null : valueName(before), to: valueName(after) }];
}

/** `{ entry: { typing: 'fresh' }, pause: 'over' }` → `entry.typing.fresh, pause.over` */
export function valueName(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner = {}]) => [key, valueName(inner)].filter(Boolean).join('.'))
    .join(', ');
}

const isNested = (value: StateValue | null): value is Exclude<StateValue, string> =>
  typeof value === 'object' && value !== null;
