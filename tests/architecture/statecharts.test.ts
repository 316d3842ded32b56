/** The diagrams in `docs/statecharts/` are those of the machines as they are, and of the walks that are taken. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chartPages } from '../paths/chart-pages.ts';
import { root } from './sources.ts';

const folder = join(root, 'docs/statecharts');

it('every machine’s diagrams are as `npm run statechart` writes them', async () => {
  const pages = await chartPages();
  const written = new Map(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const stale = [...new Set([...pages.keys(), ...written.keys()])].filter(
    (file) => pages.get(file) !== written.get(file),
  );
  expect(stale, 'docs/statecharts is not fresh: npm run statechart').toEqual([]);
});
