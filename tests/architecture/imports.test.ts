/** No modules import each other in a circle, neither when they run nor in their types. */
import { afterAll, describe, expect, it } from 'vitest';
import { findCircles, type ImportGraph } from './import-circles.ts';
import { importsOf, sourcesOf } from './sources.ts';

/**
 * TO BE EMPTIED: the imports that still close a circle. Every circle that is left without them fails, also one among
 * the same modules. A run prints those that are needed no more.
 */
const knownToCloseCircles: readonly string[] = [
  // In types alone: an adapter's interface lies with the function that chooses among its implementations.
  'server/adapters/messages.ts → server/adapters/index.ts',
  'server/adapters/messages.ts → server/adapters/messages-sandbox.ts',
  'server/adapters/messages.ts → server/adapters/sms-http.ts',
  'server/adapters/messages.ts → server/adapters/mail-smtp.ts',
  'server/adapters/objects.ts → server/adapters/index.ts',
  'server/adapters/objects.ts → server/adapters/objects-embedded.ts',
  'server/adapters/objects.ts → server/adapters/objects-s3.ts',
  'server/adapters/scanner.ts → server/adapters/index.ts',
  'server/adapters/scanner.ts → server/adapters/scanner-clamd.ts',
  'server/adapters/scanner.ts → server/adapters/scanner-sandbox.ts',
];

const sources = sourcesOf('openapi', 'locales', 'domain', 'machines', 'src', 'server', 'tools').filter(
  ({ isTest }) => !isTest,
);

/** At run time and in types: whoever reads one module of a circle has to read all of it. */
const imports: ImportGraph = new Map(
  sources.map((source) => [
    source.path,
    importsOf(source)
      .filter(({ ours }) => ours)
      .map(({ target }) => target),
  ]),
);

describe('circles of imports', () => {
  const circles = findCircles(imports);

  afterAll(() => {
    console.log(`imports: ${sources.length} modules, ${circles.length} circles`);
    const needless = knownToCloseCircles.filter((known) => {
      const [from = '', to = ''] = known.split(' → ');
      return (
        !imports.get(from)?.includes(to) || !circles.some((one) => one.includes(from) && one.includes(to))
      );
    });
    for (const known of needless) console.log(`imports: closes no circle any more: ${known}`);
  });

  it('there are none but the known ones', () => {
    const rest: ImportGraph = new Map(
      [...imports].map(([path, targets]) => [
        path,
        targets.filter((target) => !knownToCloseCircles.includes(`${path} → ${target}`)),
      ]),
    );
    expect(findCircles(rest)).toEqual([]);
  });
});

describe('the search for circles', () => {
  const graph = (edges: Record<string, string[]>): ImportGraph => new Map(Object.entries(edges));

  it('finds none where two ways lead to one module', () => {
    expect(findCircles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['react'] }))).toEqual([]);
  });

  it('finds each group once, with all of its modules', () => {
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
