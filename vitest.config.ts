import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { databaseTemplate } from './server/testing/database-template.ts';
import { findChromium } from './tests/support/chromium.ts';
import { appendShownMessages, type ShownMessage } from './tests/support/seen.ts';
import { seededDatabase } from './tests/support/seeded.ts';
import { compilesWasmOnce } from './tests/support/wasm.ts';
import viteConfig, { shared } from './vite.config.ts';

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

/** The browser of the e2e tests; where there is none, `setup-browser.ts` says so once it is needed. */
const chromium = await findChromium().catch(() => undefined);

/** The screens of the component tests are a phone's, as those of most people. */
const phone = { width: 360, height: 740 };

/** A condition may take as long on a busy machine as its test may; the default is one second. */
const expect = { poll: { timeout: minute / 2 } };

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      exclude: [...configDefaults.exclude, 'dist/**'],
      env: { PGLITE_TEMPLATE: databaseTemplate },
      execArgv: compilesWasmOnce,
      setupFiles: ['tests/support/seed.ts'],
      expect,
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: [
              '{domain,machines,locales,openapi,packages,server,src,scripts}/**/*.test.{ts,tsx}',
              'tests/support/**/*.test.ts',
            ],
            testTimeout: minute,
            hookTimeout: 2 * minute,
            // Most of what a small test takes is reading its modules.
            isolate: false,
          },
        },
        {
          // The settings of the app's configuration for pages, without its builds and its server tests.
          ...shared,
          define: { __TRACE_MESSAGES__: 'true' },
          optimizeDeps: { entries: ['src/*main.tsx', 'tests/component/**/*.tsx'] },
          test: {
            name: 'component',
            include: ['tests/component/**/*.test.tsx'],
            globalSetup: 'tests/support/setup-browser.ts',
            setupFiles: ['tests/component/support/setup.ts'],
            testTimeout: minute,
            expect,
            isolate: false,
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              viewport: phone,
              provider: playwright({
                launchOptions: {
                  executablePath: chromium?.path ?? '',
                  args: [...(chromium?.args ?? []), '--js-flags=--no-opt'],
                  env: { ...process.env, ...chromium?.env },
                },
                contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
                actionTimeout: 15_000,
              }),
              instances: [{ browser: 'chromium' }],
              commands: {
                appendShownMessages: defineBrowserCommand<[readonly ShownMessage[]]>((_, messages) =>
                  appendShownMessages(messages),
                ),
              },
            },
          },
        },
        {
          extends: true,
          test: {
            name: 'architecture',
            // The paths are walked by a program of their own; here stands what that program must be.
            include: ['tests/{architecture,explore,paths,planted,simulate}/**/*.test.ts'],
            // The tests draw all paths of all machines: a minute on a busy machine.
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
