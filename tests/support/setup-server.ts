/**
 * Packs the server's sources into one file, for tests that start it many times: reading and translating a hundred
 * modules is a third of a start. What is imported from packages stays outside, and every module keeps its own address,
 * by which it finds the files beside it.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist', 'test-server');

export default async function setup(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [ownAddress],
    build: { ssr: 'server/main.ts', outDir: folder, target: 'node20', minify: false },
  });
  process.env.PACKED_SERVER = join(folder, 'main.js');
}

const ownAddress: Plugin = {
  name: 'feepath-own-address',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};
