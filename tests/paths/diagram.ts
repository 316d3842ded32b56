/**
 * A machine's diagrams in Mermaid, with the mark of who walks each transition. An arrow into a nested state, or out of
 * one, Mermaid lays out badly or refuses; so every arrow joins siblings, and its words say where inside of them it
 * begins and ends.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type AnyTransition,
  delaysOf,
  invocationsOf,
  nodesOf,
  transitionName,
  transitionsOf,
} from './statechart.ts';

/**
 * A machine, whose transitions are all walked by the machine driver, and the names of those that a browser walks: the
 * check of the paths fails where one is not.
 */
export interface Charted {
  machine: AnyStateMachine;
  /** Absent where no browser walks the machine. */
  byBrowser?: ReadonlySet<string>;
  /** The reasons why transitions cannot be caused in a browser, by name. */
  nobodyCauses?: Readonly<Record<string, string>>;
}

export const marks = { both: '●', machine: '○' } as const;

/** More arrows than these are not read in one diagram. */
const readable = 40;
/** A composite state with so few is drawn in place, in a diagram that leaves out what is inside of others. */
const few = 4;

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states as Record<string, AnyStateNode>);
const isWithin = (node: AnyStateNode, scope: AnyStateNode): boolean =>
  node === scope || (node.parent !== undefined && isWithin(node.parent, scope));
const isComposite = ({ type }: AnyStateNode): boolean => type === 'compound' || type === 'parallel';

/** Returns whether it is a step by an address. These are listed: as arrows they would come from everywhere. */
export const isRoute = ({ eventType }: AnyTransition): boolean => eventType === 'xstate.route';
const isArrow = (transition: AnyTransition): boolean =>
  transition.target !== undefined && !isRoute(transition);
export const isStay = ({ target, actions }: AnyTransition): boolean => !target && actions.length > 0;

const arrowsIn = (machine: AnyStateMachine, scope: AnyStateNode): number =>
  transitionsOf(machine).filter((one) => isArrow(one) && isWithin(one.source, scope)).length;

/* ---- The words of a transition ---- */

/** Its mark: by whom it is walked. */
export const markOf = ({ byBrowser }: Charted, transition: AnyTransition): string =>
  byBrowser?.has(transitionName(transition)) ? marks.both : marks.machine;

const length = (ms: number) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** Returns the cause in the words of a path. */
export function causeOf(machine: AnyStateMachine, transition: AnyTransition): string {
  const { eventType } = transition;
  if (!eventType) return 'at once';
  if (isRoute(transition)) return 'Back, Forward or a link';
  if (eventType.startsWith('xstate.after.')) {
    const delay = delaysOf(machine).find((one) => one.eventType === eventType);
    return delay ? `${delay.words}, ${length(delay.ms)}` : eventType;
  }
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(eventType) ?? [];
  const invocation = id && invocationsOf(machine).find((one) => one.id === id);
  return invocation ? `${invocation.words} ${kind === 'done' ? 'done' : 'failed'}` : eventType;
}

/** Returns its condition, or ''. */
export function conditionOf(transition: AnyTransition): string {
  const { guard, source, eventType } = transition;
  const siblings = eventType ? (source.transitions.get(eventType) ?? []) : (source.always ?? []);
  if (guard === undefined) return siblings.length > 1 ? 'else' : '';
  // A route's own condition is its address.
  return wordsOf(guard) || (isRoute(transition) ? '' : 'condition');
}

/** The names in a guard; '' for what is written in place. */
function wordsOf(guard: unknown, isInside = false): string {
  if (typeof guard === 'string') return guard;
  if (guard && typeof guard === 'object' && 'type' in guard) return String(guard.type);
  if (typeof guard !== 'function') return '';
  if ('stateValue' in guard) return `in ${pathOf(guard.stateValue)}`;
  if (!('guards' in guard) || !Array.isArray(guard.guards)) return '';
  const parts = guard.guards.map((part) => wordsOf(part, true)).filter((part) => part !== '');
  const words = parts.join(` ${guard.name} `);
  if (parts.length > 1) return isInside ? `(${words})` : words;
  return words && guard.name === 'not' ? `not ${words}` : words;
}

const pathOf = (value: unknown): string =>
  typeof value === 'object' && value
    ? Object.entries(value)
        .map(([key, below]) => `${key}.${pathOf(below)}`)
        .join(' and ')
    : String(value);

/* ---- One diagram ---- */

/** A diagram of what is inside one state; what is closed in it has a diagram of its own. */
export interface Drawing {
  scope: AnyStateNode;
  closed: ReadonlySet<AnyStateNode>;
}

