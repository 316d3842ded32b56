/**
 * `npm run statechart`: every machine's diagrams into `docs/statecharts/`, with the mark of who walks each transition.
 * An architecture test fails as long as they are not as the machines are.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chartPages } from '../tests/paths/chart-pages.ts';

const folder = fileURLToPath(new URL('../docs/statecharts', import.meta.url));

const pages = await chartPages();
// The page of a machine that is gone goes with it.
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, text] of pages) writeFileSync(join(folder, file), text);
console.log(`${pages.size} pages in ${folder}`);
