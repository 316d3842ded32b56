/**
 * `npm test`: all checks, two at a time, because the ones with a browser wait more than they compute. A check is
 * printed when it starts and, with its output, when it ends; a failed one does not stop the others. The end is a table,
 * each failure by name with its first lines, the use of the processors, and the line `N passed, N failed`, which counts
 * checks and the tests inside them. A check that exceeds its time limit is ended and has failed. `npm test -- types
 * lint` runs just the named ones; `npm run nightly` runs checks with random values under a new seed, and every test at
 * its full length (tests/support/nightly.ts).
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { compilesWasmOnce } from './support/wasm.ts';
import { root } from '../scripts/build-app.ts';
import { killRunningAtExit, runLimited } from './support/run-limited.ts';
import { useMemoryForTempFiles } from './support/temp-files.ts';

type Check = {
  name: string;
  command: string[];
  /** The limit in minutes, several times the duration on two idle cores. */
  limit: number;
  env?: Record<string, string>;
  /** Says whether it leaves a report in Vitest's form. */
  reports?: true;
  /** The checks whose end it waits for. */
  after?: string[];
};
type Counts = { passed: number; failed: number; skipped: number };
type Outcome = Counts & { name: string; seconds: number; failures: Failure[] };
type Failure = { name: string; message: string };

const folder = 'dist/test';
const appDir = 'dist/test-app';
const seenFile = `${folder}/seen.jsonl`;
const screens = { APP_DIR: appDir, SEEN_FILE: join(root, seenFile) };

