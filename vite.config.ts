import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { amplify } from './scripts/amplify.ts';
import { stubsPlugin } from './scripts/stubs.ts';
import { messagesPlugin } from './scripts/messages.ts';
import { prerenderEnvironment, writeFirstScreens } from './scripts/prerender.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The settings that the app, its tests and the size limit share. */
export const shared = {
  plugins: [messagesPlugin(), react()],
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
      output: {
        // The first page is one file, which packs better than the parts that its later screens share.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
} satisfies UserConfig;

/** Serves the pages at the server's addresses in development. */
const pageAddresses: Plugin = {
  name: 'feepath-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((call, _, next) => {
      const [, prefix] = /^\/(app|review)([/?]|$)/.exec(call.url ?? '') ?? [];
      if (prefix) call.url = prefix === 'app' ? '/account.html' : '/review.html';
      next();
    });
  },
};

/** Written beside the first page, whose folder is emptied before. */
const pageEnvironment = (name: string, input: string) =>
  ({
    consumer: 'client',
    build: {
      emptyOutDir: false,
      manifest: `.vite/${name}-manifest.json`,
      rolldownOptions: { input },
    },
  }) as const;

/** `/embed.js`: one classic script at one address, for partners' pages. */
export const embedEnvironment = {
  consumer: 'client',
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: false,
    rolldownOptions: {
      input: 'src/embed/script.ts',
      output: { format: 'iife', entryFileNames: 'embed.js', codeSplitting: false },
    },
  },
} as const;

const outDir = process.env.APP_DIR ?? 'dist/app';

/**
 * Three pages and a script of one build. The consumer app and the reviewer's desk have module graphs of their own:
 * shared chunks would carry into a parent's first screen what of a library another page alone uses.
 */
export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, stubsPlugin(), amplify(), pageAddresses],
  root,
  // Development packs dependencies before the plugins see them, so the plugin is passed to the packer.
  optimizeDeps: { rolldownOptions: { plugins: [amplify()] } },
  build: { ...shared.build, outDir, emptyOutDir: true, manifest: true },
  environments: {
    account: pageEnvironment('account', 'account.html'),
    desk: pageEnvironment('desk', 'review.html'),
    embed: embedEnvironment,
    // Vitest would pack the packages of the server that it runs as this environment's are.
    ...(process.env.VITEST ? {} : { prerender: prerenderEnvironment(outDir) }),
  },
  builder: {
    buildApp: async ({ build, environments: { client, account, desk, embed, prerender } }) => {
      if (!client || !account || !desk || !embed || !prerender)
        throw new Error('Vite has not all pages and the script.');
      await build(client);
      await build(account);
      await build(desk);
      await build(embed);
      await build(prerender);
      await writeFirstScreens(outDir);
    },
  },
});
