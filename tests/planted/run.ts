/**
 * `npm run planted`: puts each fault of faults.ts into a copy of the tree and runs the tests near it. Ends with the
 * line `planted: K of N found`, and with exit code 1 if one was not found. `--only ID,ID` tries some. It begins with
 * all the tests on the unchanged tree: a failure there is a false alarm, which would count as a find.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/build-app.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

const workers = 2;
/** Ends a test that a fault makes wait without end. */
const timeoutMs = 10 * 60_000;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const only = values.only.split(',').filter((id) => id !== '');
const chosen = faults.filter(({ id }) => only.length === 0 || only.includes(id));

const trees = Array.from({ length: workers }, (_, index) => join(root, 'dist/planted', String(index)));
for (const tree of trees) copyTree(tree);

const falseAlarms = await falseAlarmsOf(trees[0] ?? root);
const queue = [...chosen];
const missed: Fault[] = [];
await Promise.all(
  trees.map(async (tree) => {
    for (let fault = queue.shift(); fault; fault = queue.shift()) await tryFault(tree, fault);
  }),
);
const found = chosen.length - missed.length;
for (const { id, harm } of missed) console.log(`not found: ${id}: ${harm}`);
console.log(`planted: ${found} of ${chosen.length} found, ${falseAlarms} false alarms`);
process.exit(missed.length === 0 && falseAlarms === 0 ? 0 : 1);

function copyTree(tree: string): void {
  rmSync(tree, { recursive: true, force: true });
  const tracked = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of tracked.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
}

async function falseAlarmsOf(tree: string): Promise<number> {
  let failed = 0;
  for (const project of ['unit', 'contract'] as const) {
    const files = new Set(chosen.flatMap(({ tests }) => tests[project] ?? []));
    if (files.size === 0 || (await passes(tree, project, [...files]))) continue;
    console.log(`a ${project} test fails on the tree as it is`);
    failed += 1;
  }
  return failed;
}

async function tryFault(tree: string, fault: Fault): Promise<void> {
  const file = join(tree, fault.file);
  const before = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    before.replace(fault.find, () => fault.replace),
  );
  const started = performance.now();
  let by: string | undefined;
  for (const [project, files] of Object.entries(fault.tests)) {
    for (const one of files) {
      if (by === undefined && !(await passes(tree, project, [one]))) by = one;
    }
  }
  writeFileSync(file, before);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const quiet = fault.isQuiet ? ', quiet' : '';
  console.log(`${fault.id}${quiet}: ${by === undefined ? 'NOT FOUND' : `found by ${by}`}, ${seconds} s`);
  if (by === undefined) missed.push(fault);
}

function passes(tree: string, project: string, files: readonly string[]): Promise<boolean> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--bail', '1', ...files];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...vitest, '--reporter', 'dot'],
      { cwd: tree, timeout: timeoutMs, maxBuffer: 2 ** 26, env: { ...process.env, SEED: '1' } },
      (error) => resolve(error === null),
    );
  });
}
