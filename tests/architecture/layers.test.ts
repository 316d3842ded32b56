/** A layer imports what its row in layers.ts allows, and is a folder described in the docs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersOf, type Layer, layers } from './layers.ts';
import { importsOf, root, type Source, sourcesOf } from './sources.ts';

const sources = sourcesOf('openapi', 'locales', 'domain', 'machines', 'packages', 'src', 'server');

describe('the layers', () => {
  it.each(Object.keys(layers))('%s imports only what it may', (name) => {
    const faults = sources
      .filter(({ path }) => layersOf(path).includes(name))
      .flatMap((source) => faultsOf(name, source));
    expect(faults).toEqual([]);
  });

  it('every source file is in a layer', () => {
    expect(sources.filter(({ path }) => layersOf(path).length === 0).map(({ path }) => path)).toEqual([]);
  });

  it('every layer is a folder that docs/architecture.md tells of', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const folders = Object.values(layers).flatMap(({ files }) =>
      files.filter((prefix) => prefix.endsWith('/')),
    );
    const untold = folders.filter((folder) => !page.includes(`| \`${folder}\``));
    expect(untold.filter((folder) => folder !== 'src/')).toEqual([]);
    expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
    const told = [...page.matchAll(/^\| `(src\/[\w/-]+\/)`/gm)].map(([, folder = '']) => folder);
    expect(told.filter((folder) => !folders.includes(folder) && folder !== 'src/composition/')).toEqual([]);
  });

  it('docs/architecture.md says what each layer may import', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w/-]+\/)` +\|[^|]+\| ([^|]+?) +\|$/gm)];
    const compared = rows.flatMap(([, folder = '', column = '']) => {
      const layer = Object.values(layers).find(({ files }) => files[0] === folder);
      if (!layer) return [];
      const [modules = '', types = ''] = column.split('types of ');
      return [
        { folder, page: [namesIn(modules), namesIn(types)], rules: [layer.from, layer.typesFrom ?? []] },
      ];
    });
    expect(compared.length).toBeGreaterThan(20);
    const faults = compared.filter(({ folder, page: told, rules }) => {
      const own = (name: string) => folder === `src/${name.split('/')[0]}/`;
      const allowed = rules.map((names) =>
        names.filter((name) => !own(name)).map((name) => name.replaceAll(' ', '-')),
      );
      return (
        JSON.stringify(told.map((names) => names.sort())) !==
        JSON.stringify(allowed.map((names) => names.sort()))
      );
    });
    expect(faults).toEqual([]);
  });

  it('no layer imports back into one that imports it', () => {
    const back = Object.entries(layers).flatMap(([name, layer]) =>
      [...layer.from, ...(layer.typesFrom ?? [])]
        .filter((other) => reaches(other, name))
        .map((other) => `${name} ↔ ${other}`),
    );
    expect(back).toEqual([]);
  });

  describe.each(Object.entries(foldersOf))('the folders of %s', (layer, folders) => {
    const placeOf = (path: string) => folders.indexOf(path.split('/')[1] ?? '');
    const inFolders = sources.filter(
      ({ path, isTest }) => !isTest && path.split('/').length > 2 && path.startsWith(`${layer}/`),
    );

    it('are all in the list', () => {
      const found = new Set(inFolders.map(({ path }) => path.split('/')[1]));
      expect([...found].sort()).toEqual([...folders].sort());
    });

    it('import only from those before them', () => {
      const upward = inFolders.flatMap((source) =>
        importsOf(source)
          .filter(({ target, typeOnly }) => !typeOnly && target.startsWith(`${layer}/`))
          .filter(({ target }) => placeOf(target) > placeOf(source.path) && !isForTests(target))
          .map(({ target }) => `${source.path} → ${target}`),
      );
      expect(upward).toEqual([]);
    });

    it('are told in docs/architecture.md, in this order', () => {
      const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n## ');
      const isOfLayer = (text: string) => text.startsWith('Folders of') && text.includes(`| \`${layer}/`);
      const rows = page.find(isOfLayer)?.matchAll(/^\| `\w+\/([\w-]+)\/`/gm) ?? [];
      const told = [...rows].map(([, folder]) => folder);
      expect(told).toEqual(folders);
    });
  });

  it('src itself holds entry points alone', () => {
    const loose = sources.map(({ path }) => path).filter((path) => /^src\/[^/]+$/.test(path));
    const entries = ['account-main.tsx', 'main.tsx', 'prerender.tsx', 'review-main.tsx', 'service-worker.ts'];
    expect(loose.sort()).toEqual(entries.map((name) => `src/${name}`));
  });

  it('a package is imported by its entry alone', () => {
    const deep = [...sources, ...sourcesOf('scripts')].flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => /^packages\/(?!object-store\/index\.ts$)/.test(target))
        .filter(() => !source.path.startsWith('packages/'))
        .map(({ target }) => `${source.path} → ${target}`),
    );
    expect(deep).toEqual([]);
  });

  it('file names are words with hyphens between them', () => {
    const others = sources.map(({ path }) => path).filter((path) => /[A-Z_]/.test(path));
    expect(others).toEqual([]);
  });

  it('zod is imported as zod/mini alone', () => {
    const everywhere = [...sources, ...sourcesOf('tests', 'scripts')];
    const faults = everywhere.filter((source) =>
      importsOf(source).some(({ target }) => /^zod(?!\/mini$)/.test(target)),
    );
    expect(faults.map(({ path }) => path)).toEqual([]);
  });

  it('the storage alone imports Amplify', () => {
    const faults = sources
      .filter(({ path }) => !path.startsWith('src/storage/'))
      .filter((source) =>
        importsOf(source).some(({ target }) => /^(@aws-amplify|aws-amplify)\b/.test(target)),
      );
    expect(faults.map(({ path }) => path)).toEqual([]);
  });

  it('one file imports xstate/graph', () => {
    const files = [...sources, ...sourcesOf('tests', 'scripts')]
      .filter((source) => importsOf(source).some(({ target }) => target === 'xstate/graph'))
      .map(({ path }) => path);
    expect(files.filter((path) => !path.startsWith('tests/paths/'))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(1);
  });
});

/** A file's layer: the longest prefix wins, and a life cycle is a machine too. */
function layersOf(path: string): string[] {
  const fitting = Object.entries(layers).flatMap(([name, { files }]) =>
    files.filter((prefix) => path.startsWith(prefix)).map((prefix) => ({ name, length: prefix.length })),
  );
  const [nearest] = fitting.sort((a, b) => b.length - a.length);
  if (!nearest) return [];
  return nearest.name === 'life cycles' ? ['life cycles', 'machines'] : [nearest.name];
}