/** The diagrams of a machine: one, or where that cannot be read, the whole without what is inside, and that. */
export function drawingsOf(machine: AnyStateMachine, scope: AnyStateNode = machine.root): Drawing[] {
  if (scope.type === 'parallel') return childrenOf(scope).flatMap((region) => drawingsOf(machine, region));
  if (arrowsIn(machine, scope) <= readable) return [{ scope, closed: new Set() }];
  const closed = childrenOf(scope).filter((node) => isComposite(node) && arrowsIn(machine, node) > few);
  return [{ scope, closed: new Set(closed) }, ...closed.flatMap((node) => drawingsOf(machine, node))];
}

/** Returns whether the node has a single state, whose box would add nothing. */
const isFolded = (node: AnyStateNode): boolean => isComposite(node) && childrenOf(node).length === 1;
const hidesItsInside = ({ closed }: Drawing, node: AnyStateNode): boolean =>
  closed.has(node) || isFolded(node);

/** An arrow between two siblings, or between one and a neighbour of the whole diagram. */
interface Arrow {
  /** The state whose children it joins. */
  container: AnyStateNode;
  from: string;
  to: string;
  words: Words;
}

/** The words of an arrow; except for the mark and the cause they may be ''. */
interface Words {
  mark: string;
  cause: string;
  /** The inner state at which the arrow begins. */
  begins: string;
  condition: string;
  /** The inner state at which the arrow ends. */
  ends: string;
}

/** The child of a container, or its neighbour, that contains a state. */
const standsIn = (node: AnyStateNode, container: AnyStateNode): AnyStateNode =>
  node.parent && !isWithin(container, node.parent) ? standsIn(node.parent, container) : node;

const initialOf = (node: AnyStateNode): AnyStateNode => node.initial?.target[0] ?? node;

const idOf = ({ machine, path }: AnyStateNode): string => [machine.id, ...path].join('_').replace(/\W/g, '_');
const anyIn = (container: AnyStateNode): string => `${idOf(container)}_any`;
/** A neighbour is drawn twice: what comes from it is above, and what leads to it below. */
const before = (node: AnyStateNode): string => `${idOf(node)}_before`;
const after = (node: AnyStateNode): string => `${idOf(node)}_after`;

/** The Mermaid of one diagram. */
export function mermaidOf(charted: Charted, drawing: Drawing): string {
  const { machine } = charted;
  const { scope, closed } = drawing;
  const arrows = arrowsOf(charted, drawing);
  const classes: [string, string][] = [];

  const leaf = (node: AnyStateNode): string[] => {
    const id = idOf(node);
    if (closed.has(node)) classes.push([id, 'composite']);
    return [
      named(node.key, id),
      ...(closed.has(node) ? [] : linesIn(charted, node, id)),
      ...(node.type === 'final' ? [`${id} --> [*]`] : []),
    ];
  };
  const any = (container: AnyStateNode): string[] => {
    const id = anyIn(container);
    // Events for all regions are drawn in the diagram of the regions only.
    const isAround = (node: AnyStateNode) =>
      node === container || (container === scope && node.type === 'parallel' && isWithin(scope, node));
    const stays = transitionsOf(machine)
      .filter((one) => isStay(one) && isAround(one.source))
      .map((one) => lineOf(charted, one, id));
    if (stays.length === 0 && !arrows.some(({ from }) => from === id)) return [];
    classes.push([id, 'any']);
    return [named('any state', id), ...stays];
  };
  const inside = (container: AnyStateNode): string[] => [
    ...(container.type === 'compound' ? [`[*] --> ${idOf(initialOf(container))}`] : []),
    ...any(container),
    ...childrenOf(container).flatMap((node, index) => [
      ...(container.type === 'parallel' && index > 0 ? ['--'] : []),
      ...(isComposite(node) && !hidesItsInside(drawing, node) ? block(node) : leaf(node)),
    ]),
    ...linesOf(arrows.filter((arrow) => arrow.container === container)),
  ];
  const block = (node: AnyStateNode): string[] => [
    `state "${node.key}" as ${idOf(node)} {`,
    ...inside(node).map(indented),
    '}',
  ];
  const neighbour = (node: AnyStateNode, id: string): string[] => {
    if (!arrows.some(({ from, to }) => from === id || to === id)) return [];
    classes.push([id, 'outside']);
    return [named(node.key, id)];
  };

  const body = [
    ...inside(scope),
    ...nodesOf(machine).flatMap((node) => [
      ...neighbour(node, before(node)),
      ...neighbour(node, after(node)),
    ]),
  ];
  const kinds = Object.entries(styles).filter(([kind]) => classes.some(([, name]) => name === kind));
  return [
    // Other curves make some versions put a label over another one.
    '%%{init: {"flowchart": {"curve": "monotoneY"}}}%%',
    'stateDiagram-v2',
    ...kinds.map(([kind, style]) => `classDef ${kind} ${style}`).map(indented),
    ...body.map(indented),
    ...classes.map(([id, kind]) => `class ${id} ${kind}`).map(indented),
  ].join('\n');
}

