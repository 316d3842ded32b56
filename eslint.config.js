import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const fromPlatform =
  'Take it from server/platform (decision 128), so that a run can be repeated from a seed.';

/** Sources of time, randomness, other threads and other computers that are members of a global object. */
const restrictedMembers = {
  Date: ['now'],
  Math: ['random'],
  AbortSignal: ['timeout'],
  process: ['hrtime', 'uptime'],
};

const restrictedSyntax = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  "MemberExpression[object.name='globalThis'][property.name=/^(setTimeout|setInterval|setImmediate|fetch|performance|crypto|Date|Math)$/]",
  'ImportExpression[source.value=/^node:(child_process|worker_threads|timers|perf_hooks)/]',
];

const restrictedModules = {
  'node:child_process': undefined,
  'node:worker_threads': undefined,
  'node:timers': undefined,
  'node:timers/promises': undefined,
  'node:perf_hooks': undefined,
  '@node-rs/argon2': undefined,
  undici: undefined,
  'node:http': ['request', 'get'],
  'node:https': ['request', 'get'],
  'node:zlib': ['brotliCompress', 'brotliDecompress', 'deflate', 'gzip', 'gunzip', 'inflate', 'unzip'],
  'node:crypto': [
    ...['randomUUID', 'randomBytes', 'randomInt', 'randomFill', 'randomFillSync', 'getRandomValues'],
    ...['webcrypto', 'scrypt', 'pbkdf2', 'hkdf', 'argon2', 'generateKey', 'generateKeyPair'],
  ],
};

export default tseslint.config(
  { ignores: ['dist/', 'screenshots/', '.data/', 'openapi/generated.ts'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // What a promise throws must reach somebody: an answer that is lost in silence is the worst fault here.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-dynamic-delete': 'off',
      // The compiler checks these.
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
  {
    files: ['{domain,machines,packages,scripts,server,src}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'packages/*/tests/**'],
    rules: { 'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }] },
  },
  // Tests, `scripts/` and what runs in a browser, `src/`, are free.
  {
    files: ['{domain,machines,packages,server}/**/*.ts'],
    // `domain/values/uuid.ts` makes ids in the browser alone.
    ignores: [
      ...['server/platform/**', '**/*.test.ts', 'packages/*/tests/**', 'machines/testing-*.ts'],
      'domain/values/uuid.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'performance', 'crypto'].map((name) => ({
          name,
          message: fromPlatform,
        })),
      ],
      'no-restricted-properties': [
        'error',
        ...Object.entries(restrictedMembers).flatMap(([object, names]) =>
          names.map((property) => ({ object, property, message: fromPlatform })),
        ),
      ],
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax.map((selector) => ({ selector, message: fromPlatform })),
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: Object.entries(restrictedModules).map(([name, importNames]) => ({
            name,
            ...(importNames && { importNames }),
            allowTypeImports: true,
            message: fromPlatform,
          })),
        },
      ],
    },
  },
  // A reply's members are what the contract's tests are about; its shape is held against openapi/ before.
  { files: ['tests/contract/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
);
