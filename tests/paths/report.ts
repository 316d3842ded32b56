/** The output of a run: a progress line, each failure with its replay command, and a table at the end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Failure, stepsOf } from './machine-run.ts';

/** The row of one machine. */
export interface Row {
  machine: string;
  states: number;
  transitions: number;
  paths: number;
  byMachine: number;
  /** Null where the machine has no walks in a browser. */
  inBrowser: number | null;
  notWalked: readonly string[];
}

/** The interval of progress lines without a terminal. */
const everyMs = 10_000;

/** A progress line that a terminal rewrites; without a terminal it is printed at intervals. */
export function progress(): { at: (what: string, done: number, of: number) => void; end: () => void } {
  const isTerminal = process.stdout.isTTY;
  let reportedAt = performance.now();
  return {
    at(what, done, of) {
      const line = `${what}: ${done} of ${of}`;
      if (isTerminal) process.stdout.write(`\r\u001b[2K${line}`);
      else if (performance.now() - reportedAt > everyMs) {
        console.log(line);
        reportedAt = performance.now();
      }
    },
    end() {
      if (isTerminal) process.stdout.write('\r\u001b[2K');
    },
  };
}

/** The path in words, what was expected and seen, the picture, and the one command that replays it. */
export function formatFailure({ machine, by, path, after, expected, seen, picture }: Failure): string {
  const lines = [
    `FAILED ${machine}, ${by === 'browser' ? 'in the browser' : 'by the machine driver'}, after step ${after} of ${stepsOf(path)}`,
    `  path      ${path}`,
    `  expected  ${expected}`,
    `  seen      ${stripVTControlCharacters(seen).replaceAll('\n', '\n            ')}`,
    ...(picture ? [`  picture   ${picture}`] : []),
    `  replay    npm run paths -- --machine ${machine} --path '${path.replaceAll("'", "'\\''")}'${by === 'browser' ? ' --headed' : ''}`,
  ];
  return lines.join('\n');
}

const columns = [
  'machine',
  'states',
  'transitions',
  'paths',
  'by machine',
  'in browser',
  'not walked',
] as const;

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.machine,
    String(row.states),
    String(row.transitions),
    String(row.paths),
    String(row.byMachine),
    row.inBrowser === null ? '–' : String(row.inBrowser),
    String(row.notWalked.length),
  ]);
  const lines = [columns, ...cells].map((line) =>
    line
      .map((cell, index) =>
        index === 0 ? cell.padEnd(12) : cell.padStart((columns[index] ?? '').length + 2),
      )
      .join(''),
  );
  const missing = rows.flatMap(({ machine, notWalked }) =>
    notWalked.map((name) => `  not walked: ${machine}: ${name}`),
  );
  return [...lines, ...missing].join('\n');
}

export function closingLine(rows: readonly Row[]): string {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [all, machine, browser, none] = [
    sum(({ transitions }) => transitions),
    sum(({ byMachine }) => byMachine),
    sum(({ inBrowser }) => inBrowser ?? 0),
    sum(({ notWalked }) => notWalked.length),
  ];
  return `paths: ${all} transitions, ${machine} by machine, ${browser} in browser, ${none} not walked`;
}

/** Writes the counts for `npm test`, which adds them up with other checks; PATHS_REPORT names the file. */
export function writeCounts(passed: number, failures: readonly Failure[]): void {
  const file = process.env.PATHS_REPORT;
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  const assertionResults = failures.map((failure) => ({
    fullName: `${failure.machine}: ${failure.path}`,
    status: 'failed',
    failureMessages: [formatFailure(failure)],
  }));
  const status = failures.length > 0 ? 'failed' : 'passed';
  const report = {
    numPassedTests: passed,
    numFailedTests: failures.length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ name: resolve('tests/paths/run.ts'), status, message: '', assertionResults }],
  };
  writeFileSync(file, JSON.stringify(report));
}