const namesIn = (text: string): string[] => [...text.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name);

function faultsOf(name: string, source: Source): string[] {
  const layer = layers[name];
  if (!layer) return [];
  return importsOf(source)
    .filter(({ target, ours, typeOnly }) => {
      if (!ours) return !source.isTest && !packageAllowed(layer, target);
      if (source.isTest && isForTests(target)) return false;
      const theirs = layersOf(target);
      if (theirs.includes(name)) return false;
      const allowed = typeOnly ? [...layer.from, ...(layer.typesFrom ?? [])] : layer.from;
      return !theirs.some((other) => allowed.includes(other));
    })
    .map(({ target, typeOnly }) => `${source.path} → ${target}${typeOnly ? ' (types)' : ''}`);
}

/** A test of the server's own runs in a sandbox. */
const isForTests = (path: string): boolean => /^(tests|server\/(testing|sandbox))\b/.test(path);

function packageAllowed({ packages }: Layer, specifier: string): boolean {
  if (!packages) return true;
  return packages.some(
    (name) =>
      specifier === name ||
      (name === 'node:' && specifier.startsWith(name)) ||
      (name !== 'zod/mini' && specifier.startsWith(`${name}/`)),
  );
}

function reaches(from: string, to: string, passed: Set<string> = new Set()): boolean {
  if (from === to) return true;
  if (passed.has(from)) return false;
  passed.add(from);
  return (layers[from]?.from ?? []).some((next) => reaches(next, to, passed));
}
