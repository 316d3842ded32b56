/** The paths of each machine of the product are walked. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { subjects } from '../paths/subjects/index.ts';
import { root, type Source, sourcesOf, walk } from './sources.ts';

const sources = sourcesOf('machines').filter(({ isTest }) => !isTest);

describe('the machines', () => {
  it('are each an exported constant of their file', () => {
    expect(
      sources.filter((source) => madeIn(source) !== namesIn(source).length).map(({ path }) => path),
    ).toEqual([]);
  });

  it('each belong to a subject of the path tests', async () => {
    const walked = new Set<unknown>(subjects.map(({ machine }) => machine));
    const missing: string[] = [];
    for (const source of sources) {
      const names = namesIn(source);
      const exported = names.length > 0 ? await exportsOf(source) : {};
      missing.push(
        ...names.filter((name) => !walked.has(exported[name])).map((name) => `${source.path}: ${name}`),
      );
    }
    expect(missing).toEqual([]);
  });

  it('have the same name in paths as their id, and no two share a name', () => {
    const names = subjects.map(({ name }) => name);
    expect(names).toEqual(subjects.map(({ machine }) => machine.id));
    expect(new Set(names).size).toBe(names.length);
  });
});

const exportsOf = ({ path }: Source): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(root, path)).href);

/** `createMachine(…)`, of xstate itself or of a setup. */
function makesAMachine(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(called) && called.text === 'createMachine';
}

function madeIn({ tree }: Source): number {
  let count = 0;
  walk(tree, (node) => {
    if (makesAMachine(node)) count += 1;
  });
  return count;
}

/** The exported constants that are machines. */
const namesIn = ({ tree }: Source): string[] =>
  tree.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    return statement.declarationList.declarations
      .filter(({ initializer }) => initializer && makesAMachine(initializer))
      .map(({ name }) => name.getText(tree));
  });