const build: Check = {
  name: 'build',
  command: ['node', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  env: { APP_DIR: appDir, TRACE_MESSAGES: '1' },
  limit: 10,
};
const paths: Check = {
  name: 'paths',
  command: ['node', ...compilesWasmOnce, '--import', 'tsx', 'tests/paths/run.ts'],
  env: { ...screens, PATHS_REPORT: join(root, reportOf('paths')) },
  reports: true,
  limit: 25,
  after: ['build'],
};
const e2e: Check = { ...vitest('e2e', 90, screens), after: ['build'] };
const explore: Check = {
  name: 'explore',
  command: ['node', '--import', 'tsx', 'tests/explore/run.ts'],
  limit: 30,
};
const simulate: Check = {
  name: 'simulate',
  command: ['node', '--import', 'tsx', 'tests/simulate/run.ts'],
  limit: 90,
};
const reckoning: Check = {
  name: 'reckoning',
  command: ['node', '--import', 'tsx', 'tests/reckoning/run.ts'],
  limit: 60,
};
const fuzz: Check = { name: 'fuzz', command: ['node', '--import', 'tsx', 'tests/fuzz/run.ts'], limit: 15 };

/** The longest first, so that the remaining ones at the end are short. */
const checks: readonly Check[] = [
  build,
  e2e,
  // React as people have it: with its checks for developers the component tests take half as long again.
  vitest('component', 15, { ...screens, NODE_ENV: 'production' }),
  vitest('contract', 90),
  vitest('faults', 20),
  paths,
  // The short form: few calls, and a stall that only a blocked event loop reaches on a busy machine.
  { ...fuzz, command: [...fuzz.command, '--calls', '1500', '--max-stall-ms', '1000'] },
  { ...explore, command: [...explore.command, '--short'], limit: 5 },
  { ...reckoning, command: [...reckoning.command, '--seeds', '250', '--short'], limit: 5 },
  // Four whole lives, and short seeds that begin at moments of them: together they do all that a range must do.
  {
    ...simulate,
    command: [...simulate.command, ...['--from', '0,200,1000,1200', '--seeds', '24', '--processes', '1']],
    limit: 25,
  },
  vitest('unit', 20),
  { name: 'lint', command: ['node', 'node_modules/eslint/bin/eslint.js', '.'], limit: 20 },
  { name: 'types', command: ['node', 'node_modules/typescript/bin/tsc', '--noEmit'], limit: 10 },
  { name: 'format', command: ['node', 'node_modules/prettier/bin/prettier.cjs', '--check', '.'], limit: 10 },
  vitest('architecture', 15),
  {
    name: 'contract lint',
    command: ['node', 'node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi/*.yaml'],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    limit: 5,
  },
  { name: 'size', command: ['node', '--import', 'tsx', 'tests/bench/size.ts'], limit: 5 },
  {
    name: 'messages seen',
    command: ['node', '--import', 'tsx', 'tests/support/check-seen.ts'],
    env: { SEEN_FILE: seenFile },
    limit: 5,
    after: ['paths', 'e2e', 'component'],
  },
];

/** The checks that draw random values, with a new seed, and the checks that have a longer form by night. */
const nightlyChecks: readonly Check[] = [
  build,
  e2e,
  vitest('unit', 20),
  vitest('contract', 90),
  { ...paths, limit: 60 },
  explore,
  { ...reckoning, command: [...reckoning.command, '--from', String(Number(process.env.SEED ?? 1) * 10_000)] },
  { ...fuzz, limit: 90, after: ['contract', 'paths'] },
  { ...simulate, command: [...simulate.command, '--seeds', '1500'] },
  { ...vitest('faults', 120), after: ['e2e', 'fuzz'] },
];

const concurrency = 2;
/** The lines of a failure that are printed after the table. */
const maxFailureLines = 12;

const [first, ...others] = process.argv.slice(2);
if (first === 'nightly') {
  process.env.NIGHTLY = '1';
  process.env.SEED ??= String(Date.now() % 1_000_000);
  console.log(`SEED=${process.env.SEED} npm run nightly repeats this run.`);
  await main(nightlyChecks, others);
} else {
  // A fixed seed makes a run repeatable.
  process.env.SEED ??= '1';
  await main(checks, first === undefined ? [] : [first, ...others]);
}

async function main(checks: readonly Check[], names: string[]): Promise<void> {
  const all = checks.map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.log(`There is no check ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  killRunningAtExit();
  useMemoryForTempFiles();
  const started = performance.now();
  const before = processorTimes();
  const outcomes = await runAll(checks.filter(({ name }) => names.length === 0 || names.includes(name)));
  summarise(outcomes, {
    wallSeconds: (performance.now() - started) / 1000,
    busy: busyShare(before, processorTimes()),
  });
}

/** Runs each as soon as there is room and its predecessors have ended. */
async function runAll(chosen: readonly Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...chosen];
  const running = new Map<string, Promise<void>>();
  const isToCome = (name: string) => running.has(name) || waiting.some((check) => check.name === name);
  while (waiting.length + running.size > 0) {
    const next = waiting.find(({ after = [] }) => !after.some(isToCome));
    if (next && running.size < concurrency) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(
        next.name,
        report(next, chosen.length === 1).then((outcome) => {
          outcomes.push(outcome);
          running.delete(next.name);
        }),
      );
    } else {
      await Promise.race(running.values());
    }
  }
  return outcomes;
}

async function report(check: Check, isAlone: boolean): Promise<Outcome> {
  console.log(`${check.name} …`);
  const { outcome, printed } = await run(check, isAlone);
  const end = `${check.name}: ${outcome.failed ? 'FAILED' : 'passed'} in ${outcome.seconds.toFixed(1)} s`;
  console.log(`${printed ? `\n${printed.trimEnd()}\n` : ''}${end}`);
  return outcome;
}

function vitest(name: string, limit: number, env: Record<string, string> = {}): Check {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return {
    name,
    command: [
      'node',
      ...compilesWasmOnce,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      ...report,
    ],
    limit,
    env,
    reports: true,
  };
}

function reportOf(name: string): string {
  return `${folder}/${name}.json`;
}

/** @param isAlone whether it may print while it runs; else its output is returned */
async function run(
  { name, command, env, reports, limit }: Check,
  isAlone: boolean,
): Promise<{ outcome: Outcome; printed: string }> {
  const started = performance.now();
  const [, ...args] = command;
  const { code, printed, timedOut } = await runLimited({
    args,
    cwd: root,
    env: { ...process.env, ...env },
    limitMs: limit * 60_000,
    isPrinted: isAlone,
  });
  const seconds = (performance.now() - started) / 1000;
  const { failures, ...counts } = reports ? readReport(join(root, reportOf(name))) : noReport();
  const own = code === 0 && (!reports || counts.passed > 0);
  const outcome: Outcome = {
    name,
    ...counts,
    passed: reports ? counts.passed : Number(own),
    failed: Math.max(counts.failed, Number(!own)),
    seconds,
    failures: [
      ...(timedOut ? [{ name: 'as a whole', message: `ran out of time: ${limit} minutes` }] : []),
      ...(own || failures.length > 0 ? failures : [{ name: 'as a whole', message: endOf(printed) }]),
    ],
  };
  return { outcome, printed };
}

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
};

type Read = Counts & { failures: Failure[] };

function noReport(): Read {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

function readReport(path: string): Read {
  if (!existsSync(path)) return noReport();
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
  };
}

/** The failed tests of a file, or the file itself where what failed was outside of its tests. */
function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): Failure[] {
  const file = relative(root, name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: beginningOf(failureMessages?.[0] ?? ''),
    }));
  return tests.length > 0 || status !== 'failed' ? tests : [{ name: file, message: beginningOf(message) }];
}

/** The message, and the first place of ours where it was thrown. */
function beginningOf(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n');
  const isStackLine = (line: string) => /^\s+at /.test(line);
  const message = lines.filter((line) => !isStackLine(line)).slice(0, maxFailureLines);
  const place = lines.find(
    (line) => isStackLine(line) && line.includes(root) && !line.includes('node_modules'),
  );
  return [...message, ...(place ? [place.replace(root, '')] : [])].join('\n').trimEnd();
}

function endOf(printed: string): string {
  return stripVTControlCharacters(printed).trimEnd().split('\n').slice(-maxFailureLines).join('\n');
}

type ProcessorTimes = { busy: number; all: number };

/** Returns the times since the machine started, of all processors and programs together, in milliseconds. */
function processorTimes(): ProcessorTimes {
  const times = cpus().map((one) => one.times);
  const sum = (of: (one: (typeof times)[number]) => number) =>
    times.reduce((total, one) => total + of(one), 0);
  const all = sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq);
  return { busy: all - sum(({ idle }) => idle), all };
}

/** Returns a share from 0 to 1. Idle time is lost while checks wait for one another. */
function busyShare(before: ProcessorTimes, after: ProcessorTimes): number {
  return (after.busy - before.busy) / Math.max(1, after.all - before.all);
}

function summarise(outcomes: Outcome[], { wallSeconds, busy }: { wallSeconds: number; busy: number }): void {
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
  for (const { name, failures } of outcomes) {
    for (const failure of failures) {
      console.log(`\nFAILED in ${name}, ${failure.name}\n${failure.message.replaceAll(/^/gm, '    ')}`);
    }
  }
  const failed = sum((outcome) => outcome.failed);
  console.log(
    `\n${wallSeconds.toFixed(0)} s, in which ${cpus().length} processors were busy for ${(100 * busy).toFixed(0)} %`,
  );
  console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
