/** `npm run lines`: the lines of the product, its tests and its data, by folder, as they are in git. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-app.ts';

const kinds = ['product', 'tests', 'data', 'docs'] as const;
type Kind = (typeof kinds)[number];

/** The most lines that the product may have. */
const productLimit = 90_000;

const code = /\.(ts|tsx|css|js|mjs|html)$/;
const isTest = /(?:^|\/)tests\/|\.test\.tsx?$|\/testing[^/]*(\/|\.ts$)/;
const isGenerated = /^openapi\/(generated|operations)\.ts$/;

/** @returns undefined for a file that has no lines of text */
function kindOf(path: string): Kind | undefined {
  if (path.endsWith('.md')) return 'docs';
  if (/\.(json|yaml|yml|sql|csv|txt|svg)$/.test(path) || isGenerated.test(path)) return 'data';
  if (!code.test(path)) return undefined;
  return isTest.test(path) ? 'tests' : 'product';
}

const git = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
const paths = git.split('\0').filter((path) => path && existsSync(join(root, path)));
const counts = new Map<string, Record<Kind, number>>();
for (const path of paths) {
  const kind = kindOf(path);
  if (!kind) continue;
  const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
  const row = counts.get(folder) ?? { product: 0, tests: 0, data: 0, docs: 0 };
  row[kind] += readFileSync(join(root, path), 'utf8').split('\n').length - 1;
  counts.set(folder, row);
}

const print = (name: string, cells: readonly (string | number)[]) =>
  console.log(name.padEnd(12) + cells.map((cell) => String(cell).padStart(10)).join(''));

print('folder', kinds);
for (const [folder, row] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
  print(
    folder,
    kinds.map((kind) => row[kind]),
  );
const total = (kind: Kind) => [...counts.values()].reduce((sum, row) => sum + row[kind], 0);
print('all', kinds.map(total));
if (total('product') > productLimit) {
  console.log(`The product has more than ${productLimit} lines.`);
  process.exitCode = 1;
}
