/**
 * A Vite plugin that leaves library code out of the build which the app does not use: each module is replaced by a
 * stub of src/stubs/, or by a module of another package. A build that no longer imports a replaced module fails, so
 * that a library cannot bring the code back under another name.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** `importer`: the package whose import is replaced, where others import a module of the same name. */
type Replacement = ({ file: string } | { package: string }) & { importer?: string };

/** Import specifier → a file of this project, or a package. */
const replacements: Record<string, Replacement> = {
  // Vite's own is three times as large.
  '\0vite/preload-helper.js': { file: 'src/stubs/preload.ts' },
  '@tanstack/devtools-event-client': { file: 'src/stubs/devtools.ts' },
  './scroll-restoration.js': { file: 'src/stubs/scroll-restoration.ts', importer: '/@tanstack/router-core/' },
  './searchParams.js': { file: 'src/stubs/search-params.ts', importer: '/@tanstack/router-core/' },
  './standardSchemaValidator.js': { file: 'src/stubs/standard-schema.ts', importer: '/@tanstack/form-core/' },
  './link.js': { file: 'src/stubs/link.ts', importer: '/@tanstack/react-router/' },
  './useFieldGroup.js': { file: 'src/stubs/field-group.ts' },
  './useFormGroup.js': { file: 'src/stubs/form-group.ts' },
  // For Reacts before 18.
  'use-sync-external-store/shim': { package: 'react' },
  'use-sync-external-store/shim/with-selector': { package: 'use-sync-external-store/with-selector' },
};

export function stubsPlugin(): Plugin {
  const missing = new Set(Object.keys(replacements));
  return {
    name: 'feepath-stubs',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const replacement = replacements[source];
      if (!replacement || !importer?.replaceAll('\\', '/').includes(replacement.importer ?? '')) return null;
      missing.delete(source);
      return 'file' in replacement
        ? fileURLToPath(new URL(`../${replacement.file}`, import.meta.url))
        : this.resolve(replacement.package, importer, options);
    },
    generateBundle() {
      // The desk imports only some of them.
      if (this.environment.name !== 'client') return;
      for (const source of missing) this.error(`Nothing imports '${source}' any more: see scripts/stubs.ts.`);
    },
  };
}
