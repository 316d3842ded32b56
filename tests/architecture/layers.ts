/** The layers: which may import which. A new folder gets a row here. */

export type Layer = {
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

/** The parts that presentations are made of. */
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

export const layers: Record<string, Layer> = {
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
  stubs: { files: ['src/stubs/'], from: [], packages: [] },
  hooks: {
    files: ['src/hooks/'],
    from: ['domain', 'machines'],
    packages: ['react', 'xstate', '@xstate/react'],
  },
  data: {
    files: ['src/data/'],
    from: ['ui', 'i18n', 'hooks', 'domain', 'machines', 'locales'],
    typesFrom: ['api', 'openapi'],
    packages: ['react', '@tanstack/react-query'],
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

  // The frame that pages show around or in place of their content; the account's page has it too.
  'apply/page': {
    files: ['src/apply/page/'],
    from: pieces,
    ...screens,
  },
  // The wizard's context, drafts and locks, which all steps share.
  'apply/shared': { files: ['src/apply/shared/'], from: [...pieces, 'apply/page'], ...screens },
  'apply/overlays': { files: ['src/apply/overlays/'], from: [...pieces, 'apply/shared'], ...screens },
  // A reviewer's questions are answered on either step.
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
export const foldersOf: Record<string, string[]> = {
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
    'webhooks',
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
