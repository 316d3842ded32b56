/**
 * `npm test`: every check there is, in two lanes side by side, because those with a browser wait more than they work.
 * Each is told when it starts and, with what it printed, when it ended; a failed one does not stop the others. Ends
 * with a table and the line `N passed, N failed`, which counts checks and the tests inside them.
 * `npm test -- types lint` runs only those named.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-app.ts';

type Check = { name: string; command: string[]; env?: Record<string, string>; vitest?: true };
type Outcome = { name: string; passed: number; failed: number; skipped: number; seconds: number };

const folder = 'dist/test';
const appDir = 'dist/test-app';
const seenFile = `${folder}/seen.jsonl`;
const screens = { APP_DIR: appDir, SEEN_FILE: join(root, seenFile) };

/** The checks of a lane run one after the other. */
const lanes: readonly Check[][] = [
  [
    {
      name: 'build',
      command: ['node', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      env: { APP_DIR: appDir, TRACE_MESSAGES: '1' },
    },
    vitest('paths', screens),
    vitest('e2e', screens),
    {
      name: 'messages seen',
      command: ['node', '--import', 'tsx', 'scripts/check-seen.ts'],
      env: { SEEN_FILE: seenFile },
    },
  ],
  [
    { name: 'types', command: ['node', 'node_modules/typescript/bin/tsc', '--noEmit'] },
    { name: 'lint', command: ['node', 'node_modules/eslint/bin/eslint.js', '.'] },
    { name: 'format', command: ['node', 'node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
    {
      name: 'contract lint',
      command: ['node', 'node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi/openapi.yaml'],
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
    vitest('house'),
    vitest('unit'),
    vitest('contract'),
    vitest('faults'),
    { name: 'size', command: ['node', '--import', 'tsx', 'scripts/size.ts'] },
  ],
];

await main(process.argv.slice(2));

async function main(names: string[]): Promise<void> {
  const all = lanes.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.log(`There is no check ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const chosen = lanes.map((lane) => lane.filter(({ name }) => names.length === 0 || names.includes(name)));
  const isAlone = chosen.flat().length === 1;
  summarise((await Promise.all(chosen.map((lane) => runLane(lane, isAlone)))).flat());
}

async function runLane(lane: readonly Check[], isAlone: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of lane) {
    console.log(`${check.name} …`);
    const { outcome, printed } = await run(check, isAlone);
    outcomes.push(outcome);
    const end = `${check.name}: ${outcome.failed ? 'FAILED' : 'passed'} in ${outcome.seconds.toFixed(1)} s`;
    console.log(`${printed ? `\n${printed.trimEnd()}\n` : ''}${end}`);
  }
  return outcomes;
}

function vitest(name: string, env: Record<string, string> = {}): Check {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return {
    name,
    command: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--project', name, ...report],
    env,
    vitest: true,
  };
}

function reportOf(name: string): string {
  return `${folder}/${name}.json`;
}

/** @param isAlone whether it may print as it goes; else what it printed comes back */
async function run(
  { name, command, env, vitest }: Check,
  isAlone: boolean,
): Promise<{ outcome: Outcome; printed: string }> {
  const started = performance.now();
  const [, ...args] = command;
  let printed = '';
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
    }
    child.once('error', () => resolve(1));
    child.once('close', (status) => resolve(status ?? 1));
  });
  const seconds = (performance.now() - started) / 1000;
  const counts = vitest ? readReport(join(root, reportOf(name))) : { passed: 0, failed: 0, skipped: 0 };
  const own = code === 0 && (!vitest || counts.passed > 0);
  const outcome: Outcome = {
    name,
    ...counts,
    passed: counts.passed + Number(own),
    failed: counts.failed + Number(!own),
    seconds,
  };
  return { outcome, printed };
}

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

function readReport(path: string): { passed: number; failed: number; skipped: number } {
  if (!existsSync(path)) return { passed: 0, failed: 0, skipped: 0 };
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function summarise(outcomes: Outcome[]): void {
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  console.log(
    `\n${'check'.padEnd(16)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'seconds'.padStart(9)}`,
  );
  for (const { name, passed, failed, skipped, seconds } of outcomes) {
    console.log(
      `${name.padEnd(16)}${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}${seconds.toFixed(1).padStart(9)}`,
    );
  }
  const failed = sum((outcome) => outcome.failed);
  console.log(`\n${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
