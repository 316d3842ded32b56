import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

it("every dependency is named in a row of the README's table", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const readme = join(root, 'README.md');
  const rows = (existsSync(readme) ? readFileSync(readme, 'utf8') : '')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const named = new Set(rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name)));
  const all = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter((name) => !named.has(name))).toEqual([]);
});
