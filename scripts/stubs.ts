/**
 * A Vite plugin that replaces modules of libraries whose behaviour the app must not have, each by one of src/stubs/. A
 * build that no longer imports a replaced module fails, so that a library cannot bring the code back under another name.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Import specifier → a file of this project. `importer`: the package whose import is replaced; without it, any. */
const replacements: Record<string, { file: string; importer?: string }> = {
  // It takes a style sheet that did not load for one that did, when it is requested again.
  '\0vite/preload-helper.js': { file: 'src/stubs/preload.ts' },
  '@tanstack/devtools-event-client': { file: 'src/stubs/devtools.ts' },
  './scroll-restoration.js': { file: 'src/stubs/scroll-restoration.ts', importer: '/@tanstack/router-core/' },
};

export function stubsPlugin(): Plugin {
  const missing = new Set(Object.keys(replacements));
  return {
    name: 'feepath-stubs',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const { file, importer: wanted = '' } = replacements[source] ?? {};
      if (!file || !importer?.replaceAll('\\', '/').includes(wanted)) return null;
      missing.delete(source);
      return fileURLToPath(new URL(`../${file}`, import.meta.url));
    },
    generateBundle() {
      // The desk imports only some of them.
      if (this.environment.name !== 'client') return;
      for (const source of missing) this.error(`Nothing imports '${source}' any more: see scripts/stubs.ts.`);
    },
  };
}
