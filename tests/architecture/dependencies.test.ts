import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './sources.ts';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Manifest;
const all = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

/** The table's licence of each package. */
const named = new Map(
  read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => {
      const [, packages = '', , licence = ''] = line.split('|');
      return [...packages.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, licence.trim()] as const);
    }),
);

describe('the table of docs/dependencies.md', () => {
  it('names every dependency, and no other', () => {
    expect([...named.keys()].toSorted()).toEqual(all.toSorted());
  });

  it('says the licence of each one that is installed', () => {
    const faults = all.flatMap((name) => {
      const manifest = `node_modules/${name}/package.json`;
      // An optional one may be missing.
      if (!existsSync(join(root, manifest))) return [];
      const { license } = JSON.parse(read(manifest)) as { license: string };
      return license === named.get(name) ? [] : [`${name}: ${license}`];
    });
    expect(faults).toEqual([]);
  });
});
