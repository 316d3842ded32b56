/** The sets of walks for the browser, and what they are to show. */
import { coveringWalks, showable, shownBy } from '../cover.ts';
import { type Graph, graphsOf, type GraphNode, simpleWalks, type Walk } from '../graph.ts';
import { transitionName, transitionsOf } from '../statechart.ts';
import { wizard } from '../subjects/wizard.ts';
import { allViews, viewsOf } from './aspects.ts';
import { browserConstraints, notCausable } from './constraints.ts';
import { guardNames, guardsShownAt } from './guards.ts';

/** The length at which the next walk begins: short enough to read, long enough to be worth its page load. */
const comfortable = 14;

const shows = (place: GraphNode): string[] => [
  ...viewsOf(place.snapshot).map((view) => `view ${view}`),
  ...guardsShownAt(place),
];

/** Returns the transitions, and the leaves, aspects and guards, that a person or an answer can cause. */
export const requiredCoverage = (): { transitions: string[]; others: string[] } => ({
  transitions: transitionsOf(wizard.machine)
    .map(transitionName)
    .filter((name) => !(name in notCausable)),
  others: [...allViews().map((view) => `view ${view}`), ...guardNames()],
});

export const browserGraphs = (): Graph[] => graphsOf(wizard, browserConstraints);

/** The fewest walks that show everything that can be shown. */
export function transitionWalks(graphs: readonly Graph[] = browserGraphs()): Walk[] {
  return coveringWalks(graphs, shows, comfortable);
}

/** Yields the walks without a repeated place, up to a number of steps; for the nightly run. */
export function* allWalks(maximum: number, graphs: readonly Graph[] = browserGraphs()): Generator<Walk> {
  for (const graph of graphs) yield* simpleWalks(graph, maximum);
}

/** The names of what a walk in the browser has shown, its transitions among them. */
export const shownInBrowser = (walk: Walk): Set<string> => shownBy(walk, shows);

/** Returns the required names that cannot be shown; the list must be empty. */
export function notShowable(graphs: readonly Graph[] = browserGraphs()): string[] {
  const can = showable(graphs, shows);
  const { transitions, others } = requiredCoverage();
  return [...transitions, ...others].filter((name) => !can.has(name));
}
