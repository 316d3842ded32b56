/** The program that walks the paths: its sets, its assertions, and its report of a failure. */
import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { wizardMachine } from '../../machines/wizard.ts';
import { allViews } from './browser/aspects.ts';
import { browserConstraints, notCausable } from './browser/constraints.ts';
import { browserJourneys } from './browser/journeys.ts';
import { stateAssertions } from './browser/assertions.ts';
import {
  browserGraphs,
  notShowable,
  shownInBrowser,
  transitionWalks,
  requiredCoverage,
} from './browser/coverage.ts';
import { describeStep, walkFrom } from './graph.ts';
import { walkAll, walkPath } from './machine-run.ts';
import { walkAtRandom } from './random.ts';
import { formatFailure } from './report.ts';
import { transitionName, transitionsOf } from './statechart.ts';
import { subject } from './subject.ts';
import { wizard } from './subjects/wizard.ts';

describe('the browser set', () => {
  const graphs = browserGraphs();
  const set = transitionWalks(graphs);

  test('can show everything that a person or an answer can cause', () => {
    expect(notShowable(graphs)).toEqual([]);
  });

  test('shows it', () => {
    const shown = new Set(set.flatMap((walk) => [...shownInBrowser(walk)]));
    const { transitions, others } = requiredCoverage();
    expect([...transitions, ...others].filter((name) => !shown.has(name))).toEqual([]);
  });

  test('has no walk that is the beginning of another', () => {
    const paths = set.map(describeStep);
    const beginnings = paths.filter((path) => paths.some((other) => other.startsWith(`${path} → `)));
    expect(beginnings).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('has no walk without which as much would be shown', () => {
    const needless = set.filter((walk) => {
      const others = new Set(set.filter((one) => one !== walk).flatMap((one) => [...shownInBrowser(one)]));
      return [...shownInBrowser(walk)].every((name) => others.has(name));
    });
    expect(needless.map(describeStep)).toEqual([]);
  });

  test('is told in words that walk it again', () => {
    for (const walk of set) {
      const again = walkFrom(wizard, describeStep(walk), browserConstraints);
      expect(again.steps.at(-1)?.to.snapshot.value).toEqual(walk.steps.at(-1)?.to.snapshot.value);
    }
  });
});

describe('what is written by hand', () => {
  test('every leaf and aspect has an assertion, and every assertion a leaf or an aspect', () => {
    expect(Object.keys(stateAssertions).sort()).toEqual(allViews().sort());
  });

  test('what nobody can cause is still there to be caused', () => {
    const names = transitionsOf(wizardMachine).map(transitionName);
    expect(Object.keys(notCausable).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('every journey in the browser can be walked by people and the server', () => {
    for (const { path } of browserJourneys)
      expect(describeStep(walkFrom(wizard, path, browserConstraints))).toBe(path);
  });
});

describe('a machine that breaks its invariant', () => {
  const doors = setup({
    types: { events: {} as { type: 'opened' } | { type: 'shut' } | { type: 'knocked' } },
  });
  const machine = doors.createMachine({
    id: 'door',
    initial: 'shut',
    states: {
      shut: { on: { opened: 'ajar', knocked: 'shut' } },
      ajar: { on: { opened: 'open', shut: 'shut', knocked: 'ajar' } },
      open: { on: { shut: 'ajar' } },
    },
  });
  const door = subject<typeof machine>({
    name: 'door',
    machine,
    starts: { shut: () => undefined },
    events: { opened: { '': {} }, shut: { '': {} }, knocked: { '': {} } },
    answers: {},
    stateKey: () => null,
    invariants: { 'it is never wide open': (snapshot) => !snapshot.matches('open') },
    journeys: [
      {
        shows: 'a knock opens nothing',
        start: 'shut',
        words: ['knocked'],
        ends: (end) => expect(end.value).toBe('ajar'),
      },
    ],
  });

  test('is told by the path that leads there, and by the journey that ends elsewhere', async () => {
    const { failures } = await walkAll(door, () => undefined);
    expect(failures.map(({ path, expected }) => [path, expected.split('\n')[0]])).toEqual(
      expect.arrayContaining([
        ['shut → opened → opened', 'it is never wide open'],
        ['shut → knocked', expect.stringContaining('a knock opens nothing')],
      ]),
    );
  });

  test('is found by a random walk, shrunk to the shortest path', async () => {
    const { failure, steps } = await walkAtRandom(door, { seed: 1, runs: 20, steps: 50 });
    expect(steps).toBeGreaterThan(1);
    expect(failure).toMatchObject({
      path: 'shut → opened → opened',
      seen: expect.stringContaining('never wide open'),
    });
  });

  test('is told in words, with what was expected, what was seen and the command that replays it', async () => {
    const failure = await walkPath(door, 'shut → knocked → opened → opened');
    expect(failure && formatFailure(failure)).toBe(
      [
        'FAILED door, by the machine driver, after step 3 of 3',
        '  path      shut → knocked → opened → opened',
        '  expected  it is never wide open',
        '  seen      "open"',
        "  replay    npm run paths -- --machine door --path 'shut → knocked → opened → opened'",
      ].join('\n'),
    );
  });

  test('words that nobody knows are told as such', () => {
    expect(() => walkFrom(door, 'shut → kicked')).toThrow("Nothing that happens to door is called 'kicked'");
    expect(() => walkFrom(door, 'open → knocked')).toThrow("No walk of door starts at 'open'");
  });
});
