import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { words } from './scripts/words.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** What the app, its tests and the size floor share. */
export const shared = {
  plugins: [words(), react()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: fileURLToPath(
          new URL('node_modules/@formatjs/icu-messageformat-parser/no-parser.js', import.meta.url),
        ),
      },
    ],
  },
  json: { stringify: true },
  define: { __TRACE_MESSAGES__: JSON.stringify(process.env.TRACE_MESSAGES === '1') },
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What steps share lies in chunks of its own, so that a step's weight is its own and no other's.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      output: {
        // Downshift is shared by steps and weighed apart; without React, which the first screen brings.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'downshift',
              test: /node_modules\/(downshift|compute-scroll-into-view|prop-types|react-is)\//,
            },
          ],
        },
      },
    },
  },
} satisfies UserConfig;

export default defineConfig({
  ...shared,
  root,
  build: { ...shared.build, outDir: process.env.APP_DIR ?? 'dist/app', emptyOutDir: true, manifest: true },
});
