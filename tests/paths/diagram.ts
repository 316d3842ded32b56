/**
 * A machine's diagram, as a page of Markdown with Mermaid in it: what is walked, and by which driver. Mermaid lays out
 * arrows between siblings only as they should be, so every arrow is drawn between siblings, and its words say where
 * inside of them it really begins and ends.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type AnyTransition,
  delaysOf,
  invocationsOf,
  nameOf,
  nodesOf,
  transitionName,
  transitionsOf,
} from './statechart.ts';

/** A machine, and the names of the transitions that are walked. */
export interface Charted {
  machine: AnyStateMachine;
  byMachine: ReadonlySet<string>;
  /** Absent where no browser walks the machine. */
  byBrowser?: ReadonlySet<string>;
  /** By name: why nobody can cause a transition in a browser. */
  nobodyCauses?: Readonly<Record<string, string>>;
}

/** What each machine is, by its name. */
export const abouts: Readonly<Record<string, string>> = {
  wizard: 'The application of a parent, from the first form to the answer of the lender.',
  typeahead: 'The search behind the institution picker: it waits for a pause in typing.',
  courses: 'The courses of the chosen institution, read anew whenever another one is chosen.',
  upload: 'One file on its way to its loan: chosen, sent with progress, tied to the loan.',
  draft: 'A draft of one step: what was typed goes to the server at each pause.',
  reentry: 'The way back to a loan from another device, by a password that is sent to its phone.',
  session: 'Who is at the reviewer’s desk.',
  queue: 'The queue of applications on the reviewer’s desk.',
  desk: 'One application on the reviewer’s desk: read, worked on and pushed to the lender.',
  loan: 'A loan’s life as the server obeys it, from a draft to the verdict of the lender.',
  query: 'The life of a reviewer’s query as the server obeys it.',
};

export const marks = { both: '●', machine: '○', nobody: '✗' } as const;

/** More arrows than these are not read in one diagram. */
const readable = 40;
/** A composite state with so few is drawn where it stands, in a diagram that leaves out what is inside of others. */
const few = 4;

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states as Record<string, AnyStateNode>);
const isWithin = (node: AnyStateNode, scope: AnyStateNode): boolean =>
  node === scope || (node.parent !== undefined && isWithin(node.parent, scope));
const isComposite = ({ type }: AnyStateNode): boolean => type === 'compound' || type === 'parallel';

/** Where a step by an address leads is told in a list: as arrows they would come from everywhere. */
const isRoute = ({ eventType }: AnyTransition): boolean => eventType === 'xstate.route';
const isArrow = (transition: AnyTransition): boolean =>
  transition.target !== undefined && !isRoute(transition);
const isStay = ({ target, actions }: AnyTransition): boolean => !target && actions.length > 0;

const arrowsIn = (machine: AnyStateMachine, scope: AnyStateNode): number =>
  transitionsOf(machine).filter((one) => isArrow(one) && isWithin(one.source, scope)).length;

/* ---- The words of a transition ---- */

/** Its mark: by whom it is walked. */
export function markOf({ byMachine, byBrowser }: Charted, transition: AnyTransition): string {
  const name = transitionName(transition);
  if (!byMachine.has(name)) return marks.nobody;
  return byBrowser?.has(name) ? marks.both : marks.machine;
}

const length = (ms: number) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** What causes it, in the words of a path. */
export function causeOf(machine: AnyStateMachine, transition: AnyTransition): string {
  const { eventType } = transition;
  if (!eventType) return 'at once';
  if (isRoute(transition)) return 'Back, Forward or a link';
  const delay = delaysOf(machine).find((one) => one.eventType === eventType);
  if (delay) return `${delay.words}, ${length(delay.ms)}`;
  for (const [kind, verb] of [
    ['done', 'done'],
    ['error', 'failed'],
  ]) {
    const invocation = invocationsOf(machine).find(({ id }) => eventType === `xstate.${kind}.actor.${id}`);
    if (invocation) return `${invocation.words} ${verb}`;
  }
  return eventType;
}

