/** Which layer may import which. A new folder gets a row here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, root, type Source, sourcesOf } from './sources.ts';

type Layer = {
  /** Path prefixes of its files; the longest that fits is the file's layer. */
  files: string[];
  /** The layers it may import. */
  from: string[];
  /** The layers of which it may import types. */
  typesFrom?: string[];
  /** Packages it may import, where not every one is allowed; `node:` means all of Node's own. */
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

/** What every presentation is made of. */
const pieces = [
  'documents',
  'one-time password',
  'plans',
  'my loans',
  'shell',
  'form',
  'data',
  'ui',
  'hooks',
  'i18n',
  'domain',
  'machines',
  'locales',
];
const wire = ['api', 'storage'];
const screens = { typesFrom: wire, packages: app };

const layers: Record<string, Layer> = {
  openapi: { files: ['openapi/'], from: [], packages: [] },
  locales: { files: ['locales/'], from: [], packages: [] },
  domain: { files: ['domain/'], from: [], typesFrom: ['openapi'], packages: ['zod/mini'] },
  machines: { files: ['machines/'], from: ['domain'], packages: ['xstate'] },
  'life cycles': {
    files: ['machines/loan', 'machines/query', 'machines/servicing/lender-loan'],
    from: ['domain'],
    packages: ['xstate'],
  },

  ui: { files: ['src/ui/'], from: [], packages: ['react', 'react-dom', 'downshift', 'lean-qr/nano'] },
  form: { files: ['src/form/'], from: ['ui', 'i18n', 'domain', 'locales'], packages: app },
  plans: { files: ['src/plans/'], from: ['ui', 'i18n', 'domain', 'locales'], packages: app },
  'my loans': { files: ['src/my-loans/'], from: ['ui', 'i18n', 'domain', 'locales'], packages: app },
  api: { files: ['src/api/'], from: ['openapi', 'domain'], packages: ['openapi-fetch'] },
  storage: {
    files: ['src/storage/'],
    from: ['domain'],
    packages: ['aws-amplify', '@aws-amplify/core'],
  },
  hooks: {
    files: ['src/hooks/'],
    from: ['domain', 'machines'],
    packages: ['react', 'xstate', '@xstate/react'],
  },
  data: {
    files: ['src/data/'],
    from: ['ui', 'i18n', 'domain', 'machines', 'locales'],
    typesFrom: ['api', 'openapi'],
    packages: ['react', '@tanstack/react-query'],
  },
  // The panel of development builds: it knows XState and nothing of the app.
  inspector: { files: ['tools/inspector/'], from: [], packages: ['react', 'react-dom', 'xstate'] },
  gallery: {
    files: ['tools/gallery/'],
    from: ['ui', 'i18n', 'domain', 'locales'],
    packages: ['react', 'react-dom', 'react-intl'],
  },
  shell: {
    files: ['src/shell/'],
    from: ['ui', 'i18n', 'hooks', 'domain', 'machines', 'locales'],
    packages: app,
  },
  i18n: {
    files: ['src/i18n/'],
    from: ['ui', 'locales'],
    packages: ['react', 'react-intl', 'intl-messageformat'],
  },
  documents: {
    files: ['src/documents/'],
    from: pieces.filter(
      (name) => !['documents', 'one-time password', 'plans', 'my loans', 'shell', 'form'].includes(name),
    ),
    typesFrom: ['api'],
    packages: app,
  },
  'one-time password': {
    files: ['src/one-time-password/'],
    from: ['ui', 'i18n', 'hooks', 'domain', 'machines', 'locales'],
    packages: app,
  },

  // What every page shows around its content or in place of it: the account's page has it too.
  'apply/page': {
    files: ['src/apply/page/'],
    from: pieces,
    ...screens,
  },
  // The wizard's context, drafts and locks, which all steps share.
  'apply/shared': { files: ['src/apply/shared/'], from: [...pieces, 'apply/page'], ...screens },
  'apply/overlays': { files: ['src/apply/overlays/'], from: [...pieces, 'apply/shared'], ...screens },
  // What a reviewer asked about is answered on either step.
  'apply/query-mode': {
    files: ['src/apply/query-mode/'],
    from: [...pieces, 'apply/page', 'apply/shared', 'apply/overlays'],
    ...screens,
  },
  // The draft and the lock of a step, which are others in query mode.
  'apply/drafted step': {
    files: ['src/apply/drafted-step/'],
    from: [...pieces, 'apply/shared', 'apply/overlays', 'apply/query-mode'],
    ...screens,
  },
  'apply/reentry': {
    files: ['src/apply/reentry/'],
    from: [...pieces, 'apply/shared'],
    ...screens,
  },
  'apply/create': {
    files: ['src/apply/create/'],
    from: [...pieces, 'apply/page', 'apply/shared'],
    ...screens,
  },
  'apply/receipt': { files: ['src/apply/receipt/'], from: [...pieces, 'apply/shared'], ...screens },
  'apply/status': {
    files: ['src/apply/status/'],
    from: [...pieces, 'apply/page', 'apply/shared', 'apply/overlays'],
    ...screens,
  },
  'apply/students': {
    files: ['src/apply/students/'],
    from: [...pieces, 'apply/page', 'apply/shared', 'apply/overlays', 'apply/drafted step', 'apply/receipt'],
    ...screens,
  },
  'apply/applicant': {
    files: ['src/apply/applicant/'],
    from: [
      ...pieces,
      'apply/page',
      'apply/shared',
      'apply/overlays',
      'apply/query-mode',
      'apply/drafted step',
      'apply/status',
    ],
    ...screens,
  },
  // The screen of each place.
  apply: {
    files: ['src/apply/'],
    from: [
      ...pieces,
      'apply/page',
      'apply/shared',
      'apply/create',
      'apply/status',
      'apply/students',
      'apply/applicant',
    ],
    ...screens,
  },

  // The page in a partner's frame, and the script in the partner's page around it.
  embed: { files: ['src/embed/'], from: ['domain', 'machines'], packages: [] },
  // A customer's application is the wizard in another frame.
  account: {
    files: ['src/account/'],
    from: [...pieces, 'apply/page', 'apply/shared', 'apply'],
    ...screens,
  },
  review: { files: ['src/review/'], from: pieces, ...screens },
  'composition root': {
    files: ['src/'],
    from: [
      ...pieces,
      ...wire,
      'openapi',
      'inspector',
      'apply/page',
      'apply/shared',
      'apply/query-mode',
      'apply/reentry',
      'apply',
      'account',
      'embed',
      'review',
    ],
    packages: app,
  },

  // The machine: what nothing else reads time, randomness or the network from.
  platform: {
    files: ['server/platform/'],
    from: [],
    packages: ['node:', 'hono', '@hono/node-server', 'pino', '@node-rs/argon2'],
  },
  'object store': {
    files: ['packages/object-store/'],
    from: ['platform'],
    packages: ['node:', 'hono', '@hono/node-server', 'zod/mini'],
  },
  server: {
    files: ['server/'],
    from: ['platform', 'openapi', 'domain', 'locales', 'life cycles', 'object store'],
  },
  'server/sandbox': {
    files: ['server/sandbox/'],
    from: ['server', 'platform', 'openapi', 'domain', 'locales', 'object store'],
  },
  'server start': {
    files: ['server/app/', 'server/main.ts', 'server/testing/'],
    from: [
      'server',
      'server/sandbox',
      'platform',
      'openapi',
      'domain',
      'locales',
      'life cycles',
      'object store',
    ],
  },
};

/** The folders inside a layer, lowest first: each imports at run time from those before it alone. */
const foldersOf: Record<string, string[]> = {
  domain: ['values', 'pages', 'lending', 'forms', 'loan', 'servicing'],
  server: [
    'platform',
    'encryption',
    'db',
    'http',
    'adapters',
    'texts',
    'masters',
    'import',
    'jobs',
    'partners',
    'issued-documents',
    'timeline',
    'otp',
    'config',
    'contract',
    'outbox',
    'loans',
    'customers',
    'staff',
    'servicing',
    'push',
    'documents',
    'contact',
    'retention',
    'partner-view',
    'reentry',
    'developers',
    'review',
    'my-loans',
    'admin',
    'handlers',
    'api',
    'seed',
    'sandbox',
    'app',
    'testing',
  ],
};

const sources = sourcesOf('openapi', 'locales', 'domain', 'machines', 'packages', 'src', 'server', 'tools');

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
    const told = [...page.matchAll(/^\| `((?:src|tools)\/[\w/-]+\/)`/gm)].map(([, folder = '']) => folder);
    expect(told.filter((folder) => !folders.includes(folder) && folder !== 'src/composition/')).toEqual([]);
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
