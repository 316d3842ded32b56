/** The planted faults still apply: their places are in the code once, and the code compiles with them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { faults } from './faults.ts';

it('has one place each, under a name of its own, with tests that are there', () => {
  const broken = faults.filter(({ file, find, replace, tests }) => {
    const places = readFileSync(file, 'utf8').split(find).length - 1;
    for (const test of Object.values(tests).flat()) readFileSync(test);
    return places !== 1 || find === replace;
  });
  expect(broken.map(({ id }) => id)).toEqual([]);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(50);
  expect(faults.filter(({ isQuiet }) => isQuiet).length).toBeGreaterThanOrEqual(10);
});

it('compiles with all of them at once', () => {
  const changed = new Map<string, string>();
  for (const { file, find, replace } of faults) {
    const path = resolve(file);
    const text = changed.get(path) ?? readFileSync(path, 'utf8');
    changed.set(
      path,
      text.replace(find, () => replace),
    );
  }
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    '.',
  );
  // Code that a fault leaves unused does not count as a compile error.
  const lenient = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(lenient);
  const program = ts.createProgram(
    [...changed.keys(), ...fileNames.filter((name) => name.endsWith('.d.ts'))],
    lenient,
    { ...host, readFile: (name) => changed.get(resolve(name)) ?? host.readFile(name) },
  );
  const problems = [...changed.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});
