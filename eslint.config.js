import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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
    files: ['{domain,machines,packages,scripts,server,src,tools}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'packages/*/tests/**', 'scripts/layout-problems.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }] },
  },
  // A reply's members are what the contract's tests are about; its shape is held against openapi/ before.
  { files: ['tests/contract/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  {
    files: ['{src,tools}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
);
