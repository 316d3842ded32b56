import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeOrphanedFiles } from './cleanup.ts';
import { openObjectFolder, ownFilePrefix, processSpace } from './folder.ts';
import { openUploads } from './uploads.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'feepath-test-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('the clean-up removes files of dead local processes at once and of other containers after a day', async () => {
  const folder = await openObjectFolder(base, { now: () => new Date() });
  const file = (prefix: string) => join(folder.paths.drafts, `${prefix}aaaaaaaa-rest`);
  const [own, dead, foreign, old] = [
    file(ownFilePrefix),
    file(`4194999-${processSpace}-`),
    // A container has separate process ids, and one may equal this process'.
    file(`${process.pid}-00000000-`),
    file('1-00000000-'),
  ];
  for (const path of [own, dead, foreign, old]) writeFileSync(path, 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(old, yesterday, yesterday);
  await removeOrphanedFiles(folder, openUploads(folder));
  expect([own, dead, foreign, old].map((path) => existsSync(path))).toEqual([true, false, true, false]);
});
