/**
 * Loaded into the tested server: writes to STALL_FILE the most milliseconds for which its event loop was blocked. It
 * counts the processor time of the main thread between two turns of the loop if the system reports it (Linux): on a
 * busy machine a program also stops because others run.
 */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

const file = process.env.STALL_FILE;
const schedstat = openThreadStatistics();
const buffer = Buffer.alloc(64);

function openThreadStatistics(): number | undefined {
  try {
    return openSync('/proc/self/schedstat', 'r');
  } catch {
    return undefined;
  }
}

/** Milliseconds of the main thread: the first number of the file is in nanoseconds. */
function now(): number {
  if (schedstat === undefined) return performance.now();
  const length = readSync(schedstat, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6;
}

if (file) {
  let longest = 0;
  let before = now();
  const turn = setInterval(() => {
    const at = now();
    longest = Math.max(longest, at - before);
    before = at;
  }, 5);
  const report = setInterval(() => writeFileSync(file, String(longest)), 200);
  // Reading begins once the server listens; what its start takes is no stall.
  process.once('SIGUSR2', () => (longest = 0));
  for (const timer of [turn, report]) timer.unref();
  process.once('exit', () => {
    writeFileSync(file, String(longest));
    if (schedstat !== undefined) closeSync(schedstat);
  });
}
