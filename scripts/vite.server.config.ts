/**
 * Packs the server's sources: reading and translating hundreds of modules takes half of a start, and `tsx` names a
 * function anew whenever it is made, also inside a call. Imports from packages are not packed.
 */
import { posix, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { root } from './build-app.ts';

/** Keeps the address of a module, by which it finds the files beside it. All chunks are in the one folder. */
function ownAddress(): Plugin {
  let outDir = '';
  return {
    name: 'feepath-own-address',
    enforce: 'pre',
    configResolved({ build }) {
      outDir = posix.resolve(root, build.outDir);
    },
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const address = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`;
        // The lines of the source map stay right.
        return { code: code.replaceAll('import.meta.url', address), map: null };
      },
    },
  };
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [ownAddress()],
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
});
