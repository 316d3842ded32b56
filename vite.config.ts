import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { amplify } from './scripts/amplify.ts';
import { stubsPlugin } from './scripts/stubs.ts';
import { messagesPlugin } from './scripts/messages.ts';
import { prerenderEnvironment, writeFirstScreens } from './scripts/prerender.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The screens that share most with each other. */
const forms = {
  students: '/src/apply/students/screen.tsx',
  applicant: '/src/apply/applicant/screen.tsx',
};

/** It lists the values of all fields, as query mode does. */
const statusScreen = '/src/apply/status-screen/status-screen.tsx';

/**
 * What brings documents along: the receipt, what a reviewer asked about, the proof of an address, the list of all, and
 * what sends them.
 */
const documents = [
  '/src/apply/receipt/FeeReceipt.tsx',
  '/src/apply/query-mode/Documents.tsx',
  '/src/apply/query-mode/chunk.ts',
  '/src/apply/applicant/consumer-chunk.tsx',
  '/src/composition/document-services.ts',
  '/src/storage/amplify.ts',
];

/**
 * Few files, because each is packed on its own: everything that the page's entry imports statically travels as one,
 * what both forms share as another, what they share with others as a third, what one of them shares with others as
 * one for each, what only documents share as the next, what the status screen shares with these, and what is shared by
 * whatever lies over the steps as the last.
 */
function chunkOf(module: string, context: Rolldown.ChunkingContext): string | null {
  const entries = new Set<string>();
  const passed = new Set<string>();
  const visit = (id: string): void => {
    const about = passed.has(id) ? null : context.getModuleInfo(id);
    passed.add(id);
    if (!about) return;
    if (about.isEntry || about.dynamicImporters.length > 0) entries.add(about.isEntry ? 'page' : id);
    about.importers.forEach(visit);
  };
  visit(module);
  if (entries.has('page') || firstSheet.test(module)) return 'first';
  if (stepSheets.test(module)) return 'step-styles';
  if (entries.size === 1) return null;
  const [form, other] = Object.entries(forms).filter(([, path]) =>
    [...entries].some((id) => id.endsWith(path)),
  );
  if (!form) {
    const others = [...entries].filter((id) => !id.endsWith(statusScreen));
    if (!others.every(bringsDocuments)) return 'dialogs';
    return others.length < entries.size ? 'answers' : 'documents';
  }
  if (!other) return form[0];
  return entries.size === 2 ? 'forms' : 'loan';
}

/** Of what the page comes with, rendered, though its code comes later. */
const firstSheet = /\/src\/apply\/secondary\/next-steps\.css$/;

/** The sheets of the steps and of what each step shows: in one file they weigh half. The first screen needs none. */
const stepSheets =
  /\/src\/(apply\/(step-bar|(applicant|students)\/.*)|ui\/(checkbox|collapsible-card|money|radio-group|save-status|select|stepper))\.css$/;

const bringsDocuments = (id: string): boolean => documents.some((path) => id.endsWith(path));

/** What the app, its tests and the size floor share. */
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
      // What steps share lies in chunks of its own, so that a step's weight is its own and no other's.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      output: {
        // A page names some thirty files: two letters less of each hash are a hundred bytes of it.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // The inputs that both steps share and that are weighed apart: the combobox, with Downshift and without React,
        // which the first screen has; and the date.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'combobox',
              test: /\/src\/(form\/ComboField\.tsx|ui\/(Combobox\.tsx|combobox\.css|matching\.ts))$|node_modules\/(downshift|@babel\/runtime|compute-scroll-into-view|prop-types|react-is)\//,
              priority: 1,
            },
            {
              name: 'date-field',
              test: /\/src\/(form\/(DateField\.tsx|date-labels\.ts)|ui\/(DateInput\.tsx|date-input\.css|date-parts\.ts|icons\/calendar\.tsx))$/,
              priority: 1,
            },
            { debugName: 'ours', name: chunkOf },
          ],
        },
      },
    },
  },
} satisfies UserConfig;

/** In development, the pages at their own addresses, as the server has them. */
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

/** Six letters of a hash are enough for 64 chunks alone. */
const moreChunkNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
};

/** Written beside the first page, whose folder is emptied before. */
const pageEnvironment = (name: string, input: string) =>
  ({
    consumer: 'client',
    build: {
      emptyOutDir: false,
      manifest: `.vite/${name}-manifest.json`,
      rolldownOptions: { input, output: moreChunkNames },
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
  // In development, what the plugins would change is packed before they see it.
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
