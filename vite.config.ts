import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { words } from './scripts/words.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Everything that the page's entry imports statically travels as one file: fewer requests, and packed better. */
function firstScreen(module: string, context: Rolldown.ChunkingContext): string | null {
  const passed = new Set<string>();
  const comesFromEntry = (id: string): boolean => {
    if (passed.has(id)) return false;
    passed.add(id);
    const about = context.getModuleInfo(id);
    return about !== null && (about.isEntry || about.importers.some(comesFromEntry));
  };
  return comesFromEntry(module) ? 'first' : null;
}

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
    // `npm run size` holds the budget, in what travels.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // What steps share lies in chunks of its own, so that a step's weight is its own and no other's.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      output: {
        // Downshift is shared by steps and weighed apart; without React, which the first screen brings.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { debugName: 'first screen', name: firstScreen },
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
