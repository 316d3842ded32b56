/**
 * `npm test`: every check there is, in order, each told when it starts and how it ended. A failed one does not stop
 * the others. Ends with a table and the line `N passed, N failed`, which counts checks and the tests inside them.
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

const checks: Check[] = [
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
  {
    name: 'build',
    command: ['node', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    env: { APP_DIR: appDir, TRACE_MESSAGES: '1' },
  },
  vitest('contract'),
  vitest('faults'),
  vitest('paths', screens),
  vitest('e2e', screens),
  {
    name: 'messages seen',
    command: ['node', '--import', 'tsx', 'scripts/check-seen.ts'],
    env: { SEEN_FILE: seenFile },
  },
  { name: 'size', command: ['node', '--import', 'tsx', 'scripts/size.ts'] },
];

await main(process.argv.slice(2));

async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    console.log(
      `There is no check ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const chosen = names.length > 0 ? checks.filter(({ name }) => names.includes(name)) : checks;
  const outcomes: Outcome[] = [];
  for (const [index, check] of chosen.entries()) {
    console.log(`\n[${index + 1}/${chosen.length}] ${check.name} …`);
    const outcome = await run(check);
    outcomes.push(outcome);
    console.log(
      `[${index + 1}/${chosen.length}] ${check.name}: ${outcome.failed ? 'FAILED' : 'passed'} in ${outcome.seconds.toFixed(1)} s`,
    );
  }
  summarise(outcomes);
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

async function run({ name, command, env, vitest }: Check): Promise<Outcome> {
  const started = performance.now();
  const [, ...args] = command;
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', () => resolve(1));
    child.once('exit', (status) => resolve(status ?? 1));
  });
  const seconds = (performance.now() - started) / 1000;
  const counts = vitest ? readReport(join(root, reportOf(name))) : { passed: 0, failed: 0, skipped: 0 };
  const own = code === 0 && (!vitest || counts.passed > 0);
  return {
    name,
    ...counts,
    passed: counts.passed + Number(own),
    failed: counts.failed + Number(!own),
    seconds,
  };
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
