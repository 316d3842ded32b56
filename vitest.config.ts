import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { databaseTemplate } from './server/db/template.ts';
import { seededDatabase } from './tests/support/seeded.ts';
import { compilesWasmOnce } from './tests/support/wasm.ts';
import viteConfig from './vite.config.ts';

const minute = 60_000;

/**
 * Tests that start servers and browsers: fewer at a time, and longer. The server's modules are read once for all files
 * of a worker; each file has a server, and a database, of its own.
 */
const slow = {
  testTimeout: 2 * minute,
  hookTimeout: 2 * minute,
  maxWorkers: 2,
  isolate: false,
  env: { PGLITE_TEMPLATE: seededDatabase },
};

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      exclude: [...configDefaults.exclude, 'dist/**'],
      env: { PGLITE_TEMPLATE: databaseTemplate },
      execArgv: compilesWasmOnce,
      setupFiles: ['tests/support/seed.ts'],
      // A condition may take as long on a busy machine as its test may; the default is one second.
      expect: { poll: { timeout: minute / 2 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: [
              '{domain,machines,locales,openapi,packages,server,src,scripts,tools}/**/*.test.{ts,tsx}',
            ],
            testTimeout: minute,
            hookTimeout: 2 * minute,
            // Most of what a small test takes is reading its modules.
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'architecture',
            // The paths are walked by a program of their own; here stands what that program must be.
            include: ['tests/{architecture,paths,planted}/**/*.test.ts'],
            // All paths of all machines are drawn: a minute on a busy machine.
            testTimeout: 4 * minute,
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'contract',
            include: ['tests/contract/**/*.test.ts'],
            globalSetup: 'tests/support/setup-databases.ts',
            ...slow,
          },
        },
        {
          extends: true,
          test: {
            name: 'faults',
            include: ['tests/faults/**/*.test.ts'],
            globalSetup: ['tests/support/setup-server.ts', 'tests/support/setup-databases.ts'],
            ...slow,
            testTimeout: 5 * minute,
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['tests/e2e/**/*.test.ts'],
            globalSetup: ['tests/support/setup-app.ts', 'tests/support/setup-seeded.ts'],
            ...slow,
            // People wait more than they type.
            maxWorkers: 3,
            testTimeout: 5 * minute,
          },
        },
      ],
    },
  }),
);
