import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { isFresh, root } from './build-app.ts';

it('an app whose build was cut off is built again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-built-'));
  try {
    mkdirSync(join(folder, '.vite'));
    // The first of the pages is there.
    writeFileSync(join(folder, '.vite/manifest.json'), '{}');
    expect(isFresh('app', relative(root, folder))).toBe(false);
    writeFileSync(join(folder, '.vite/built'), '');
    expect(isFresh('app', relative(root, folder))).toBe(true);
    utimesSync(join(folder, '.vite/built'), 0, 0);
    expect(isFresh('app', relative(root, folder))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
