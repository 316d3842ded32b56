/**
 * A Vite plugin that leaves out of the build what the libraries bring and the app has no use for: in the place of
 * each module stands a small one of src/instead/, or another of a library. A build that no longer asks for a module
 * under its name fails, so that nothing comes back unseen.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** `importer`: the package whose module is meant, where others ask for one of the same name. */
type StandIn = ({ file: string } | { package: string }) & { importer?: string };

/** What an import asks for → what it gets: a file of ours, or a package. */
const standIns: Record<string, StandIn> = {
  // Vite's own weighs three times as much.
  '\0vite/preload-helper.js': { file: 'src/instead/preload.ts' },
  '@tanstack/devtools-event-client': { file: 'src/instead/devtools.ts' },
  './link.js': { file: 'src/instead/link.ts', importer: '/@tanstack/react-router/' },
  './useFieldGroup.js': { file: 'src/instead/field-group.ts' },
  './useFormGroup.js': { file: 'src/instead/form-group.ts' },
  // For Reacts before 18.
  'use-sync-external-store/shim': { package: 'react' },
  'use-sync-external-store/shim/with-selector': { package: 'use-sync-external-store/with-selector' },
};

export function stubsPlugin(): Plugin {
  const missing = new Set(Object.keys(standIns));
  return {
    name: 'feepath-instead',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const standIn = standIns[source];
      if (!standIn || !importer?.replaceAll('\\', '/').includes(standIn.importer ?? '')) return null;
      missing.delete(source);
      return 'file' in standIn
        ? fileURLToPath(new URL(`../${standIn.file}`, import.meta.url))
        : this.resolve(standIn.package, importer, options);
    },
    generateBundle() {
      // The desk asks for some of them only.
      if (this.environment.name !== 'client') return;
      for (const source of missing) this.error(`Nothing imports '${source}' any more: see scripts/stubs.ts.`);
    },
  };
}
