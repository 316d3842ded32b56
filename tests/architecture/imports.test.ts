/** No modules import each other in a circle, neither when they run nor in their types. */
import { afterAll, describe, expect, it } from 'vitest';
import { circlesIn, type ImportGraph } from './import-circles.ts';
import { importsOf, sourcesOf } from './sources.ts';

/**
 * TO BE EMPTIED: the circles that are still there. A circle among modules of one group alone is let pass; each other
 * one fails, and so does a group in which there is no circle any more.
 */
const knownCircles: readonly (readonly string[])[] = [
  // Answering a reviewer's queries shows the forms of the steps, whose lock asks whether there are queries.
  [
    'src/apply/applicant/declarations.tsx',
    'src/apply/applicant/emi.tsx',
    'src/apply/applicant/form.tsx',
    'src/apply/applicant/overlays.ts',
    'src/apply/applicant/screen.tsx',
    'src/apply/draft.tsx',
    'src/apply/locked.tsx',
    'src/apply/overlays/draft-conflict.tsx',
    'src/apply/overlays/students.tsx',
    'src/apply/queried/Summary.tsx',
    'src/apply/queried/all.ts',
    'src/apply/status/overlays.tsx',
    'src/apply/students/CourseField.tsx',
    'src/apply/students/InstitutionCard.tsx',
    'src/apply/students/StudentCard.tsx',
    'src/apply/students/StudentsForm.tsx',
    'src/apply/students/Total.tsx',
    'src/apply/students/form.ts',
    'src/apply/students/screen.tsx',
  ],
  ['src/apply/queried/mode.tsx', 'src/apply/queried/parts.tsx'],
  // In types alone: an adapter's interface lies with the function that chooses among its implementations.
  [
    'server/adapters/index.ts',
    'server/adapters/lender-http.ts',
    'server/adapters/lender-sandbox.ts',
    'server/adapters/lender.ts',
    'server/adapters/mail-smtp.ts',
    'server/adapters/messages-sandbox.ts',
    'server/adapters/messages.ts',
    'server/adapters/objects-embedded.ts',
    'server/adapters/objects-s3.ts',
    'server/adapters/objects.ts',
    'server/adapters/scanner-clamd.ts',
    'server/adapters/scanner-sandbox.ts',
    'server/adapters/scanner.ts',
    'server/adapters/sms-http.ts',
  ],
];

const sources = sourcesOf('openapi', 'locales', 'domain', 'machines', 'src', 'server', 'tools').filter(
  ({ isTest }) => !isTest,
);

/** @param types whether imports of types count too */
const graphOf = (types: boolean): ImportGraph =>
  new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .filter(({ ours, typeOnly }) => ours && (types || !typeOnly))
        .map(({ target }) => target),
    ]),
  );

describe('circles of imports', () => {
  const circles = circlesIn(graphOf(true));
  const isWithin = (circle: readonly string[], group: readonly string[]) =>
    circle.every((path) => group.includes(path));

  afterAll(() => console.log(`imports: ${sources.length} modules, ${circles.length} circles`));

  it('there are none, at run time or in types', () => {
    // What runs in a circle lies in a circle of types too.
    expect(circles.filter((circle) => !knownCircles.some((group) => isWithin(circle, group)))).toEqual([]);
  });

  it('the list of known circles holds no group without one', () => {
    expect(knownCircles.filter((group) => !circles.some((circle) => isWithin(circle, group)))).toEqual([]);
  });
});

describe('the search for circles', () => {
  const graph = (edges: Record<string, string[]>): ImportGraph => new Map(Object.entries(edges));

  it('finds none where two ways lead to one module', () => {
    expect(circlesIn(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['react'] }))).toEqual([]);
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
    expect(circlesIn(graph(edges))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f', 'g'],
    ]);
  });

  it('finds two circles that share a module as one group, and a module that imports itself', () => {
    expect(circlesIn(graph({ a: ['b', 'c'], b: ['a'], c: ['a'], d: ['d'] }))).toEqual([
      ['a', 'b', 'c'],
      ['d'],
    ]);
  });
});
