/**
 * `npm run paths`: makes the paths of every machine from the production machine itself and walks them, all by the
 * machine driver on a simulated clock, and those of the browser set on the real app. docs/paths.md tells how to use it.
 */
import {
  allWalks,
  browserGraphs,
  shownInBrowser,
  transitionWalks,
  requiredCoverage,
} from './browser/coverage.ts';
import type { BrowserHistory } from './browser/browser-history.ts';
import { browserConstraints, notCausable } from './browser/constraints.ts';
import { type BrowserJourney, browserJourneys } from './browser/journeys.ts';
import { openBrowserWorkers, type BrowserWorkers } from './browser/workers.ts';
import { graphsOf, type GraphNode, describeStep, type Walk, walkFrom, walksOf } from './graph.ts';
import { type Failure, messageOf, walkAll, walkPath } from './machine-run.ts';
import { type Options, readOptions, usage } from './options.ts';
import { walkAtRandom, walkFromOtherStarts } from './random.ts';
import { closingLine, writeCounts, progress, type Row, table, formatFailure } from './report.ts';
import { nodesOf, transitionName, transitionsOf } from './statechart.ts';
import type { AnySubject } from './subject.ts';
import { subjects } from './subjects/index.ts';
import { wizard } from './subjects/wizard.ts';

/** Random walks: thousands of steps by the machine driver, a few walks in the browser. */
const atRandom = { runs: 60, steps: 100 };
const atRandomInBrowser = { runs: 3, steps: 14, budgetMs: 120_000 };
/** The maximum length of a path of `--all`. */
const nightly = 7;

class Stop extends Error {}