/** The condition that it needs; '' where there is none. */
export function conditionOf(transition: AnyTransition): string {
  const { guard, source, eventType } = transition;
  const siblings = eventType ? (source.transitions.get(eventType) ?? []) : (source.always ?? []);
  if (guard === undefined) return siblings.length > 1 ? 'else' : '';
  // A route's own condition is its address.
  return wordsOf(guard) || (isRoute(transition) ? '' : 'condition');
}

/** The names in a guard; '' for what is written in place. */
function wordsOf(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (guard && typeof guard === 'object' && 'type' in guard) return String(guard.type);
  if (typeof guard !== 'function') return '';
  if ('stateValue' in guard) return `in ${pathOf(guard.stateValue)}`;
  if (!('guards' in guard) || !Array.isArray(guard.guards)) return '';
  const parts = guard.guards.map(wordsOf).filter((part) => part !== '');
  if (parts.length === 0) return '';
  return guard.name === 'not' ? `not ${parts.join('')}` : parts.join(` ${guard.name} `);
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

/** One that has a single state in it: a box in a box says nothing. */
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

/** Each but the mark and the cause is '' where there is none. */
interface Words {
  mark: string;
  cause: string;
  /** Where inside of the state that the arrow leaves it begins. */
  begins: string;
  condition: string;
  /** Where inside of the state that it leads to it ends. */
  ends: string;
}

/** The child of a container, or its neighbour, in which a state stands. */
const standsIn = (node: AnyStateNode, container: AnyStateNode): AnyStateNode =>
  node.parent && !isWithin(container, node.parent) ? standsIn(node.parent, container) : node;

const initialOf = (node: AnyStateNode): AnyStateNode => node.initial?.target[0] ?? node;

const idOf = ({ machine, path }: AnyStateNode): string => [machine.id, ...path].join('_').replace(/\W/g, '_');
const anyIn = (container: AnyStateNode): string => `${idOf(container)}_any`;
/** A neighbour stands twice: what comes from it is above, and what leads to it below. */
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
      ...(closed.has(node) ? [] : staysIn(charted, node, id)),
      ...(node.type === 'final' ? [`${id} --> [*]`] : []),
    ];
  };
  const any = (container: AnyStateNode): string[] => {
    const id = anyIn(container);
    const stays = staysIn(charted, container, id);
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
    // With other curves some versions put a label beside its place, over another one.
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

/** What happens in a state without leaving it, as lines below its name. */
const staysIn = ({ machine, ...charted }: Charted, node: AnyStateNode, id: string): string[] =>
  transitionsOf(machine)
    .filter((one) => {
      if (isStay(one)) return one.source === node || (isFolded(node) && isWithin(one.source, node));
      return (
        isFolded(node) &&
        isArrow(one) &&
        [one.source, ...(one.target ?? [])].every((end) => isWithin(end, node))
      );
    })
    .map((one) => {
      const condition = conditionOf(one);
      const cause = shortCause(machine, one);
      return `${id} : ${marked(markOf({ machine, ...charted }, one), condition ? `${cause} [${condition}]` : cause)}`;
    });

/** What causes it, without the state that an arrow shows already. */
const shortCause = (machine: AnyStateMachine, transition: AnyTransition): string =>
  causeOf(machine, transition).replace(/ \(.*\)/, '');

/** In the order of the definition, because Mermaid puts on top what it meets first, and a diagram runs downwards. */
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
  if (from === to && isComposite(from))
    return hidesItsInside(drawing, from) ? null : arrowOf(charted, drawing, transition, target, from);

  // From afar it is enough to know what leads here; in which case it does stands where it leaves.
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

/** One line for each pair of states, with all that leads from the one to the other. */
function linesOf(arrows: readonly Arrow[]): string[] {
  return [...grouped(arrows, ({ from, to }) => `${from} --> ${to}`)].map(([pair, joined]) => {
    const alike = grouped(
      joined.map(({ words }) => words),
      ({ begins: _, ...others }) => JSON.stringify(others),
    );
    const told = [...alike.values()].flatMap(([first, ...others]) => {
      if (!first) return [];
      const begins = new Set([first, ...others].map((one) => one.begins).filter((name) => name !== ''));
      return sentence({ ...first, begins: [...begins].join(', ') });
    });
    return `${pair} : ${told.join('<br/>')}`;
  });
}

function sentence({ mark, cause, begins, condition, ends }: Words): string {
  const below = [condition && `[${condition}]`, ends && `→ ${ends}`].filter((part) => part !== '').join(' ');
  return `${marked(mark, cause)}${begins ? ` in ${begins}` : ''}${below ? `<br/>${below}` : ''}`;
}

/** The mark stays with its words where a line is broken. */
const marked = (mark: string, words: string): string => `${mark}\u00a0${words}`;

/** By key, in the order in which the keys are met. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/* ---- The page ---- */

const fence = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\``;
const code = (text: string): string => (text ? `\`${text}\`` : '');

export function pageOf(charted: Charted): string {
  const { machine } = charted;
  const drawings = drawingsOf(machine);
  const [first] = drawings;
  return [
    `# ${machine.id}`,
    abouts[machine.id] ?? '',
    countsOf(charted),
    legendOf(charted, drawings.length > 1),
    ...drawings.flatMap((drawing) => [
      ...(drawings.length > 1 ? [`## ${nameOf(drawing.scope) || machine.id}`] : []),
      fence(mermaidOf(charted, drawing)),
      ...(drawing === first ? routesOf(charted) : []),
    ]),
    '## Every transition',
    tableOf(charted),
  ].join('\n\n');
}

function countsOf({ machine, byMachine, byBrowser }: Charted): string {
  const names = transitionsOf(machine).map(transitionName);
  const count = (walked: ReadonlySet<string>) => {
    const number = names.filter((name) => walked.has(name)).length;
    return number === names.length ? 'all' : String(number);
  };
  const browser = byBrowser ? `, ${count(byBrowser)} by the browser` : '';
  return `${nodesOf(machine).length} states, ${names.length} transitions; ${count(byMachine)} are walked by the machine driver${browser}.`;
}

function legendOf({ byBrowser }: Charted, isSplit: boolean): string {
  const browser = byBrowser ? `${marks.both} walked in the browser and by the machine driver, ` : '';
  const split = isSplit
    ? ' A thick border is a state with a diagram of its own; a dashed one is a neighbour, outside of what is drawn.'
    : '';
  return `${browser}${marks.machine} walked by the machine driver, ${marks.nobody} not walked.${split}`;
}

function routesOf(charted: Charted): string[] {
  const routes = transitionsOf(charted.machine).filter(isRoute);
  if (routes.length === 0) return [];
  const leading = routes.filter(({ target }) => target);
  const ignoring = routes.filter(({ target }) => !target).map(({ source }) => code(nameOf(source)));
  return [
    'From any state, Back, Forward or a link leads to:',
    leading
      .map((one) => {
        const to = one.target?.map(nameOf).map(code).join(', ') ?? '';
        const condition = conditionOf(one);
        return `- ${to}${condition ? ` where ${code(condition)}` : ''} ${markOf(charted, one)}`;
      })
      .join('\n'),
    `Ignored in ${ignoring.join(', ')}.`,
  ];
}

function tableOf(charted: Charted): string {
  const rows = transitionsOf(charted.machine).map((transition) => [
    code(nameOf(transition.source)) || 'any state',
    causeOf(charted.machine, transition),
    code(conditionOf(transition)),
    transition.target?.map((node) => code(nameOf(node))).join(', ') ??
      (isStay(transition) ? 'stays' : 'ignored'),
    walkedBy(charted, transition),
  ]);
  return [['from', 'caused by', 'where', 'to', 'walked by'], ['-', '-', '-', '-', '-'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function walkedBy(charted: Charted, transition: AnyTransition): string {
  const mark = markOf(charted, transition);
  if (mark === marks.nobody) return `${mark} nobody`;
  if (mark === marks.both) return `${mark} machine, browser`;
  const reason = charted.nobodyCauses?.[transitionName(transition)];
  return `${mark} machine${reason ? `; nobody can cause it in a browser: ${reason}` : ''}`;
}