/** Lines and letters only: the colours are those of the reader's theme. */
const styles = {
  composite: 'stroke-width:3px',
  outside: 'stroke-dasharray:5 4',
  any: 'font-style:italic,stroke-dasharray:2 3',
};

const indented = (line: string): string => `  ${line}`;
const named = (name: string, id: string): string => `state "${name}" as ${id}`;

/** Returns the lines for events that do not leave the state, or that return to it. */
function linesIn(charted: Charted, node: AnyStateNode, id: string): string[] {
  const isHere = (end: AnyStateNode) => end === node || (isFolded(node) && isWithin(end, node));
  return transitionsOf(charted.machine)
    .filter((one) => isHere(one.source) && (isStay(one) || (isArrow(one) && one.target?.every(isHere))))
    .map((one) => lineOf(charted, one, id));
}

/** A line below the name of a state. */
function lineOf(charted: Charted, transition: AnyTransition, id: string): string {
  const condition = conditionOf(transition);
  const cause = `${transition.target ? '↻ ' : ''}${shortCause(charted.machine, transition)}`;
  return `${id} : ${marked(markOf(charted, transition), condition ? `${cause} [${condition}]` : cause)}`;
}

/** Returns the cause without the state, which the arrow shows already. */
const shortCause = (machine: AnyStateMachine, transition: AnyTransition): string =>
  causeOf(machine, transition).replace(/ \(.*\)/, '');

/** Returns the arrows in the order of the definition, because Mermaid draws the first ones on top. */
function arrowsOf(charted: Charted, drawing: Drawing): Arrow[] {
  const order = nodesOf(charted.machine);
  return transitionsOf(charted.machine)
    .filter(isArrow)
    .flatMap((transition) => (transition.target ?? []).map((target) => ({ transition, target })))
    .sort(
      (a, b) =>
        order.indexOf(a.transition.source) - order.indexOf(b.transition.source) ||
        order.indexOf(a.target) - order.indexOf(b.target),
    )
    .flatMap(({ transition, target }) => arrowOf(charted, drawing, transition, target) ?? []);
}

/** @returns null where the diagram does not show it */
function arrowOf(
  charted: Charted,
  drawing: Drawing,
  transition: AnyTransition,
  target: AnyStateNode,
  container = drawing.scope,
): Arrow | null {
  const { scope, closed } = drawing;
  const { source } = transition;
  if (!isWithin(source, scope) && !isWithin(target, scope)) return null;
  const isAny = isWithin(container, source);
  const from = isAny ? source : standsIn(source, container);
  const to = isWithin(container, target) ? initialOf(container) : standsIn(target, container);
  if (from === to)
    return !isComposite(from) || hidesItsInside(drawing, from)
      ? null
      : arrowOf(charted, drawing, transition, target, from);

  // An arrow from elsewhere only says what leads here; its condition is drawn where it leaves.
  const isFar = from !== source && (closed.has(from) || !isWithin(from, scope));
  const cause = shortCause(charted.machine, transition);
  return {
    container,
    from: isAny ? anyIn(container) : isWithin(from, scope) ? idOf(from) : before(from),
    to: isWithin(to, scope) ? idOf(to) : after(to),
    words: {
      mark: markOf(charted, transition),
      cause,
      begins: isAny || hidesItsInside(drawing, from) ? '' : belowOf(source, from),
      condition: isFar && cause !== 'at once' ? '' : conditionOf(transition),
      ends: hidesItsInside(drawing, to) || !isWithin(target, to) ? '' : belowOf(target, to),
    },
  };
}

const belowOf = (node: AnyStateNode, around: AnyStateNode): string =>
  node.path.slice(around.path.length).join('.');

/** Returns one line for each pair of states, with all arrows between them. */
function linesOf(arrows: readonly Arrow[]): string[] {
  return [...grouped(arrows, ({ from, to }) => `${from} --> ${to}`)].map(([pair, joined]) => {
    const alike = grouped(
      joined.map(({ words }) => words),
      ({ begins, ...others }) => JSON.stringify([begins !== '', others]),
    );
    const labels = [...alike.values()].flatMap((words) => {
      const begins = [...new Set(words.map((one) => one.begins))].join(', ');
      return words.slice(0, 1).map((first) => sentence({ ...first, begins }));
    });
    return `${pair} : ${labels.join('<br/>')}`;
  });
}

function sentence({ mark, cause, begins, condition, ends }: Words): string {
  const below = [condition && `[${condition}]`, ends && `→ ${ends}`].filter((part) => part !== '').join(' ');
  return `${marked(mark, cause)}${begins ? ` in ${begins}` : ''}${below ? `<br/>${below}` : ''}`;
}

/** The mark stays with its words where a line is broken. */
const marked = (mark: string, words: string): string => `${mark}\u00a0${words}`;

/** Groups items by key, in the order in which the keys first occur. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
