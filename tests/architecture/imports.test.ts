/** Who may import whom. A new room gets a row here; no other file knows the plan of the house. */
import { describe, expect, it } from 'vitest';
import { importsOf, type Source, sourcesOf } from './sources.ts';

type Room = {
  /** Path prefixes of its files; the first room that fits is a file's room. */
  files: string[];
  /** The rooms it may import. */
  from: string[];
  /** The rooms of which it may import types. */
  typesFrom?: string[];
  /** Packages it may import, where not every one is allowed; `node:` stands for all of Node's own. */
  packages?: string[];
};

const app = [
  'react',
  'react-dom',
  'react-intl',
  '@tanstack/react-form',
  '@tanstack/react-router',
  'xstate',
  '@xstate/react',
];

const rooms: Record<string, Room> = {
  openapi: { files: ['openapi/'], from: [], packages: [] },
  locales: { files: ['locales/'], from: [], packages: [] },
  domain: { files: ['domain/'], from: [], typesFrom: ['openapi'], packages: ['zod/mini'] },
  machines: { files: ['machines/'], from: ['domain'], packages: ['xstate'] },
  ui: { files: ['src/ui/'], from: [], packages: ['react', 'react-dom', 'downshift'] },
  form: { files: ['src/form/'], from: ['ui', 'domain', 'locales'], packages: app },
  api: { files: ['src/api/'], from: ['openapi', 'domain'], packages: ['openapi-fetch'] },
  storage: {
    files: ['src/storage/'],
    from: ['openapi', 'domain'],
    packages: ['@aws-amplify/core', '@aws-amplify/storage'],
  },
  hooks: { files: ['src/child.ts', 'src/hooks/'], from: ['domain'], packages: ['react', 'xstate'] },
  documents: {
    files: ['src/documents/'],
    from: ['hooks', 'ui', 'domain', 'machines', 'locales', 'actor options'],
    typesFrom: ['api'],
    packages: app,
  },
  screens: {
    files: ['src/apply/', 'src/account/', 'src/review/'],
    from: ['hooks', 'documents', 'form', 'ui', 'domain', 'machines', 'locales', 'words', 'actor options'],
    typesFrom: ['api', 'storage'],
    packages: app,
  },
  // The panel of development builds: it knows XState and nothing of the app.
  inspector: { files: ['tools/inspector/'], from: [], packages: ['react', 'react-dom', 'xstate'] },
  'actor options': { files: ['src/actor-options.ts'], from: [], packages: ['xstate'] },
  words: { files: ['src/i18n.tsx', 'src/trace.ts'], from: ['locales'], packages: ['react', 'react-intl'] },
  'composition root': {
    files: ['src/'],
    from: [
      'openapi',
      'locales',
      'domain',
      'machines',
      'ui',
      'form',
      'api',
      'storage',
      'hooks',
      'documents',
      'screens',
      'words',
      'actor options',
      'inspector',
    ],
    packages: app,
  },
  'life cycles': {
    files: ['machines/loan', 'machines/query', 'machines/otp'],
    from: ['domain'],
    packages: ['xstate'],
  },
  server: { files: ['server/'], from: ['openapi', 'domain', 'locales', 'life cycles'] },
};

const sources = sourcesOf('openapi', 'locales', 'domain', 'machines', 'src', 'server', 'tools');

describe('the doors of the house', () => {
  it.each(Object.keys(rooms))('%s imports only what it may', (name) => {
    const faults = sources
      .filter(({ path }) => roomsOf(path).includes(name))
      .flatMap((source) => faultsOf(name, source));
    expect(faults).toEqual([]);
  });

  it('every source file stands in a room', () => {
    expect(sources.filter(({ path }) => roomsOf(path).length === 0).map(({ path }) => path)).toEqual([]);
  });

  it('no room imports back into one that imports it', () => {
    const back = Object.entries(rooms).flatMap(([name, room]) =>
      [...room.from, ...(room.typesFrom ?? [])]
        .filter((other) => reaches(other, name))
        .map((other) => `${name} ↔ ${other}`),
    );
    expect(back).toEqual([]);
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

/** A file's room: the longest prefix wins, and a life cycle is a machine too. */
function roomsOf(path: string): string[] {
  const fitting = Object.entries(rooms).flatMap(([name, { files }]) =>
    files.filter((prefix) => path.startsWith(prefix)).map((prefix) => ({ name, length: prefix.length })),
  );
  const [nearest] = fitting.sort((a, b) => b.length - a.length);
  if (!nearest) return [];
  return nearest.name === 'life cycles' ? ['life cycles', 'machines'] : [nearest.name];
}

function faultsOf(name: string, source: Source): string[] {
  const room = rooms[name];
  if (!room) return [];
  return importsOf(source)
    .filter(({ target, ours, typeOnly }) => {
      if (!ours) return !source.isTest && !packageAllowed(room, target);
      if (source.isTest && target.startsWith('tests/')) return false;
      const theirs = roomsOf(target);
      if (theirs.includes(name)) return false;
      const doors = typeOnly ? [...room.from, ...(room.typesFrom ?? [])] : room.from;
      return !theirs.some((other) => doors.includes(other));
    })
    .map(({ target, typeOnly }) => `${source.path} → ${target}${typeOnly ? ' (types)' : ''}`);
}

function packageAllowed({ packages }: Room, specifier: string): boolean {
  if (!packages) return true;
  return packages.some(
    (name) => specifier === name || (name !== 'zod/mini' && specifier.startsWith(`${name}/`)),
  );
}

function reaches(from: string, to: string, passed: Set<string> = new Set()): boolean {
  if (from === to) return true;
  if (passed.has(from)) return false;
  passed.add(from);
  return (rooms[from]?.from ?? []).some((next) => reaches(next, to, passed));
}
