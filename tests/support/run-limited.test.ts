import { expect, it } from 'vitest';
import { type RunResult, runLimited } from './run-limited.ts';

const evaluated = (program: string) => ['--input-type=module', '--eval', program];

/** Prints its own process id and that of a process which it started, and never ends. */
const endless = `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  console.log(JSON.stringify([process.pid, child.pid]));
  setInterval(() => {}, 1000);`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A limit that is long enough to print something on this machine now. */
async function runUntilItPrinted(program: string, limitMs = 1000): Promise<RunResult> {
  const ended = await runLimited({ args: evaluated(program), limitMs });
  return ended.printed === '' ? runUntilItPrinted(program, 4 * limitMs) : ended;
}

it('ends a program that runs out of time, with all that it started', { timeout: 120_000 }, async () => {
  const ended = await runUntilItPrinted(endless);
  expect(ended).toMatchObject({ code: 1, timedOut: true });
  const ids = JSON.parse(ended.printed) as number[];
  expect(ids).toHaveLength(2);
  await expect.poll(() => ids.filter(isRunning)).toEqual([]);
});

it('answers how a program ended, and what it printed', async () => {
  const run = (program: string) => runLimited({ args: evaluated(program), limitMs: 60_000 });
  expect(await run('console.log("one"); console.error("two")')).toEqual({
    code: 0,
    printed: expect.stringMatching(/one\n/),
    timedOut: false,
  });
  expect(await run('process.exit(3)')).toMatchObject({ code: 3, timedOut: false });
});
