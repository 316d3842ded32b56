/**
 * The place of a run's temporary files: in memory if there is room, because tests copy and delete hundreds of
 * databases; else the system's folder.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The size in bytes, several times the use of one run. */
const enough = 4 * 1024 ** 3;

/** Makes the folder, names it to all that this process starts, and deletes it when this process ends. */
export function useMemoryForTempFiles(): void {
  if (!hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'feepath-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  if (!runsPrograms(folder)) return;
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= enough;
  } catch {
    return false;
  }
}

/** A container's memory may refuse programs, and PostgreSQL's are copied to the folder. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
