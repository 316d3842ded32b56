/**
 * A Vite plugin that puts src/preload.ts in the place of the helper that Vite wraps around every dynamic import.
 * A build that no longer asks for the helper under its name fails.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const ours = fileURLToPath(new URL('../src/preload.ts', import.meta.url));

export function preload(): Plugin {
  let isUsed = false;
  return {
    name: 'feepath-preload',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source !== helper) return null;
      isUsed = true;
      return ours;
    },
    generateBundle() {
      if (!isUsed) this.error('Vite has its preload helper under another name: see scripts/preload.ts.');
    },
  };
}