await main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    console.log(`${messageOf(error)}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const chosen = subjects.filter(({ name }) => options.machines.includes(name));
  const [first] = chosen;
  if (options.list) list(chosen, options);
  else if (options.path !== null && first) await walkOnly(first, options.path, options);
  else await walkThem(chosen, options);
}

/** Tells the paths: those of the browser set first. */
function list(chosen: readonly AnySubject[], { all }: Options): void {
  for (const subject of chosen) {
    if (subject === wizard) {
      const set = all ? allWalks(nightly) : transitionWalks();
      for (const walk of set) console.log(`wizard, in the browser: ${describeStep(walk)}`);
    }
    for (const walk of walksOf(subject, graphsOf(subject)))
      console.log(`${subject.name}: ${describeStep(walk)}`);
  }
}

/** Walks one path with the machine driver, and the wizard's in the browser too. */
async function walkOnly(subject: AnySubject, path: string, options: Options): Promise<void> {
  try {
    walkFrom(subject, path);
  } catch (error) {
    console.log(messageOf(error));
    process.exitCode = 2;
    return;
  }
  const failures: Failure[] = [];
  const failure = await walkPath(subject, path);
  if (failure) failures.push(failure);
  else console.log(`walked by the machine driver: ${path}`);
  const unlikely = subject === wizard ? nobodyCan(path) : null;
  if (unlikely)
    console.log(`'${unlikely}' cannot be caused there (browser/constraints.ts), so no browser walks it`);
  if (subject === wizard && !unlikely) {
    const lanes = await openBrowserWorkers(options);
    try {
      const known = browserJourneys.find((journey) => journey.path === path);
      const inPage = await lanes.walk(walkFrom(wizard, path, browserConstraints), known?.ends);
      if (inPage) failures.push(inPage);
      else console.log(`walked in the browser: ${path}`);
    } finally {
      await lanes.close();
    }
  }
  for (const one of failures) console.log(formatFailure(one));
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Returns the first event of a path that cannot be caused in a browser. */
function nobodyCan(path: string): string | null {
  const { from, steps } = walkFrom(wizard, path, browserConstraints);
  const at = (index: number) => steps[index - 1]?.to ?? from;
  const found = steps.find(
    ({ graphEvent }, index) =>
      !browserConstraints.canHappen(at(index) as GraphNode<BrowserHistory>, graphEvent),
  );
  return found?.graphEvent.words ?? null;
}

async function walkThem(chosen: readonly AnySubject[], options: Options): Promise<void> {
  const failures: Failure[] = [];
  const line = progress();
  const fail = (failure: Failure | null) => {
    if (!failure) return;
    line.end();
    console.log(formatFailure(failure));
    failures.push(failure);
    if (options.bail) throw new Stop();
  };
  console.log(`seed of the random walks: ${options.seed}`);
  const rows: Row[] = [];
  let passed = 0;
  try {
    for (const subject of chosen) {
      const row = await byMachine(subject, options, line, fail);
      rows.push(row);
      passed += row.paths;
    }
    const [row] = rows;
    if (chosen[0] === wizard && row) {
      const { shown, walked } = await inBrowsers(options, line, fail);
      passed += walked;
      rows[0] = withBrowser(row, shown);
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  line.end();
  console.log(`\n${table(rows)}`);
  if (rows.some(({ inBrowser: count }) => count !== null))
    for (const [name, why] of Object.entries(notCausable))
      console.log(`  by the machine driver only: ${name} (${why})`);
  const missing = rows.flatMap(({ notWalked }) => notWalked);
  writeCounts(passed, failures);
  console.log(`\n${failures.length === 0 ? 'nothing' : failures.length} failed`);
  console.log(closingLine(rows));
  process.exitCode = failures.length + missing.length > 0 ? 1 : 0;
}

async function byMachine(
  subject: AnySubject,
  { seed }: Options,
  line: ReturnType<typeof progress>,
  fail: (failure: Failure | null) => void,
): Promise<Row> {
  const { name, machine } = subject;
  const { walks, taken, failures } = await walkAll(subject, (done, of) => line.at(name, done, of));
  for (const failure of failures) fail(failure);
  const random = await walkAtRandom(subject, { ...atRandom, seed });
  fail(random.failure);
  line.end();
  const all = transitionsOf(machine).map(transitionName);
  const missing = all.filter((transition) => !taken.has(transition));
  console.log(
    `${name}: ${walks.length} paths, ${subject.journeys?.length ?? 0} journeys, ${random.steps} random steps by the machine driver`,
  );
  return {
    machine: name,
    states: nodesOf(machine).length,
    transitions: all.length,
    paths: walks.length,
    byMachine: all.length - missing.length,
    inBrowser: null,
    notWalked: missing,
  };
}

/** The browser set, and a few random walks. @returns the names of what was shown, and how many walks went well */
async function inBrowsers(
  options: Options,
  line: ReturnType<typeof progress>,
  fail: (failure: Failure | null) => void,
): Promise<{ shown: Set<string>; walked: number }> {
  const graphs = browserGraphs();
  const shown = new Set<string>();
  const lanes = await openBrowserWorkers(options);
  try {
    // The longest first, so that what is left at the end is short.
    const few: Work[] = [...journeysInBrowser(), ...transitionWalks(graphs).map((walk) => ({ walk }))];
    few.sort((a, b) => b.walk.steps.length - a.walk.steps.length);
    const many = options.all ? [...allWalks(nightly, graphs)].map((walk) => ({ walk })) : [];
    const set = [...few, ...many];
    const walked = await walkSet(lanes, set, line, (walk, failure) => {
      if (!failure) for (const name of shownInBrowser(walk)) shown.add(name);
      fail(failure);
    });
    line.end();
    const random = await walkFromOtherStarts(
      wizard,
      browserConstraints,
      { ...atRandomInBrowser, seed: options.seed },
      (walk) => lanes.walk(walk),
    );
    fail(random.failure);
    console.log(
      `wizard: ${walked} paths and ${random.steps} random steps in the browser, ${lanes.count} at a time`,
    );
    return { shown, walked };
  } finally {
    await lanes.close();
  }
}

/** A walk for the browser; a journey's end is looked at by hand-written words. */
interface Work {
  walk: Walk;
  journey?: BrowserJourney;
}

function journeysInBrowser(): Work[] {
  return browserJourneys.map((journey) => ({
    walk: walkFrom(wizard, journey.path, browserConstraints),
    journey,
  }));
}

/** @throws whatever `onWalk` throws, once the walks that are under way have ended */
async function walkSet(
  lanes: BrowserWorkers,
  set: readonly Work[],
  line: ReturnType<typeof progress>,
  onWalk: (walk: Walk, failure: Failure | null) => void,
): Promise<number> {
  let [next, done, walked] = [0, 0, 0];
  const lane = async () => {
    for (let work = set[next++]; work; work = set[next++]) {
      const { walk, journey } = work;
      const failure = await lanes.walk(walk, journey?.ends);
      if (!failure) walked += 1;
      line.at('wizard, in the browser', (done += 1), set.length);
      try {
        onWalk(
          walk,
          failure && journey ? { ...failure, expected: `${journey.shows}; ${failure.expected}` } : failure,
        );
      } catch (error) {
        next = set.length;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes.count }, lane));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  return walked;
}

/** Lists as not walked the transitions, leaves and guards that can be caused and that no walk has shown. */
function withBrowser(row: Row, shown: ReadonlySet<string>): Row {
  const { transitions, others } = requiredCoverage();
  const missing = [...transitions, ...others].filter((name) => !shown.has(name));
  return {
    ...row,
    inBrowser: transitions.filter((name) => shown.has(name)).length,
    notWalked: [...row.notWalked, ...missing.map((name) => `${name} (in the browser)`)],
  };
}
