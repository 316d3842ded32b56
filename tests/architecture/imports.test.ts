/** Modules do not import each other in a circle, neither at run time nor in their types. */
import { describe, expect, it } from 'vitest';
import { findCircles, type ImportGraph } from './import-circles.ts';
import { importsOf, sourcesOf } from './sources.ts';

const sources = sourcesOf('openapi', 'locales', 'domain', 'machines', 'packages', 'src', 'server').filter(
  ({ isTest }) => !isTest,
);

/** The imports at run time and in types: a reader of one module of a circle has to read all of it. */
const imports: ImportGraph = new Map(
  sources.map((source) => [
    source.path,
    importsOf(source)
      .filter(({ ours }) => ours)
      .map(({ target }) => target),
  ]),
);

it('no modules form an import circle', () => {
  expect(findCircles(imports)).toEqual([]);
});

it('the second reckoning shares nothing with what it is compared with', () => {
  const folder = 'tests/reckoning/rules/';
  const foreign = sourcesOf('tests/reckoning/rules').flatMap((source) =>
    importsOf(source)
      .filter(({ target }) => !target.startsWith(folder))
      .map(({ target }) => `${source.path} → ${target}`),
  );
  expect(foreign).toEqual([]);
});

describe('the search for circles', () => {
  const graph = (edges: Record<string, string[]>): ImportGraph => new Map(Object.entries(edges));

  it('finds none where two paths lead to one module', () => {
    expect(findCircles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['react'] }))).toEqual([]);
  });

  it('finds each group once with all of its modules', () => {
    const edges = {
      a: ['b'],
      b: ['c'],
      c: ['a', 'd'],
      d: ['e'],
      e: ['f', 'd'],
      f: ['g'],
      g: ['e', 'h'],
      h: [],
    };
    expect(findCircles(graph(edges))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f', 'g'],
    ]);
  });

  it('finds two circles that share a module as one group, and a module that imports itself', () => {
    expect(findCircles(graph({ a: ['b', 'c'], b: ['a'], c: ['a'], d: ['d'] }))).toEqual([
      ['a', 'b', 'c'],
      ['d'],
    ]);
  });
});
